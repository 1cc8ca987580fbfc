#include "ir/verify.hpp"

#include <gtest/gtest.h>

#include "ir/dependencies.hpp"
#include "ir/text.hpp"

namespace fairmon::ir {
namespace {

std::string problems_of(std::string_view text) {
  auto program = read(text);
  if (!program.ok()) {
    return "unreadable: " + program.error().message;
  }
  std::string all;
  for (const std::string& problem : verify(*program)) {
    all += problem + "\n";
  }
  return all;
}

TEST(IrVerify, TypesMustFit) {
  EXPECT_EQ(problems_of("input a: Int64\noutput x: Bool\n  eval @event(a) with sync(a)\n"),
            "x eval: expression of the wrong type\n");
  EXPECT_EQ(problems_of("input a: Int64\noutput x: Int64\n  eval @event(a) when sync(a) with 1\n"),
            "x eval: expression of the wrong type\n");
  EXPECT_EQ(problems_of("input a: Int64\noutput x: Int64\n"
                        "  eval @event(a) with if(true, 1, 2u)\n"),
            "x eval: branch of another type\n");
}

TEST(IrVerify, ProbMayStandForFloat) {
  EXPECT_EQ(problems_of("input p: Prob\noutput x: Float64\n  eval @event(p) with sync(p)\n"), "");
}

TEST(IrVerify, InstancesMustBeNamedCompletely) {
  EXPECT_EQ(problems_of("input a: Int64\n"
                        "output x(i: Int64): Int64\n"
                        "  spawn @event(a) with sync(a)\n"
                        "  eval @event(a) with 1\n"
                        "output y: Int64\n"
                        "  eval @event(a) with defaults(hold(x), 0)\n"),
            "y eval: wrong number of operands\n");
  EXPECT_EQ(problems_of("input a: Int64\noutput x: Int64\n  eval @event(a) with $0:Int64\n"),
            "x eval: no such parameter\n");
}

TEST(IrVerify, PacingsMustFit) {
  EXPECT_EQ(problems_of("input a: Int64\noutput x: Int64\n  eval @local(1s) with 1\n"),
            "x eval: locally paced without spawn\n");
  EXPECT_EQ(problems_of("input a: Int64\noutput x: Int64\n  eval @event(a) with 1\n"
                        "  eval @global(1s) with 2\n"),
            "x eval: clauses of different pacing\n");
}

TEST(IrVerify, WindowsBelongToTheirCaller) {
  EXPECT_EQ(problems_of("input a: Int64\noutput x: UInt64\n  eval @global(1s) with window(w0)\n"
                        "window w0: UInt64 = sliding a over 1s using count from run caller x "
                        "@global(2s)\n"),
            "x eval: window read at another pacing than its caller's\n");
  EXPECT_EQ(problems_of("input a: Int64\noutput x: UInt64\n  eval @global(1s) with window(w0)\n"
                        "window w0: UInt64 = sliding a over 1s using exists from run caller x "
                        "@global(1s)\n"),
            "window w0: aggregation does not fit the target's type\n");
}

TEST(IrVerify, OrderMustBeRight) {
  EXPECT_EQ(problems_of("input a: Int64 layers 0 0 keep 1\n"
                        "output x: Int64 layers 0 1 keep 1\n  eval @event(a) with sync(y)\n"
                        "output y: Int64 layers 0 1 keep 1\n  eval @event(a) with sync(a)\n"),
            "x: evaluated before what it reads\n");
}

TEST(IrLayers, FollowReadingsButNotOffsets) {
  auto program = read(
      "input a: Int64\n"
      "output x: Int64\n"
      "  eval @event(a) with add(sync(y), defaults(offset(z, 3), 0))\n"
      "output y: Int64\n"
      "  eval @event(a) with sync(a)\n"
      "output z: Int64\n"
      "  eval @event(a) with sync(x)\n"
      "output t: Int64\n"
      "  spawn @event(a) when greater(sync(y), 0)\n"
      "  eval @global(1s) with defaults(hold(z), 0)\n");
  ASSERT_TRUE(program.ok());
  const auto& streams = program->streams;
  EXPECT_EQ(streams[StreamId(1)].eval_layer, 2U);
  EXPECT_EQ(streams[StreamId(2)].eval_layer, 1U);
  EXPECT_EQ(streams[StreamId(3)].eval_layer, 3U);
  EXPECT_EQ(streams[StreamId(3)].num_kept, 4U);
  EXPECT_EQ(streams[StreamId(4)].spawn_layer, 2U);
  EXPECT_EQ(streams[StreamId(4)].eval_layer, 3U);
  EXPECT_FALSE(find_cycle(*program));
}

TEST(IrLayers, PeriodicAndEventStreamsMayReadEachOther) {
  auto program = read(
      "input a: Int64\n"
      "output x: Int64\n  eval @event(a) with defaults(hold(y), 0)\n"
      "output y: Int64\n  eval @global(1s) with defaults(hold(x), 0)\n");
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(program->streams[StreamId(1)].eval_layer, 1U);
  EXPECT_EQ(program->streams[StreamId(2)].eval_layer, 1U);
}

TEST(IrLayers, FindsLoops) {
  auto program = read(
      "input a: Int64 layers 0 0 keep 1\n"
      "output x: Int64 layers 0 1 keep 1\n  eval @event(a) with defaults(hold(y), 0)\n"
      "output y: Int64 layers 0 1 keep 1\n  eval @event(a) with defaults(hold(x), 0)\n");
  ASSERT_TRUE(program.ok());
  const auto cycle = find_cycle(*program);
  ASSERT_TRUE(cycle.has_value());
  EXPECT_EQ(cycle->size(), 2U);
}

}  // namespace
}  // namespace fairmon::ir
