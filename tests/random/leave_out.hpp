#pragma once

#include <fairmon/filter.hpp>

#include <atomic>
#include <cstdint>
#include <string>

#include "random/judge.hpp"

namespace fairmon::random_cases {

/// What filters did to the cases; shared by threads.
struct LeaveOutCounts {
  std::atomic<std::uint64_t> cases = 0;
  std::atomic<std::uint64_t> filtered = 0;  ///< cases of which at least one event was left out
  std::atomic<std::uint64_t> blocked = 0;   ///< cases that need every event
  std::atomic<std::uint64_t> events = 0;
  std::atomic<std::uint64_t> left_out = 0;

  [[nodiscard]] std::string to_string() const;
  /// Whether enough was left out for the comparisons to mean something.
  [[nodiscard]] bool telling() const;
};

/// Runs a case with all its events and with those that the filter derived from the specification
/// keeps. Both must give the same verdicts, on both engines.
[[nodiscard]] Finding judge_leave_out(const RandomCase& item, LeaveOutCounts& counts);

}  // namespace fairmon::random_cases
