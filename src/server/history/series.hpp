#pragma once

#include <fairmon/time.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
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
  void close(Timestamp time) noexcept;
  /// The instance lives again after a close.
  void reopen() noexcept;

  [[nodiscard]] std::uint32_t stream() const noexcept { return stream_; }
  [[nodiscard]] const std::string& label() const noexcept { return label_; }
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] Timestamp time(std::size_t index) const noexcept { return {times_[index]}; }
  [[nodiscard]] double value(std::size_t index) const noexcept { return values_[index]; }
  /// When the instance was closed, if it was.
  [[nodiscard]] std::optional<Timestamp> closed() const noexcept;
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

  std::uint32_t stream_;
  std::string label_;
  SegmentedColumn<std::int64_t> times_;
  SegmentedColumn<double> values_;
  std::array<SegmentedColumn<Block>, kLevels> levels_;
  std::atomic<std::int64_t> closed_;
};

}  // namespace fairmon::server
