#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ir/passes/pipeline.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"

namespace fairmon::ir::passes {
namespace {

/// Both texts without layers; they are assigned on reading.
std::string normal(std::string_view text) {
  auto program = read(text);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().message) << "\n" << text;
  if (!program.ok()) {
    return {};
  }
  EXPECT_EQ(verify(*program), std::vector<std::string>()) << text;
  return print(*program);
}

void expect_pass(std::string_view name, std::string_view before, std::string_view after) {
  auto program = read(before);
  ASSERT_TRUE(program.ok()) << program.error().message;
  ASSERT_TRUE(run_pass(*program, name));
  assign_layers(*program);
  EXPECT_EQ(verify(*program), std::vector<std::string>());
  EXPECT_EQ(print(*program), normal(after));
}

TEST(ConstantFolding, EvaluatesWhatIsKnown) {
  expect_pass("constant-folding",
              "input a: Int64\n"
              "output x: Int64\n"
              "  eval @event(a) when and(greater(3, 2), less(sync(a), add(1, 2)))\n"
              "    with if(eq(\"a\", \"b\"), 1, multiply(sync(a), subtract(5, 2)))\n"
              "output y: Int64\n"
              "  eval @event(a) when or(true, less(sync(a), 0)) with defaults(some(sync(a)), 0)\n",
              "input a: Int64\n"
              "output x: Int64\n"
              "  eval @event(a) when less(sync(a), 3) with multiply(sync(a), 3)\n"
              "output y: Int64\n"
              "  eval @event(a) with sync(a)\n");
}

TEST(ConstantFolding, LeavesFailuresToTheRun) {
  constexpr std::string_view kText =
      "input a: Int64\n"
      "output x: Int64\n"
      "  eval @event(a) with divide(1, 0)\n"
      "output y: Bool\n"
      "  eval @event(a) with and(greater(divide(sync(a), 0), 1), false)\n";
  expect_pass("constant-folding", kText, kText);
}

TEST(ConstantFolding, FoldsTextsAndTuples) {
  expect_pass("constant-folding",
              "input a: Int64\n"
              "output x: String\n"
              "  eval @event(a) with format(\"n = {{}}\", add(1, 1))\n"
              "output y: Int64\n"
              "  eval @event(a) with project(1, tuple(\"b\", 7))\n",
              "input a: Int64\n"
              "output x: String\n"
              "  eval @event(a) with \"n = 2\"\n"
              "output y: Int64\n"
              "  eval @event(a) with 7\n");
}

TEST(LambdaValues, TheInstanceLookedAtIsNotReadAgain) {
  const std::string streams =
      "input id: Int64\n"
      "output s(i: Int64, j: Int64): Int64\n"
      "  spawn @event(id) with tuple(sync(id), 1)\n"
      "  eval @event(id) with sync(id)\n"
      "output n: UInt64\n"
      "  eval @global(1s) with instances(a0)\n";
  // The second reads another instance.
  expect_pass("lambda-values",
              streams +
                  "instances a0: UInt64 = all s using count where "
                  "and(less(defaults(hold(s, #0:Int64, #1:Int64), 0), 3), "
                  "less(defaults(hold(s, #1:Int64, #0:Int64), 0), 3))\n",
              streams +
                  "instances a0: UInt64 = all s using count where "
                  "and(less(defaults(some(#2:Int64), 0), 3), "
                  "less(defaults(hold(s, #1:Int64, #0:Int64), 0), 3))\n");
}

TEST(GuardMerging, FlattensAndDropsRepetitions) {
  expect_pass("guard-merging",
              "input a: Int64\n"
              "input b: Int64\n"
              "output x: Int64\n"
              "  eval @event((a && b)) when and(and(fresh(a), less(sync(a), 3)),\n"
              "    and(less(sync(b), 3), less(sync(a), 3))) with 1\n"
              "output y: Int64\n"
              "  eval @event((a || b)) when and(fresh(a), less(sync(a), 3)) with 1\n",
              "input a: Int64\n"
              "input b: Int64\n"
              "output x: Int64\n"
              "  eval @event((a && b)) when and(less(sync(a), 3), less(sync(b), 3)) with 1\n"
              "output y: Int64\n"
              "  eval @event((a || b)) when and(fresh(a), less(sync(a), 3)) with 1\n");
}

TEST(SharedStreams, EqualCountersBecomeOne) {
  expect_pass("shared-streams",
              "input a: Bool\n"
              "output x: UInt64\n"
              "  eval @event(a) with sync(n.1)\n"
              "output y: UInt64\n"
              "  eval @event(a) with add(sync(n.2), sync(m.2))\n"
              "hidden n.1: UInt64 of x\n"
              "  eval @event(a) with add(defaults(offset(n.1, 1), 0u), if(sync(a), 1u, 0u))\n"
              "hidden n.2: UInt64 of y\n"
              "  eval @event(a) with add(defaults(offset(n.2, 1), 0u), if(sync(a), 1u, 0u))\n"
              "hidden m.2: UInt64 of y\n"
              "  eval @event(a) with add(defaults(offset(m.2, 1), 0u), 1u)\n",
              "input a: Bool\n"
              "output x: UInt64\n"
              "  eval @event(a) with sync(n.1)\n"
              "output y: UInt64\n"
              "  eval @event(a) with add(sync(n.1), sync(m.2))\n"
              "hidden n.1: UInt64 of x\n"
              "  eval @event(a) with add(defaults(offset(n.1, 1), 0u), if(sync(a), 1u, 0u))\n"
              "hidden m.2: UInt64 of y\n"
              "  eval @event(a) with add(defaults(offset(m.2, 1), 0u), 1u)\n");
}

TEST(SharedStreams, EqualOnesBehindEqualOnes) {
  expect_pass("shared-streams",
              "input a: Bool\n"
              "output x: Bool\n"
              "  eval @event(a) with and(sync(q.1), sync(q.2))\n"
              "hidden p.1: Bool of x\n  eval @event(a) with logical_not(sync(a))\n"
              "hidden p.2: Bool of x\n  eval @event(a) with logical_not(sync(a))\n"
              "hidden q.1: Bool of x\n  eval @event(a) with sync(p.1)\n"
              "hidden q.2: Bool of x\n  eval @event(a) with sync(p.2)\n",
              "input a: Bool\n"
              "output x: Bool\n"
              "  eval @event(a) with and(sync(q.1), sync(q.1))\n"
              "hidden p.1: Bool of x\n  eval @event(a) with logical_not(sync(a))\n"
              "hidden q.1: Bool of x\n  eval @event(a) with sync(p.1)\n");
}

TEST(SharedStreams, ARepeatedInputIsTheInput) {
  expect_pass("shared-streams",
              "input a: Bool\n"
              "output x: UInt64\n"
              "  eval @global(1s) with window(w0)\n"
              "hidden o: Bool of x\n  eval @event(a) with sync(a)\n"
              "window w0: UInt64 = sliding o over 5s using sum from run caller x @global(1s)\n",
              "input a: Bool\n"
              "output x: UInt64\n"
              "  eval @global(1s) with window(w0)\n"
              "window w0: UInt64 = sliding a over 5s using sum from run caller x @global(1s)\n");
}

TEST(SharedStreams, EqualWindowsOfOneCaller) {
  expect_pass("shared-streams",
              "input a: Int64\n"
              "output x: UInt64\n"
              "  eval @global(1s) with add(window(w0), window(w1))\n"
              "window w0: UInt64 = sliding a over 5s using count from run caller x @global(1s)\n"
              "window w1: UInt64 = sliding a over 5s using count from run caller x @global(1s)\n",
              "input a: Int64\n"
              "output x: UInt64\n"
              "  eval @global(1s) with add(window(w0), window(w0))\n"
              "window w0: UInt64 = sliding a over 5s using count from run caller x @global(1s)\n");
}

TEST(CommonSubexpressions, AcrossStreams) {
  expect_pass("common-subexpressions",
              "input a: Int64\n"
              "output x: Bool\n"
              "  eval @event(a) with less(multiply(sync(a), sync(a)), 7)\n"
              "output y: Bool\n"
              "  eval @event(a) with less(multiply(sync(a), sync(a)), 8)\n",
              "input a: Int64\n"
              "output x: Bool\n"
              "  eval @event(a) with less(%2, 7)\n"
              "output y: Bool\n"
              "  eval @event(a) with less(%2, 8)\n"
              "let %1 = sync(a)\n"
              "let %2 = multiply(%1, %1)\n");
}

/// How many reads of the window are left when each stands at its own place of the source.
std::size_t reads_left(std::string_view aggregate, std::string_view type) {
  auto program = read(
      fmt::format("input a: Int64\n"
                  "output x: {1}\n"
                  "  eval @global(1s) with add(window(w0), window(w0))\n"
                  "window w0: {1} = sliding a over 5s using {0} from run caller x @global(1s)\n",
                  aggregate, type));
  EXPECT_TRUE(program.ok());
  std::uint32_t place = 0;
  for (Expr& expr : program->exprs) {
    expr.span.begin = ++place;
  }
  EXPECT_TRUE(run_pass(*program, "common-subexpressions"));
  return static_cast<std::size_t>(
      std::count_if(program->exprs.begin(), program->exprs.end(),
                    [](const Expr& expr) { return expr.kind == ExprKind::WindowRead; }));
}

TEST(CommonSubexpressions, AnAggregateThatCanFailKeepsItsPlace) {
  EXPECT_EQ(reads_left("count", "UInt64"), 1U);
  EXPECT_EQ(reads_left("sum", "Int64"), 2U);
}

TEST(DeadStreams, OnlyHiddenOnesGo) {
  expect_pass("dead-streams",
              "input a: Int64\n"
              "output x: Int64\n"
              "  eval @event(a) with sync(a)\n"
              "hidden p: Int64 of x\n  eval @event(a) with sync(q)\n"
              "hidden q: Int64 of x\n  eval @event(a) with sync(a)\n",
              "input a: Int64\n"
              "output x: Int64\n"
              "  eval @event(a) with sync(a)\n");
}

TEST(KeyRecognition, FindsParametersAndKeepsTheRest) {
  constexpr std::string_view kHead =
      "input id: Int64\n"
      "input g: String\n"
      "input v: Int64\n"
      "output x(i: Int64, s: String): Int64\n"
      "  spawn @event((id && g)) with tuple(sync(id), sync(g))\n";
  const std::string head(kHead);
  expect_pass(
      "key-recognition",
      head +
          "  eval @event((id && (g && v))) when and(less(sync(v), 9), and(eq($0, sync(id)), "
          "eq(sync(g), $1))) with 1\n",
      head +
          "  eval @event((id && (g && v))) when and(%1, and(eq($0, %2), eq(%3, $1))) "
          "key $0 = %2 key $1 = %3 residual %1 with 1\n"
          "let %1 = less(sync(v), 9)\n"
          "let %2 = sync(id)\n"
          "let %3 = sync(g)\n");
}

TEST(KeyRecognition, NotBehindSomethingThatCanFail) {
  const std::string text =
      "input id: Int64\n"
      "output x(i: Int64): Int64\n"
      "  spawn @event(id) with sync(id)\n"
      "  eval @event(id) when and(less(divide(7, sync(id)), 9), eq($0, sync(id))) with 1\n"
      "  close @event(id) when eq($0, add($0, 1))\n";
  expect_pass("key-recognition", text, text);
}

TEST(InstanceTables, StreamsWithEqualLives) {
  const std::string life =
      "  spawn @event(id) when less(sync(id), 9) with sync(id)\n"
      "  eval @event(id) with 1\n"
      "  close @event(id) when eq(sync(id), 0)\n";
  const std::string other =
      "output z(i: Int64): Int64\n"
      "  spawn @event(id) when less(sync(id), 9) with sync(id)\n"
      "  eval @event(id) with 1\n";
  expect_pass("instance-tables",
              "input id: Int64\noutput x(i: Int64): Int64\n" + life +
                  "output y(j: Int64): Int64\n" + life + other,
              "input id: Int64\noutput x(i: Int64): Int64\n" + life +
                  "output y(j: Int64): Int64 table x\n" + life + other);
}

/// Each of two streams reports the failure of its own clause.
TEST(InstanceTables, NotWhereAReadThatEndsLivesCanFail) {
  const auto two = [](std::string_view aggregate, std::string_view table) {
    const bool counts = aggregate == "count";
    const std::string life = fmt::format(
        "  spawn @event(id) with sync(id)\n"
        "  eval @event(id) with 1\n"
        "  close @event(id) when less(instances(a0), {})\n",
        counts ? "9u" : "9");
    return fmt::format(
        "input id: Int64\n"
        "output x(i: Int64): Int64\n{0}"
        "output y(j: Int64): Int64{1}\n{0}"
        "output z(k: Int64): Int64\n"
        "  spawn @event(id) with sync(id)\n"
        "  eval @event(id) with 1\n"
        "instances a0: {2} = all z using {3}\n",
        life, table, counts ? "UInt64" : "Int64", aggregate);
  };
  expect_pass("instance-tables", two("count", ""), two("count", " table x"));
  expect_pass("instance-tables", two("sum", ""), two("sum", ""));
}

TEST(Pipeline, PassesCanBeLeftOut) {
  auto program = read("input a: Int64\noutput x: Int64\n  eval @event(a) with add(1, 2)\n");
  ASSERT_TRUE(program.ok());
  const std::string before = print(*program);
  std::vector<std::string> all;
  for (const Pass& pass : all_passes()) {
    all.emplace_back(pass.name);
  }
  run_pipeline(*program, all);
  EXPECT_EQ(print(*program), before);
  run_pipeline(*program);
  EXPECT_NE(print(*program), before);
  EXPECT_FALSE(run_pass(*program, "no-such-pass"));
}

}  // namespace
}  // namespace fairmon::ir::passes
