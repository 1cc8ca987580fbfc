#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "builtins/catalogue.hpp"
#include "builtins/decimal.hpp"
#include "builtins/equality.hpp"
#include "builtins/regex.hpp"

namespace fairmon::builtins {
namespace {

/// Calls a function by name on values and shows the result, or the failure in words.
class Caller {
 public:
  SymbolTable symbols;

  Value text(std::string_view s) { return Value(std::string(s)); }

  std::string call(std::string_view name, const std::vector<Type>& types,
                   const std::vector<Value>& values, std::optional<Type> to = std::nullopt) {
    const Function* function = find_function(name);
    const Overload* body = to ? function->find(types, *to) : function->find(types);
    if (body == nullptr) {
      return "no overload";
    }
    std::vector<Cell> cells;
    std::vector<Value> literals;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t at = cells.size();
      cells.resize(at + types[i].num_cells());
      value_to_cells(types[i], values[i], cells.data() + at, symbols);
      if (((function->literal_arguments >> i) & 1U) != 0) {
        literals.push_back(values[i]);
      }
    }
    const auto prepared = body->prepare != nullptr ? body->prepare(literals, types) : nullptr;
    Evaluation e;
    e.symbols = &symbols;
    e.prepared = prepared.get();
    const Cell result = body->scalar(cells.data(), e);
    EXPECT_EQ(column_result(*body, cells, e.prepared), std::pair(e.failure, result)) << name;
    if (e.failure != Failure::None) {
      EXPECT_TRUE(body->can_fail) << name;
      return describe(*body, e.failure, e.offender, e.culprit, symbols);
    }
    std::string out;
    append_text(out, body->result, &result, symbols);
    return out;
  }

  /// The same through the column body: dense, and with selected rows.
  std::pair<Failure, Cell> column_result(const Overload& body, const std::vector<Cell>& cells,
                                         const void* prepared) {
    std::vector<std::vector<Cell>> columns;
    std::vector<const Cell*> pointers;
    for (const Cell cell : cells) {
      columns.emplace_back(3, cell);
    }
    for (const auto& column : columns) {
      pointers.push_back(column.data());
    }
    std::vector<Cell> result(3, 77);
    std::vector<ColumnCall::FailedRow> failed;
    Evaluation e;
    e.symbols = &symbols;
    e.prepared = prepared;
    ColumnCall call;
    call.arguments = pointers.data();
    call.result = result.data();
    call.count = 3;
    call.evaluation = &e;
    call.failed_rows = &failed;
    body.column(call);
    EXPECT_TRUE(failed.empty() || failed.size() == 3);
    const std::uint32_t only[] = {1};
    std::vector<Cell> selected(3, 77);
    call.result = selected.data();
    call.rows = only;
    call.count = 1;
    body.column(call);
    EXPECT_EQ(selected[0], 77U);
    EXPECT_EQ(selected[1], result[1]);
    return {failed.empty() ? Failure::None : failed.front().failure, result[1]};
  }
};

const Type kInt = Type::integer();
const Type kUInt = Type::unsigned_integer();
const Type kFloat = Type::floating();
const Type kProb = Type::prob();
const Type kFixed{TypeKind::Fixed, 64};
const Type kString = Type::string();
const Type kTime = Type::time();
const Type kDuration = Type::duration();
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

Value i(std::int64_t x) { return Value(x); }
Value u(std::uint64_t x) { return Value(x); }
Value f(double x) { return Value(x); }

TEST(Operators, IntegersWrapAndDivideTowardZero) {
  Caller c;
  EXPECT_EQ(c.call("subtract", {kUInt, kUInt}, {u(3), u(5)}), "18446744073709551614");
  EXPECT_EQ(c.call("add", {kInt, kInt}, {i(INT64_MAX), i(1)}), "-9223372036854775808");
  EXPECT_EQ(c.call("multiply", {kInt, kInt}, {i(INT64_MAX), i(2)}), "-2");
  EXPECT_EQ(c.call("divide", {kInt, kInt}, {i(-7), i(2)}), "-3");
  EXPECT_EQ(c.call("remainder", {kInt, kInt}, {i(-7), i(2)}), "-1");
  EXPECT_EQ(c.call("remainder", {kInt, kInt}, {i(kLowest), i(-1)}), "0");
  EXPECT_EQ(c.call("divide", {kInt, kInt}, {i(7), i(0)}), "division by zero");
  EXPECT_EQ(c.call("divide", {kInt, kInt}, {i(kLowest), i(-1)}),
            "-9223372036854775808 / -1 does not fit a 64-bit integer");
  EXPECT_EQ(c.call("power", {kInt, kInt}, {i(3), i(4)}), "81");
  EXPECT_EQ(c.call("power", {kUInt, kUInt}, {u(2), u(64)}), "0");
  EXPECT_EQ(c.call("negate", {kInt}, {i(kLowest)}), "-9223372036854775808");
  EXPECT_EQ(c.call("negate", {kUInt}, {u(1)}), "no overload");
  EXPECT_EQ(c.call("shift_left", {kUInt, kUInt}, {u(1), u(65)}), "2");
  EXPECT_EQ(c.call("bit_xor", {kUInt, kUInt}, {u(6), u(3)}), "5");
  EXPECT_EQ(c.call("complement", {kInt}, {i(0)}), "-1");
}

TEST(Operators, RealsFailOnlyWhereThereIsNoNumber) {
  Caller c;
  EXPECT_EQ(c.call("divide", {kFloat, kFloat}, {f(1), f(0)}), "inf");
  EXPECT_EQ(c.call("divide", {kFloat, kFloat}, {f(0), f(0)}), "the result is not a number");
  EXPECT_EQ(c.call("subtract", {kFloat, kFloat}, {f(INFINITY), f(INFINITY)}),
            "the result is not a number");
  EXPECT_EQ(c.call("remainder", {kFloat, kFloat}, {f(-7.5), f(2)}), "-1.5");
  EXPECT_EQ(c.call("divide_real", {kUInt, kUInt}, {u(1), u(4)}), "0.25");
  EXPECT_EQ(c.call("divide_real", {kInt, kInt}, {i(0), i(0)}), "division by zero");
  EXPECT_EQ(c.call("sqrt", {kFloat}, {f(-1)}), "the result is not a number");
}

TEST(Operators, ProbabilitiesStayProbabilitiesWhereTheyCan) {
  EXPECT_EQ(find_function("multiply")->find(std::vector{kProb, kProb})->result, kProb);
  EXPECT_EQ(find_function("add")->find(std::vector{kProb, kProb})->result, kFloat);
  EXPECT_EQ(find_function("subtract")->find(std::vector{kProb, kFloat})->result, kFloat);
  EXPECT_EQ(find_function("min")->find(std::vector{kProb, kProb})->result, kProb);
  EXPECT_EQ(find_function("abs")->find(std::vector{kProb})->result, kFloat);
}

TEST(Operators, OrderNumbersTextsAndTimes) {
  Caller c;
  EXPECT_EQ(c.call("less", {kFloat, kFloat}, {f(-0.0), f(0.0)}), "false");
  EXPECT_EQ(c.call("less", {kString, kString}, {c.text("B"), c.text("a")}), "true");
  EXPECT_EQ(c.call("greater_equal", {kUInt, kUInt}, {u(UINT64_MAX), u(1)}), "true");
  EXPECT_EQ(c.call("less_equal", {kFixed, kFixed}, {Decimal{150, 2}, Decimal{15, 1}}), "true");
  EXPECT_EQ(c.call("greater", {kTime, kTime}, {Timestamp{2}, Timestamp{1}}), "true");
  EXPECT_EQ(c.call("less", {Type::boolean(), Type::boolean()}, {}), "no overload");
}

TEST(Operators, AreFoundBySpelling) {
  EXPECT_EQ(find_operator("-", true)->name, "negate");
  EXPECT_EQ(find_operator("-", false)->name, "subtract");
  EXPECT_EQ(find_operator("∧", false)->name, "conjunction");
  EXPECT_EQ(find_operator("=", false)->notation->precedence, 7);
  EXPECT_TRUE(find_operator("**", false)->notation->right_associative);
  EXPECT_EQ(find_operator("!", false), nullptr);
}

TEST(Decimals, KeepTheirDigits) {
  Caller c;
  EXPECT_EQ(c.call("multiply", {kFixed, kFixed}, {Decimal{125, 2}, Decimal{20, 1}}), "2.500");
  EXPECT_EQ(c.call("add", {kFixed, kFixed}, {Decimal{1, 1}, Decimal{-25, 2}}), "-0.15");
  EXPECT_EQ(c.call("divide", {kFixed, kFixed}, {Decimal{1, 0}, Decimal{8, 0}}), "0.125");
  EXPECT_EQ(c.call("divide", {kFixed, kFixed}, {Decimal{-2, 0}, Decimal{3, 0}}),
            "-0.66666666666666667");
  EXPECT_EQ(c.call("divide", {kFixed, kFixed}, {Decimal{1, 0}, Decimal{0, 0}}), "division by zero");
  EXPECT_EQ(c.call("remainder", {kFixed, kFixed}, {Decimal{-75, 1}, Decimal{2, 0}}), "-1.5");
  EXPECT_EQ(c.call("power", {kFixed, kFixed}, {Decimal{15, 1}, Decimal{2, 0}}), "2.25");
  EXPECT_EQ(c.call("multiply", {kFixed, kFixed}, {Decimal{1LL << 40, 0}, Decimal{1LL << 40, 0}}),
            "the result does not fit a decimal; Float64 holds larger numbers");
  const Decimal billion{1'000'000'000, 0};
  const Decimal billionth{1, 9};
  EXPECT_EQ(c.call("multiply", {kFixed, kFixed}, {billion, billion}), "1000000000000000000");
  EXPECT_EQ(c.call("multiply", {kFixed, kFixed}, {billionth, billionth}), "0.000000000000000001");
  EXPECT_EQ(c.call("add", {kFixed, kFixed}, {billion, Decimal{1, 28}}), "1000000000.00000000");
  EXPECT_EQ(c.call("less", {kFixed, kFixed}, {Decimal{1, 28}, billion}), "true");
  EXPECT_EQ(c.call("remainder", {kFixed, kFixed}, {billion, Decimal{7, 28}}),
            "0.0000000000000000000000000003");
  EXPECT_EQ(c.call("divide", {kFixed, kFixed}, {Decimal{1, 28}, billion}),
            "0.0000000000000000000000000000");
  EXPECT_EQ(decimal_from(0.1)->to_string(), "0.1");
  EXPECT_EQ(decimal_from(-1234.5)->to_string(), "-1234.5");
  EXPECT_EQ(decimal_from(1e15)->to_string(), "1000000000000000");
  EXPECT_EQ(round_to_integer({25, 1}), 2);
  EXPECT_EQ(round_to_integer({-35, 1}), -4);
}

TEST(Cast, FollowsTheFamilies) {
  Caller c;
  EXPECT_EQ(c.call("cast", {kInt}, {i(-1)}, kUInt), "18446744073709551615");
  EXPECT_EQ(c.call("cast", {kFloat}, {f(-2.9)}, kInt), "-2");
  EXPECT_EQ(c.call("cast", {kFloat}, {f(1e300)}, kInt), "9223372036854775807");
  EXPECT_EQ(c.call("cast", {kFloat}, {f(-1.0)}, kUInt), "0");
  EXPECT_EQ(c.call("cast", {kInt}, {i(3)}, kFloat), "3");
  EXPECT_EQ(c.call("cast", {kInt}, {i(3)}, Type::integer(8)), "3");
  EXPECT_EQ(c.call("cast", {kFixed}, {Decimal{25, 1}}, kInt), "2");
  EXPECT_EQ(c.call("cast", {kInt}, {i(3)}, kFixed), "3");
  EXPECT_EQ(c.call("cast", {kFloat}, {f(1.3)}, kProb), "1.3 is not a probability");
  EXPECT_EQ(c.call("cast", {kFloat}, {f(1.0 + 5e-13)}, kProb), "1");
}

TEST(Checks, RefuseWhatDoesNotFit) {
  Caller c;
  EXPECT_EQ(c.call("check_prob", {kFloat}, {f(-1e-13)}), "0");
  EXPECT_EQ(c.call("check_prob", {kFloat}, {f(-0.5)}), "-0.5 is not a probability");
  EXPECT_EQ(c.call("check_width", {kInt}, {i(300)}, Type::integer(8)), "300 does not fit Int8");
  EXPECT_EQ(c.call("check_width", {kInt}, {i(-128)}, Type::integer(8)), "-128");
  EXPECT_EQ(c.call("check_width", {kInt}, {i(300)}, kInt), "no overload");
  EXPECT_EQ(c.call("check_width", {kUInt}, {u(65536)}, Type::unsigned_integer(16)),
            "65536 does not fit UInt16");
  EXPECT_EQ(c.call("check_width", {kFloat}, {f(INFINITY)}, Type::floating(32)), "inf");
  EXPECT_EQ(c.call("check_confidence", {kFloat}, {f(-1)}),
            "-1 is no confidence: it must be finite and at least 0");
  EXPECT_EQ(c.call("check_unsigned", {kInt}, {i(4)}), "4");
  EXPECT_NE(c.call("check_unsigned", {kInt}, {i(-4)}).find("time_diff_days"), std::string::npos);
}

TEST(Functions, Math) {
  Caller c;
  EXPECT_EQ(c.call("abs", {kInt}, {i(-5)}), "5");
  EXPECT_EQ(c.call("round", {kFloat, kUInt}, {f(-2.345), u(1)}), "-2.3");
  EXPECT_EQ(c.call("round", {kFloat, kUInt}, {f(0.5), u(0)}), "1");
  EXPECT_EQ(c.call("max", {kFloat, kFloat}, {f(1), f(2)}), "2");
  EXPECT_EQ(c.call("arctan", {kFloat}, {f(0)}), "0");
}

TEST(Functions, Texts) {
  Caller c;
  EXPECT_EQ(c.call("matches", {kString, kString}, {c.text("xaab"), c.text("a+b$")}), "true");
  EXPECT_EQ(c.call("matches", {kString, kString}, {c.text("ba"), c.text("^a")}), "false");
  EXPECT_TRUE(regex_problem("a(").has_value());
  EXPECT_FALSE(regex_problem("a|b").has_value());
  EXPECT_EQ(c.call("format", {kString, kInt}, {c.text("n {{x}}, {{y}} { }"), i(3)}),
            "\"n 3, {{y}} { }\"");
  const Type pair = Type::tuple({kInt, kString});
  EXPECT_EQ(c.call("format", {kString, pair, kFloat},
                   {c.text("{{}}={{}}"), Value::Tuple{i(1), c.text("a")}, f(0.5)}),
            "\"(1, a)=0.5\"");
}

TEST(Functions, Times) {
  Caller c;
  EXPECT_EQ(c.call("time_from_rfc", {kString}, {c.text("1970-01-02")}),
            c.call("time_from_rfc", {kString}, {c.text("1970-01-02 01:00:00+01:00")}));
  EXPECT_EQ(c.call("time_from_rfc", {kString}, {c.text("soon")}),
            "\"soon\" is not a date or time: dates are written 2024-05-31, perhaps with T08:00:00Z "
            "behind them");
  EXPECT_EQ(c.call("to_days", {kDuration}, {Duration::seconds(-1)}), "-1");
  EXPECT_EQ(c.call("to_days", {kDuration}, {Duration::seconds(86'400)}), "1");
  EXPECT_EQ(c.call("to_minutes", {kDuration}, {Duration::seconds(59)}), "0");
  EXPECT_EQ(c.call("time_diff_days", {kTime, kTime}, {Timestamp{0}, Timestamp{43'200'000'000'000}}),
            "-0.5");
}

TEST(Equality, ComparesNumbersAsNumbers) {
  const Type type = Type::tuple({kFloat, kFixed, Type::optional(kInt)});
  Cell a[] = {cell_of(0.0), Decimal{15, 1}.pack(), 0, 0};
  Cell b[] = {cell_of(-0.0), Decimal{150, 2}.pack(), 0, 0};
  EXPECT_TRUE(equal_cells(type, a, b));
  EXPECT_FALSE(equal_means_identical(type));
  make_canonical(type, b);
  EXPECT_TRUE(std::equal(a, a + 4, b));
  b[2] = 1;
  EXPECT_FALSE(equal_cells(type, a, b));
}

TEST(Catalogue, EveryEntryIsDocumented) {
  for (const auto table : {operators(), functions()}) {
    for (const Function* entry : table) {
      EXPECT_FALSE(entry->summary.empty() || entry->documentation.empty() || entry->example.empty())
          << entry->name;
      EXPECT_EQ(find_function(entry->name), entry);
    }
  }
}

}  // namespace
}  // namespace fairmon::builtins
