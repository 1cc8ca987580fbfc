#pragma once

#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>

#include "server/history/segmented.hpp"

namespace fairmon::server {

/// How many trials (or hits) stood behind the values of a curve, noted only where the number
/// changes: most values of a group come from events that are not its own. One writer, many readers.
class CountLog {
 public:
  /// Times must not go back.
  void note(Timestamp time, std::uint64_t count) {
    if (const std::size_t size = counts_.size(); size > 0 && counts_[size - 1] == count) {
      return;
    }
    times_.append(time.ns);
    counts_.append(count);
  }

  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }
  [[nodiscard]] Timestamp time(std::size_t index) const noexcept { return {times_[index]}; }
  [[nodiscard]] std::uint64_t count(std::size_t index) const noexcept { return counts_[index]; }

  /// The number that held at a time; nothing before the first.
  [[nodiscard]] std::optional<std::uint64_t> at(Timestamp time) const noexcept {
    std::size_t low = 0;
    std::size_t high = size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (times_[middle] <= time.ns) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? std::nullopt : std::optional(counts_[low - 1]);
  }

  [[nodiscard]] std::optional<std::uint64_t> newest() const noexcept {
    const std::size_t count = size();
    return count == 0 ? std::nullopt : std::optional(counts_[count - 1]);
  }

 private:
  SegmentedColumn<std::int64_t> times_;
  SegmentedColumn<std::uint64_t> counts_;
};

}  // namespace fairmon::server
