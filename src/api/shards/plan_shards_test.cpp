#include <fairmon/findings.hpp>
#include <fairmon/shards/plan.hpp>
#include <gtest/gtest.h>

#include "api/spec_body.hpp"
#include "ir/verify.hpp"

namespace fairmon {
namespace {

const std::string kCounter =
    "input platform: String\ninput score: Int64\ninput flag: Bool\n"
    "output n(p: String)\n  spawn with platform\n"
    "  eval when platform == p with n(p).last(or: 0) + score\n";

ShardPlan plan_of(const std::string& more) {
  const Compiled compiled = compile(SourceFile("plan.lola", kCounter + more));
  EXPECT_TRUE(compiled.spec) << more;
  return plan_shards(*compiled.spec);
}

const StreamPlacement& row_of(const ShardPlan& plan, const std::string& name) {
  for (const StreamPlacement& row : plan.streams) {
    if (row.name == name) {
      return row;
    }
  }
  ADD_FAILURE() << "no row " << name;
  return plan.streams.front();
}

std::string code_of(const ShardPlan& plan, const std::string& name) {
  const auto& refusal = row_of(plan, name).refusal;
  return refusal ? refusal->code : "";
}

TEST(PlanShards, WhatStaysWithItsKeyIsLocal) {
  const ShardPlan plan = plan_of(
      "output ratio(p: String)\n  spawn with platform\n"
      "  eval when platform == p && flag with n(p).hold(or: 0) / 2\n"
      "output late(p: String)\n  spawn with platform\n"
      "  eval @Global(1s) with n(p).aggregate(over: 5s, using: sum)\n"
      "trigger @(platform) n(platform).hold(or: 0) > 3 \"much\"\n"
      "output high := score > 3\n");
  EXPECT_EQ(plan.keys, std::vector<std::string>{"platform"});
  for (const char* name : {"n(p)", "ratio(p)", "late(p)", "trigger_0"}) {
    EXPECT_EQ(row_of(plan, name).kind, StreamClass::KeyLocal) << name;
    EXPECT_EQ(row_of(plan, name).key, "platform") << name;
  }
  EXPECT_EQ(row_of(plan, "high").kind, StreamClass::Row);
  EXPECT_TRUE(plan.distributes());
  ASSERT_EQ(plan.parts.size(), 1U);
  EXPECT_EQ(plan.parts.front().key->input, 0U);
}

TEST(PlanShards, AKeyMayBeComputedFromTheEvent) {
  const ShardPlan plan = plan_of(
      "output group := if score > 3 then \"high\" else platform\n"
      "output m(q: String)\n  spawn with group\n  eval when group == q with m(q).last(or: 0) + "
      "1\n");
  EXPECT_EQ(plan.keys.size(), 2U);
  ASSERT_EQ(plan.parts.size(), 2U);
  EXPECT_TRUE(plan.parts[0].key->program || plan.parts[1].key->program);
}

TEST(PlanShards, WhatAllHaveInCommonIsGlobal) {
  const ShardPlan plan = plan_of(
      "output total := total.last(or: 0) + score\n"
      "output most @1s := n.aggregate(over_instances: all, using: max).defaults(to: 0)\n"
      "output now_most @(score) := n.aggregate(over_instances: all, using: max).defaults(to: 0)\n");
  EXPECT_EQ(row_of(plan, "total").kind, StreamClass::Global);
  EXPECT_EQ(row_of(plan, "total").traffic, ShardTraffic::EveryEvent);
  EXPECT_EQ(row_of(plan, "most").kind, StreamClass::Mergeable);
  EXPECT_EQ(row_of(plan, "most").traffic, ShardTraffic::OncePerPane);
  EXPECT_EQ(row_of(plan, "now_most").kind, StreamClass::Global);
  EXPECT_TRUE(plan.distributes());
  // The global stage needs n itself, so nothing is left for shards.
  EXPECT_FALSE(row_of(plan, "n(p)").sharded);
  EXPECT_FALSE(plan.splits());
  ASSERT_EQ(plan.conditions.size(), 1U);
  EXPECT_EQ(plan.conditions.front().code, "D07");
}

TEST(PlanShards, AGlobalStageRunsBesideShards) {
  const ShardPlan plan = plan_of("output total := total.last(or: 0) + score\n");
  EXPECT_TRUE(plan.splits());
  ASSERT_EQ(plan.parts.size(), 2U);
  EXPECT_FALSE(plan.parts.back().key);
  EXPECT_TRUE(row_of(plan, "n(p)").sharded);
  EXPECT_FALSE(row_of(plan, "total").sharded);
}

TEST(PlanShards, StatesOfTriggersNeedNotKeepThemTogether) {
  const std::string text = kCounter +
                           "trigger @(platform) n(platform).hold(or: 0) > 3 \"much\"\n"
                           "output total := total.last(or: 0) + score\n";
  const Compiled compiled = compile_with_findings(SourceFile("plan.lola", text));
  ASSERT_TRUE(compiled.spec);
  // Whether the trigger is violated is a state that events of any platform change.
  const ShardPlan plan = plan_shards(*compiled.spec);
  EXPECT_FALSE(row_of(plan, "trigger_0").sharded);
  const std::vector<ShardPart> parts = shard_parts_without_states(*compiled.spec);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_TRUE(parts.front().key);
  for (const ShardPart& part : parts) {
    EXPECT_EQ(ir::verify(*part.spec.body().program), std::vector<std::string>());
    for (const StreamInfo& stream : part.spec.streams()) {
      EXPECT_NE(stream.tells, StreamInfo::Tells::State);
    }
  }
}

TEST(PlanShards, EachRefusalHasItsCodeAndARepair) {
  const auto refused = [](const std::string& name, const std::string& text) {
    const ShardPlan plan = plan_of(text);
    const StreamPlacement& row = row_of(plan, name);
    EXPECT_FALSE(plan.distributes()) << text;
    EXPECT_TRUE(row.refusal && !row.refusal->repair.empty() && row.refusal->line > 0) << text;
    return code_of(plan, name);
  };
  EXPECT_EQ(refused("peer(q)",
                    "output peer(q: String)\n  spawn with platform\n"
                    "  eval when platform == q with n(\"A\").hold(or: 0)\n"),
            "D01");
  EXPECT_EQ(refused("step(q)",
                    "output step(q: String)\n  spawn with platform\n"
                    "  eval when platform == q with score.offset(by: -1, or: 0)\n"),
            "D02");
  EXPECT_EQ(refused("limit(q)",
                    "output total := total.last(or: 0) + score\n"
                    "output limit(q: String)\n  spawn with platform\n"
                    "  eval when platform == q with total.hold(or: 0)\n"),
            "D03");
  EXPECT_EQ(refused("odd(q)",
                    "output odd(q: Int64)\n  spawn with n(platform).hold(or: 0)\n"
                    "  eval when score == q with q\n"),
            "D04");
  EXPECT_EQ(refused("middle",
                    "output middle @1s := "
                    "score.aggregate(over: 5s, using: median).defaults(to: 0)\n"),
            "D05");
  EXPECT_EQ(refused("idle(q)",
                    "output idle(q: String)\n  spawn with platform\n"
                    "  eval @(platform) with idle(q).last(or: 0) + 1\n"),
            "D06");
}

/// A condition in front of the key that can fail is asked at events of other keys too.
TEST(PlanShards, FailuresBeforeTheKeyAreSeenByAll) {
  const ShardPlan plan = plan_of(
      "output odd(q: String)\n  spawn with platform\n"
      "  eval when 10 / score > 1 && platform == q with score\n");
  EXPECT_NE(row_of(plan, "odd(q)").kind, StreamClass::KeyLocal);
}

TEST(PlanShards, PartsAreProgramsOfTheirOwn) {
  const ShardPlan plan = plan_of(
      "output total := total.last(or: 0) + score\n"
      "output late(p: String)\n  spawn with platform\n"
      "  eval @Local(1s) with n(p).aggregate(over: 5s, using: sum)\n"
      "  close @(platform && score) when platform == p && score > 90\n");
  for (const ShardPart& part : plan.parts) {
    EXPECT_EQ(ir::verify(*part.spec.body().program), std::vector<std::string>());
    EXPECT_EQ(part.spec.streams().size(), part.streams.size());
  }
}

TEST(PlanShards, PrintsATableAndJson) {
  const ShardPlan plan = plan_of("output total := total.last(or: 0) + score\n");
  EXPECT_NE(plan_text(plan).find("key-local  platform  none"), std::string::npos)
      << plan_text(plan);
  EXPECT_NE(plan_json(plan).find("\"class\": \"global\""), std::string::npos);
}

}  // namespace
}  // namespace fairmon
