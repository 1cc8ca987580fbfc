#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace fairmon::server {

/// An append-only column: one thread appends, any number read what was published, nobody waits.
/// Elements never move, because the column is a row of segments that double in size; that is what
/// lets readers go on while the writer grows it.
template <typename T>
class SegmentedColumn {
 public:
  SegmentedColumn() = default;
  SegmentedColumn(const SegmentedColumn&) = delete;
  SegmentedColumn& operator=(const SegmentedColumn&) = delete;
  ~SegmentedColumn() {
    for (std::atomic<T*>& segment : segments_) {
      delete[] segment.load(std::memory_order_relaxed);
    }
  }

  /// Writer only.
  void append(const T& value) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    const Place place = locate(index);
    T* segment = segments_[place.segment].load(std::memory_order_relaxed);
    if (segment == nullptr) {
      segment = new T[kFirst << place.segment];
      segments_[place.segment].store(segment, std::memory_order_release);
    }
    segment[place.offset] = value;
    size_.store(index + 1, std::memory_order_release);
  }

  /// Writer only: all of them at once, published together.
  void append(std::span<const T> values) {
    std::size_t index = size_.load(std::memory_order_relaxed);
    while (!values.empty()) {
      const Place place = locate(index);
      T* segment = segments_[place.segment].load(std::memory_order_relaxed);
      if (segment == nullptr) {
        segment = new T[kFirst << place.segment];
        segments_[place.segment].store(segment, std::memory_order_release);
      }
      const std::size_t room = (kFirst << place.segment) - place.offset;
      const std::size_t count = std::min(room, values.size());
      std::copy_n(values.data(), count, segment + place.offset);
      values = values.subspan(count);
      index += count;
    }
    size_.store(index, std::memory_order_release);
  }

  /// Elements from `begin` on that lie side by side, at most up to `end` (exclusive).
  [[nodiscard]] std::span<const T> stretch(std::size_t begin, std::size_t end) const noexcept {
    const Place place = locate(begin);
    const T* segment = segments_[place.segment].load(std::memory_order_acquire);
    const std::size_t room = (kFirst << place.segment) - place.offset;
    return {segment + place.offset, std::min(room, end - begin)};
  }

  /// How many elements are readable now; earlier indices stay readable for ever.
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_acquire); }

  /// `index` must be below a `size()` this thread has seen.
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept {
    const Place place = locate(index);
    return segments_[place.segment].load(std::memory_order_acquire)[place.offset];
  }

 private:
  static constexpr std::size_t kFirst = 64;
  static constexpr std::size_t kSegments = 40;
  struct Place {
    std::size_t segment;
    std::size_t offset;
  };
  /// Segment s holds the indices [64·(2^s − 1), 64·(2^(s+1) − 1)).
  static Place locate(std::size_t index) noexcept {
    const std::size_t shifted = index / kFirst + 1;
    const auto segment = static_cast<std::size_t>(std::bit_width(shifted)) - 1;
    return {segment, index - kFirst * ((std::size_t{1} << segment) - 1)};
  }

  std::array<std::atomic<T*>, kSegments> segments_{};
  std::atomic<std::size_t> size_{0};
};

}  // namespace fairmon::server
