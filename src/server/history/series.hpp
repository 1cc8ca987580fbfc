#pragma once

#include <fairmon/time.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "server/history/count_log.hpp"
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

  /// With a band there are two more curves of the same kind, of its ends.
  explicit Series(std::uint32_t stream, std::string label, bool band = false);

  /// Times must not go back. A value that is not a number is a gap.
  void append(Timestamp time, double value);
  /// As many values as times, appended in one go: what it costs besides copying is paid once.
  void append(std::span<const std::int64_t> times, std::span<const double> values);
  void close(Timestamp time) noexcept;
  /// The instance lives again after a close.
  void reopen() noexcept;
  /// Trials behind the values, and how many of them were hits; empty where nobody counts them.
  [[nodiscard]] CountLog& trials() noexcept { return trials_; }
  [[nodiscard]] CountLog& hits() noexcept { return hits_; }
  [[nodiscard]] const CountLog& trials() const noexcept { return trials_; }
  [[nodiscard]] const CountLog& hits() const noexcept { return hits_; }

  /// The ends of the band; nothing if it has none.
  [[nodiscard]] Series* lower() noexcept { return lower_.get(); }
  [[nodiscard]] Series* upper() noexcept { return upper_.get(); }
  [[nodiscard]] const Series* lower() const noexcept { return lower_.get(); }
  [[nodiscard]] const Series* upper() const noexcept { return upper_.get(); }

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
  /// Index of the value that holds at a time; nothing before the first, in a gap, or after a close.
  [[nodiscard]] std::optional<std::size_t> holding_at(Timestamp time) const noexcept;
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
  CountLog trials_;
  CountLog hits_;
  std::unique_ptr<Series> lower_;
  std::unique_ptr<Series> upper_;
};

}  // namespace fairmon::server
