#include "pipeline/run/checkpoint.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

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
  checkpoint.quarantine = "bad.csv";
  checkpoint.quarantine_bytes = 99;
  checkpoint.wall_seconds = 1.5;
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
  EXPECT_EQ(read->quarantine, "bad.csv");
  EXPECT_EQ(read->quarantine_bytes, 99U);
  EXPECT_EQ(read->wall_seconds, 1.5);
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

TEST(CheckpointFile, NeverTakesThePlaceOfWhatIsNoPlainFile) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  const auto written = write_checkpoint(folder, example());
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("not a plain file"), std::string::npos);
  const std::string pipe = folder + "/fairmon-test-" + std::to_string(::getpid()) + ".pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(write_checkpoint(pipe, example()).ok());
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_FALSE(std::filesystem::exists(pipe + ".new"));
  std::filesystem::remove(pipe);
}

}  // namespace
}  // namespace fairmon::pipeline
