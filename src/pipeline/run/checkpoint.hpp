#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::pipeline {

/// Something that decides the meaning of a run, as the user says it, and its value.
using Setting = std::pair<std::string, std::string>;

/// Everything a run needs to go on as if it had never stopped.
struct Checkpoint {
  std::string spec_digest;
  std::vector<Setting> settings;
  std::string source_identity;
  std::string source_position;
  std::vector<std::string> sink_positions;
  std::string quarantine;  ///< the file of skipped records; empty: there is none
  std::uint64_t quarantine_bytes = 0;
  std::string monitor_state;
  std::string waiting;  ///< events held back to be put in order; empty: none are
  std::int64_t start_time_ns = 0;
  bool has_start_time = false;
  std::int64_t latest_ns = 0;  ///< newest event time given to the monitor
  std::uint64_t num_events = 0;
  std::uint64_t num_deadlines = 0;
  std::uint64_t num_evaluation_errors = 0;
  std::vector<std::uint64_t> trigger_counts;
  double wall_seconds = 0.0;  ///< of all runs up to here
};

[[nodiscard]] std::string encode_checkpoint(const Checkpoint& checkpoint);
/// Refuses bytes that are no checkpoint, of another version, truncated or damaged; says which.
[[nodiscard]] Result<Checkpoint> decode_checkpoint(std::string_view bytes);

/// Writes beside the file, makes it durable, then puts it in place: at any moment there is either
/// the old checkpoint or the new one.
[[nodiscard]] Result<void> write_checkpoint(const std::string& file, const Checkpoint& checkpoint);
[[nodiscard]] Result<Checkpoint> read_checkpoint(const std::string& file);

}  // namespace fairmon::pipeline
