#include "pipeline/run/checkpoint.hpp"

#include <gtest/gtest.h>

namespace fairmon::pipeline {
namespace {

Checkpoint example() {
  Checkpoint checkpoint;
  checkpoint.spec_digest = "abc";
  checkpoint.source_identity = "data.csv#1";
  checkpoint.source_position = "0 17 2";
  checkpoint.sink_positions = {"100", ""};
  checkpoint.monitor_state = std::string("\0\1\2state", 8);
  checkpoint.start_time_ns = -5;
  checkpoint.has_start_time = true;
  checkpoint.num_events = 12;
  checkpoint.trigger_counts = {1, 2, 3};
  return checkpoint;
}

TEST(CheckpointBytes, ReadBackAsWritten) {
  const auto read = decode_checkpoint(encode_checkpoint(example()));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->spec_digest, "abc");
  EXPECT_EQ(read->sink_positions, (std::vector<std::string>{"100", ""}));
  EXPECT_EQ(read->monitor_state, example().monitor_state);
  EXPECT_EQ(read->start_time_ns, -5);
  EXPECT_EQ(read->trigger_counts, example().trigger_counts);
}

TEST(CheckpointBytes, EveryTruncationAndEveryFlippedBitIsRefused) {
  const std::string bytes = encode_checkpoint(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_checkpoint(bytes.substr(0, size)).ok()) << size;
  }
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    std::string damaged = bytes;
    damaged[i / 8] = static_cast<char>(damaged[i / 8] ^ (1 << (i % 8)));
    EXPECT_FALSE(decode_checkpoint(damaged).ok()) << i;
  }
  EXPECT_EQ(decode_checkpoint(bytes.substr(0, 40)).error().message, "the checkpoint is truncated");
  EXPECT_EQ(decode_checkpoint("hello").error().message, "this is no checkpoint of FairMon");
}

}  // namespace
}  // namespace fairmon::pipeline
