#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "builtins/catalogue.hpp"

namespace fairmon::builtins {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

/// Aggregates values (one second apart from time 0) in every way the algebra offers; all must
/// agree.
class Folder {
 public:
  SymbolTable symbols;

  std::string fold(std::string_view spelling, const Type& input, const std::vector<Value>& values) {
    const auto name = find_aggregate(spelling);
    const auto bound = name ? name->aggregate->bind(input, name->argument) : std::nullopt;
    if (!bound) {
      return "refused";
    }
    width_ = input.num_cells();
    cells_.assign(values.size() * width_, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      value_to_cells(input, values[i], &cells_[i * width_], symbols);
    }
    if (bound->algebra == Algebra::Holistic) {
      return finish_values(*bound);
    }
    const std::string plain = one_by_one(*bound);
    for (std::size_t cut = 0; cut <= values.size(); ++cut) {
      EXPECT_EQ(merged(*bound, cut), plain) << spelling << " cut at " << cut;
    }
    return plain;
  }

 private:
  std::vector<Cell> state_of(const BoundAggregate& bound, std::size_t from, std::size_t to) {
    std::vector<Cell> state(bound.state_cells);
    bound.start(state.data());
    for (std::size_t i = from; i < to; ++i) {
      bound.add(state.data(), &cells_[i * width_], static_cast<std::int64_t>(i) * kSecond);
    }
    return state;
  }
  std::string one_by_one(const BoundAggregate& bound) {
    const std::size_t count = cells_.size() / width_;
    std::vector<Cell> state = state_of(bound, 0, count);
    const std::string result = finish(bound, state);
    if (bound.algebra == Algebra::Invertible && count > 1) {
      // Taking the first value out again gives the same as never having seen it.
      bound.remove(state.data(), cells_.data(), 0);
      EXPECT_EQ(finish(bound, state), finish(bound, state_of(bound, 1, count)));
    }
    return result;
  }
  std::string merged(const BoundAggregate& bound, std::size_t cut) {
    std::vector<Cell> state = state_of(bound, 0, cut);
    const std::vector<Cell> later = state_of(bound, cut, cells_.size() / width_);
    bound.merge(state.data(), later.data());
    return finish(bound, state);
  }
  std::string finish(const BoundAggregate& bound, const std::vector<Cell>& state) {
    Evaluation e;
    std::vector<Cell> result(bound.result.num_cells());
    bound.finish(state.data(), result.data(), e);
    return show(bound, result, e);
  }
  std::string finish_values(const BoundAggregate& bound) {
    Evaluation e;
    std::vector<Cell> result(bound.result.num_cells());
    bound.finish_values(cells_, bound.argument, result.data(), e);
    return show(bound, result, e);
  }
  std::string show(const BoundAggregate& bound, const std::vector<Cell>& result, Evaluation& e) {
    if (e.failure != Failure::None) {
      return describe(e.failure, bound.result, 0, symbols);
    }
    std::string out;
    append_text(out, bound.result, result.data(), symbols);
    return out;
  }
  std::vector<Cell> cells_;
  std::size_t width_ = 1;
};

const Type kInt = Type::integer();
const Type kUInt = Type::unsigned_integer();
const Type kFloat = Type::floating();
const Type kBool = Type::boolean();
const Type kFixed{TypeKind::Fixed, 64};

template <class... T>
std::vector<Value> ints(T... x) {
  return {Value(std::int64_t{x})...};
}
template <class... T>
std::vector<Value> reals(T... x) {
  return {Value(static_cast<double>(x))...};
}

TEST(Aggregates, EmptyValues) {
  Folder f;
  EXPECT_EQ(f.fold("count", Type::string(), {}), "0");
  EXPECT_EQ(f.fold("sum", kInt, {}), "0");
  EXPECT_EQ(f.fold("avg", kFloat, {}), "None");
  EXPECT_EQ(f.fold("min", kInt, {}), "None");
  EXPECT_EQ(f.fold("last", kInt, {}), "None");
  EXPECT_EQ(f.fold("exists", kBool, {}), "false");
  EXPECT_EQ(f.fold("forall", kBool, {}), "true");
  EXPECT_EQ(f.fold("integral", kFloat, {}), "0");
  EXPECT_EQ(f.fold("variance", kFloat, {}), "0");
  EXPECT_EQ(f.fold("sd", kFloat, {}), "0");
  EXPECT_EQ(f.fold("cov", Type::tuple({kFloat, kFloat}), {}), "None");
  EXPECT_EQ(f.fold("median", kFloat, {}), "None");
  EXPECT_EQ(f.fold("true_ratio", kBool, {}), "None");
}

TEST(Aggregates, SumsAndAverages) {
  Folder f;
  EXPECT_EQ(f.fold("sum", kBool, {true, false, true}), "2");
  EXPECT_EQ(f.fold("Σ", kInt, ints(INT64_MAX, 1)), "-9223372036854775808");
  EXPECT_EQ(f.fold("avg", kInt, ints(-1, -2, -2)), "-1");
  EXPECT_EQ(f.fold("avg", kFloat, reals(1.0, 2.0)), "1.5");
  EXPECT_EQ(f.fold("sum", kFloat, reals(1e16, 1.0, -1e16, 1.0)), "2");
  EXPECT_EQ(f.fold("sum", kFloat, reals(INFINITY, 1.0)), "inf");
  EXPECT_EQ(f.fold("sum", kFloat, reals(INFINITY, -INFINITY)), "the result is not a number");
  EXPECT_EQ(f.fold("sum", kFixed, {Decimal{15, 1}, Decimal{25, 2}}), "1.75");
  EXPECT_EQ(f.fold("avg", kFixed, {Decimal{1, 0}, Decimal{2, 0}}), "1.5");
  EXPECT_EQ(f.fold("avg", Type::prob(), reals(1.0, 1.0, 1.0)), "1");
  EXPECT_EQ(find_aggregate("sum")->aggregate->bind(Type::prob(), 0)->result, kFloat);
  EXPECT_EQ(f.fold("sum", Type::string(), {}), "refused");
}

TEST(Aggregates, Extremes) {
  Folder f;
  EXPECT_EQ(f.fold("min", kInt, ints(3, -1, 2)), "-1");
  EXPECT_EQ(f.fold("max", kUInt, {std::uint64_t{3}, UINT64_MAX}), "18446744073709551615");
  EXPECT_EQ(f.fold("min", kFloat, reals(0.0, -0.0)), "-0");
  EXPECT_EQ(f.fold("last", kInt, ints(3, 1, 2)), "2");
}

TEST(Aggregates, Logic) {
  Folder f;
  EXPECT_EQ(f.fold("∃", kBool, {false, true}), "true");
  EXPECT_EQ(f.fold("∀", kBool, {false, true}), "false");
  EXPECT_EQ(f.fold("ratio", kBool, {false, true, true, true}), "0.75");
  EXPECT_EQ(f.fold("exists", kInt, ints(1)), "refused");
}

TEST(Aggregates, Spread) {
  Folder f;
  EXPECT_EQ(f.fold("variance", kFloat, reals(2, 4, 4, 4, 5, 5, 7, 9)), "4");
  EXPECT_EQ(f.fold("σ", kFloat, reals(2, 4, 4, 4, 5, 5, 7, 9)), "2");
  EXPECT_EQ(f.fold("σ²", kFloat, reals(0.1, 0.1, 0.1)), "0");
  EXPECT_EQ(f.fold("var", kFloat, reals(1e9 + 1, 1e9 + 2)), "0.25");
  const Type pair = Type::tuple({kFloat, kFloat});
  EXPECT_EQ(f.fold("covariance", pair,
                   {Value::Tuple{1.0, 2.0}, Value::Tuple{2.0, 4.0}, Value::Tuple{3.0, 6.0}}),
            "1.3333333333333333");
}

TEST(Aggregates, IntegralIsExactBelowASecond) {
  Folder f;
  EXPECT_EQ(f.fold("∫", kFloat, reals(1, 3, 3)), "5");
  const auto bound = find_aggregate("integral")->aggregate->bind(kFloat, 0);
  std::vector<Cell> state(bound->state_cells);
  bound->start(state.data());
  const Cell one = cell_of(1.0);
  bound->add(state.data(), &one, 0);
  bound->add(state.data(), &one, kSecond / 4);
  Cell result = 0;
  Evaluation e;
  bound->finish(state.data(), &result, e);
  EXPECT_EQ(cell_double(result), 0.25);
}

TEST(Aggregates, Percentiles) {
  Folder f;
  EXPECT_EQ(f.fold("median", kInt, ints(5, 1, 3)), "3");
  EXPECT_EQ(f.fold("µ", kInt, ints(1, 2)), "1");
  EXPECT_EQ(f.fold("μ", kFloat, reals(1, 2)), "1.5");
  EXPECT_EQ(f.fold("pctl25", kInt, ints(10, 20, 30, 40)), "15");
  EXPECT_EQ(f.fold("pctl90", kInt, ints(1, 2, 3, 4, 5)), "5");
  EXPECT_EQ(f.fold("pctl0", kInt, ints(3, 1, 2)), "1");
  EXPECT_EQ(f.fold("pctl100", kInt, ints(3, 1, 2)), "3");
  EXPECT_FALSE(find_aggregate("pctl101").has_value());
  EXPECT_FALSE(find_aggregate("pctl").has_value());
}

TEST(Aggregates, MergingOrderDoesNotShow) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(-1e6, 1e6);
  Folder f;
  for (int round = 0; round < 50; ++round) {
    std::vector<Value> values(12);
    std::generate(values.begin(), values.end(), [&] { return Value(any(random)); });
    for (const auto* name : {"sum", "avg", "variance", "sd", "integral"}) {
      f.fold(name, kFloat, values);  // compares all ways of cutting in two
    }
  }
}

/// Where nearly everything cancels, the order must not show in the digits that are left.
TEST(Aggregates, NearlyEqualValuesHaveOneVarianceInAnyOrder) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> any(1.0, 9.0);
  Folder f;
  for (int round = 0; round < 200; ++round) {
    const double base = any(random);
    std::vector<double> numbers = {base, base, base + 8e-9, base - 3e-9, base + 1e-9};
    std::string first;
    for (int order = 0; order < 20; ++order) {
      std::shuffle(numbers.begin(), numbers.end(), random);
      const std::string found = f.fold("variance", kFloat, {numbers.begin(), numbers.end()});
      EXPECT_EQ(found, first.empty() ? found : first) << base;
      first = found;
    }
  }
}

TEST(Aggregates, ConstantValuesHaveNoVariance) {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> any(-20.0, 20.0);
  Folder f;
  for (int round = 0; round < 500; ++round) {
    const double value = any(random);
    EXPECT_EQ(f.fold("variance", kFloat, std::vector<Value>(6, Value(value))), "0") << value;
  }
}

TEST(Aggregates, EveryEntryIsDocumented) {
  for (const Aggregate* entry : aggregates()) {
    const bool documented = !entry->documentation.empty() && !entry->example.empty();
    EXPECT_TRUE(!entry->summary.empty() && (documented || entry->internal)) << entry->name;
    EXPECT_EQ(find_aggregate(entry->numbered ? "pctl7" : entry->name)->aggregate, entry);
  }
}

}  // namespace
}  // namespace fairmon::builtins
