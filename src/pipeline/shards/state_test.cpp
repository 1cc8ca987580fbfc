#include "pipeline/shards/state.hpp"

#include <gtest/gtest.h>

#include "pipeline/shards/shard_set.hpp"

namespace fairmon::pipeline {
namespace {

ShardState some_state() {
  ShardState state;
  state.spec_digest = "d";
  state.groups = 2;
  state.hash = "h";
  state.last_event_ns = -5;
  state.sections = {{"shard 0", "abc"}, {"shard 1", ""}, {"global stage", "xyz"}};
  return state;
}

TEST(ShardState, ComesBack) {
  const std::string bytes = encode_shard_state(some_state());
  EXPECT_TRUE(is_shard_state(bytes));
  EXPECT_FALSE(is_shard_state("fairmon checkpoint"));
  const auto state = decode_shard_state(bytes);
  ASSERT_TRUE(state) << state.error().to_string();
  EXPECT_EQ(state->groups, 2U);
  EXPECT_EQ(state->last_event_ns, -5);
  ASSERT_EQ(state->sections.size(), 3U);
  EXPECT_EQ(state->sections[2].bytes, "xyz");
  EXPECT_EQ(encode_shard_state(*state), bytes);
}

TEST(ShardState, NamesTheSectionThatIsDamaged) {
  std::string bytes = encode_shard_state(some_state());
  bytes.back() ^= 1;
  const auto damaged = decode_shard_state(bytes);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().message.find("\"global stage\""), std::string::npos);
  const auto truncated = decode_shard_state(bytes.substr(0, bytes.size() - 1));
  ASSERT_FALSE(truncated);
  EXPECT_NE(truncated.error().message.find("truncated"), std::string::npos);
}

TEST(ShardState, RefusesEveryCutAndEveryFlippedBit) {
  const std::string bytes = encode_shard_state(some_state());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_shard_state(bytes.substr(0, size))) << size;
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    EXPECT_FALSE(decode_shard_state(flipped)) << at;
  }
}

std::unique_ptr<ShardSet> open_set(const std::string& text, std::uint32_t groups) {
  const Compiled compiled = compile(SourceFile("s.lola", text));
  ShardOptions options;
  options.workers = 2;
  options.groups = groups;
  options.monitor.symbols = std::make_shared<SymbolTable>();
  auto set = ShardSet::open(*compiled.spec, plan_shards(*compiled.spec), options);
  EXPECT_TRUE(set);
  return std::move(*set);
}

TEST(ShardSet, RefusesAStateThatWasDividedInAnotherWay) {
  const std::string text =
      "input k: Int64\noutput n(p: Int64) spawn with k eval when k == p with n(p).last(or: 0) + "
      "1\n";
  const std::string bytes = open_set(text, 4)->save(SymbolMarks(0));
  EXPECT_TRUE(open_set(text, 4)->restore(bytes));
  const auto other_groups = open_set(text, 3)->restore(bytes);
  ASSERT_FALSE(other_groups);
  EXPECT_NE(other_groups.error().message.find("D08"), std::string::npos);
  EXPECT_FALSE(open_set(text + "output m := k\n", 4)->restore(bytes));
}

TEST(ShardSet, EventsThatGoBackEndTheRunBehindThoseBefore) {
  const auto set = open_set(
      "input k: Int64\noutput n(p: Int64) spawn with k eval when k == p with n(p).last(or: 0) + "
      "1\n",
      4);
  EventBatch events(1, 3);
  for (const std::int64_t time : {5, 7, 6}) {
    events.set(events.add_row({time}), 0, 1);
  }
  set->give(events, {0, 3});
  VerdictBatch verdicts;
  std::size_t num_rows = 0;
  const auto outcome = set->take(verdicts, num_rows);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "the events go back in time");
  EXPECT_EQ(verdicts.num_events, 2U);
}

}  // namespace
}  // namespace fairmon::pipeline
