#include "syntax/parse.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "syntax/print.hpp"
#include "syntax/testing.hpp"

namespace fairmon::syntax {
namespace {

using testing::messages;
using testing::Parsed;
using testing::read;

// The value of the first output as it reads back.
std::string value_of(const std::string& text) {
  const Parsed parsed = read("output x := " + text);
  EXPECT_EQ(messages(parsed.diagnostics), "") << text;
  return print_expression(parsed.ast, parsed.ast.outputs.front().evals.front().with);
}

// Shows the tree: every operator in parentheses.
std::string grouped(const Ast& ast, ExprId id) {
  const Expr& expr = ast.exprs[id];
  if (expr.kind == ExprKind::Binary || expr.kind == ExprKind::Unary) {
    std::string out = "(" + print_expression(ast, id).substr(0, 0);
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      out += (i > 0 ? " " : "") + grouped(ast, expr.operands[i]);
    }
    return out + ")";
  }
  return print_expression(ast, id);
}

std::string groups(const std::string& text) {
  const Parsed parsed = read("output x := " + text);
  EXPECT_EQ(messages(parsed.diagnostics), "") << text;
  return grouped(parsed.ast, parsed.ast.outputs.front().evals.front().with);
}

TEST(Parse, SeedSpecificationsAreFreeOfMistakes) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus/parse_fuzz")) {
    if (entry.path().extension() != ".lola") {
      continue;
    }
    std::ifstream stream(entry.path(), std::ios::binary);
    const Parsed parsed = read({std::istreambuf_iterator<char>(stream), {}});
    EXPECT_EQ(messages(parsed.diagnostics), "") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 14U);
}

TEST(Parse, OperatorsBindAsTheReferenceSays) {
  EXPECT_EQ(groups("a -> b -> c"), "(a (b c))");
  EXPECT_EQ(groups("a ** b ** c"), "(a (b c))");
  EXPECT_EQ(groups("a - b - c"), "((a b) c)");
  EXPECT_EQ(groups("-a ** 2"), "((a) 2)");
  EXPECT_EQ(groups("a & 3 == 1"), "(a (3 1))");
  EXPECT_EQ(groups("!t == f"), "((t) f)");
  EXPECT_EQ(groups("a || b && c"), "(a (b c))");
  EXPECT_EQ(groups("a | b ^ c & d"), "(a (b (c d)))");
  EXPECT_EQ(groups("a < b == c << d + e * f"), "((a b) (c (d (e f))))");
  EXPECT_EQ(groups("-a.offset(by: -1).defaults(to: 7)"), "(a.offset(by: -1).defaults(to: 7))");
}

TEST(Parse, ASignTouchingDigitsBelongsToTheNumber) {
  const Parsed parsed = read("output x := -5.abs()");
  const Expr& value = parsed.ast.exprs[parsed.ast.outputs.front().evals.front().with];
  ASSERT_EQ(value.kind, ExprKind::Method);
  EXPECT_EQ(parsed.ast.exprs[value.operands[0]].text, "-5");
  EXPECT_EQ(groups("a -1"), "(a 1)");
  EXPECT_EQ(groups("a - -1"), "(a -1)");
  EXPECT_EQ(value_of("- 5"), "- 5");
}

TEST(Parse, ConditionsReachAsFarAsPossible) {
  EXPECT_EQ(groups("1 + if c then 2 else 3 + 4"), "(1 if c then 2 else 3 + 4)");
}

TEST(Parse, SpellingsMeanTheSame) {
  EXPECT_EQ(value_of("a ∧ b ∨ ¬c → d ≤ e"), "a && b || !c -> d <= e");
  EXPECT_EQ(value_of("a and b or not c implies d = e"), "a && b || !c -> d == e");
  EXPECT_EQ(value_of("(⊤, ⊥, a ≠ b, a ≥ b)"), "(true, false, a != b, a >= b)");
  EXPECT_EQ(value_of("1_000 + 0xFF + 1.5e-3"), "1000 + 0xFF + 1.5e-3");
}

TEST(Parse, NamesMayBeginLikeWords) {
  EXPECT_EQ(value_of("notable and iffy or trueish + orange"),
            "notable && iffy || trueish + orange");
  EXPECT_EQ(value_of("if iffy then evaluate else foo::bar'"),
            "if iffy then evaluate else foo::bar'");
  EXPECT_EQ(value_of("eval + constant * use"), "eval + constant * use");
}

TEST(Parse, AggregationsMayBeSigns) {
  for (const char* sign : {"∃", "∀", "∧", "∨", "Σ", "σ²", "σ", "µ", "#", "∫"}) {
    const std::string text = "a.aggregate(over: 5s, using: " + std::string(sign) + ")";
    EXPECT_EQ(value_of(text), text);
  }
}

TEST(Parse, LambdasComeInAllShapes) {
  EXPECT_EQ(value_of("s.aggregate(over_instances: All(i, g => i == g), using: count)"),
            "s.aggregate(over_instances: All(where: (i, g) => i == g), using: count)");
  EXPECT_EQ(value_of("s.prob(of: id, v => v > 6, given: x => x > 1)"),
            "s.prob(of: (id, v) => v > 6, given: x => x > 1)");
  EXPECT_EQ(value_of("s.prob(of: (x: Int64, y: (Bool, Int8?)) => y.0)"),
            "s.prob(of: (x: Int64, y: (Bool, Int8?)) => y.0)");
}

TEST(Parse, CallsTakeTypesAndComparisonsStayComparisons) {
  EXPECT_EQ(value_of("cast<UInt64,Float64>(a) / b"), "cast<UInt64, Float64>(a) / b");
  EXPECT_EQ(groups("a < b && c > (d)"), "((a b) (c (d)))");
  EXPECT_EQ(value_of("user_info(id).0.hold(or: 0) + pair.0.1"),
            "user_info(id).0.hold(or: 0) + pair.0.1");
}

TEST(Parse, TextsAreDecoded) {
  const Parsed parsed = read(R"(output x := "a\"b\\c\n\t\d" output y := r#"raw "\n""#)");
  const auto text = [&](std::size_t i) {
    return parsed.ast.exprs[parsed.ast.outputs[OutputId(i)].evals.front().with].text;
  };
  EXPECT_EQ(text(0), "a\"b\\c\n\t\\d");
  EXPECT_EQ(text(1), "raw \"\\n\"");
}

TEST(Parse, IdentifiersAreNormalised) {
  const Parsed parsed = read("input a\u0308: Bool");
  EXPECT_EQ(parsed.ast.inputs.front().name.text, "ä");
}

TEST(Parse, PacingsGroupToTheRight) {
  const Parsed parsed = read("output x @a && (b || c) := 1\noutput y @(a | b & c) := 1");
  EXPECT_EQ(print(parsed.ast), "output x @a && (b || c) := 1\noutput y @(a || b && c) := 1\n");
  EXPECT_EQ(messages(parsed.diagnostics), "2:12 mixed-activation: this is read as `a | (b & c)`\n");
}

TEST(Parse, NestingIsLimitedAndSaidSo) {
  const std::string deep = "output x := " + std::string(100000, '(') + "1";
  EXPECT_EQ(read(deep).diagnostics.all()[0].id, "nesting-too-deep");
  std::string minus = "output x := ";
  for (int i = 0; i < 100000; ++i) {
    minus += "- ";
  }
  EXPECT_EQ(read(minus + "1").diagnostics.all()[0].id, "nesting-too-deep");
  std::string chain = "output x := 1";
  for (int i = 0; i < 100000; ++i) {
    chain += " + 1";
  }
  EXPECT_EQ(read(chain).diagnostics.all()[0].id, "nesting-too-deep");
  EXPECT_EQ(read(chain).diagnostics.all().size(), 1U);
}

/// The processor's time for so many streams: however busy the machine is, it does not count.
double seconds_for(int num_streams) {
  std::string text;
  for (int i = 0; i < num_streams; ++i) {
    text += "output stream_" + std::to_string(i) + " @1s := a.aggregate(over: 5s, using: avg)" +
            ".defaults(to: 0.0) * 2.0 + b.hold(or: 1.5)\n";
  }
  const std::clock_t begin = std::clock();
  const Parsed parsed = read(text);
  const std::clock_t end = std::clock();
  EXPECT_EQ(parsed.ast.outputs.size(), static_cast<std::size_t>(num_streams));
  return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

TEST(Parse, TimeGrowsWithLengthOnly) {
  // Ten times the length takes about ten times as long; a quadratic parser would take a hundred.
  EXPECT_LT(seconds_for(10000), 40 * seconds_for(1000));
}

}  // namespace
}  // namespace fairmon::syntax
