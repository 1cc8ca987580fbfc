#pragma once

#include <fairmon/time.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "server/history/segmented.hpp"

namespace fairmon::server {

/// Everything one curve ever showed: times, values, and for every 16, 256, … values where the
/// smallest and the largest stand. One writer, many readers, no locks.
class Series {
 public:
  struct Extremes {
    std::size_t smallest;
    std::size_t largest;
  };

  explicit Series(std::uint32_t stream, std::string label);

  /// Times must not go back. A value that is not a number is a gap.
  void append(Timestamp time, double value);
  /// As many values as times, appended in one go: what it costs besides copying is paid once.
  void append(std::span<const std::int64_t> times, std::span<const double> values);
  void close(Timestamp time) noexcept;
  /// The instance lives again after a close.
  void reopen() noexcept;
  /// How many members the group has that the newest value speaks of.
  void set_group_size(std::uint64_t size) noexcept;

  [[nodiscard]] std::uint32_t stream() const noexcept { return stream_; }
  [[nodiscard]] const std::string& label() const noexcept { return label_; }
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] Timestamp time(std::size_t index) const noexcept { return {times_[index]}; }
  [[nodiscard]] double value(std::size_t index) const noexcept { return values_[index]; }
  /// Times and values from `begin` on that lie side by side in memory, not beyond `end`.
  struct Stretch {
    std::span<const std::int64_t> times;
    std::span<const double> values;
  };
  [[nodiscard]] Stretch stretch(std::size_t begin, std::size_t end) const noexcept;
  /// When the instance was closed, if it was.
  [[nodiscard]] std::optional<Timestamp> closed() const noexcept;
  /// Nothing for curves that are no probabilities.
  [[nodiscard]] std::optional<std::uint64_t> group_size() const noexcept;
  /// First index in [0, count) whose time is at least `time`; `count` if there is none.
  [[nodiscard]] std::size_t lower_bound(Timestamp time, std::size_t count) const noexcept;
  /// Places of the smallest and the largest number in the non-empty range [begin, end); the first
  /// one where several are equal; `begin` where there are only gaps.
  [[nodiscard]] Extremes extremes(std::size_t begin, std::size_t end) const noexcept;

 private:
  static constexpr std::size_t kFanOut = 16;
  static constexpr std::size_t kLevels = 7;
  struct Block {
    std::uint32_t smallest;
    std::uint32_t largest;
  };

  void offer(Extremes& best, std::size_t index) const noexcept;
  void offer_block(Extremes& best, const Block& block) const noexcept;
  void close_blocks(std::size_t count);
  [[nodiscard]] Extremes scan_block(std::size_t begin) const noexcept;

  std::uint32_t stream_;
  std::string label_;
  SegmentedColumn<std::int64_t> times_;
  SegmentedColumn<double> values_;
  std::array<SegmentedColumn<Block>, kLevels> levels_;
  std::atomic<std::int64_t> closed_;
  std::atomic<std::uint64_t> group_size_;
};

}  // namespace fairmon::server
