#include "server/history/series.hpp"

#include <cmath>
#include <limits>

namespace fairmon::server {

namespace {
constexpr std::int64_t kOpen = std::numeric_limits<std::int64_t>::max();
}  // namespace

Series::Series(std::uint32_t stream, std::string label, bool band)
    : stream_(stream), label_(std::move(label)), closed_(kOpen) {
  if (band) {
    lower_ = std::make_unique<Series>(stream, label_);
    upper_ = std::make_unique<Series>(stream, label_);
  }
}

void Series::append(Timestamp time, double value) {
  // The value is published last and its column is the one `size` reads, so that a reader who sees
  // an index finds both.
  times_.append(time.ns);
  values_.append(value);
  const std::size_t count = values_.size();
  if (count % kFanOut == 0) {
    close_blocks(count);
  }
}

void Series::append(std::span<const std::int64_t> times, std::span<const double> values) {
  const std::size_t before = values_.size();
  times_.append(times);
  values_.append(values);
  const std::size_t after = before + values.size();
  for (std::size_t count = (before / kFanOut + 1) * kFanOut; count <= after; count += kFanOut) {
    close_blocks(count);
  }
}

Series::Stretch Series::stretch(std::size_t begin, std::size_t end) const noexcept {
  return {times_.stretch(begin, end), values_.stretch(begin, end)};
}

void Series::close(Timestamp time) noexcept { closed_.store(time.ns, std::memory_order_release); }

void Series::reopen() noexcept { closed_.store(kOpen, std::memory_order_release); }

std::optional<Timestamp> Series::closed() const noexcept {
  const std::int64_t ns = closed_.load(std::memory_order_acquire);
  return ns == kOpen ? std::nullopt : std::optional(Timestamp{ns});
}

std::optional<std::size_t> Series::holding_at(Timestamp time) const noexcept {
  const std::size_t after = lower_bound({time.ns + 1}, size());
  const auto end = closed();
  if (after == 0 || std::isnan(values_[after - 1]) || (end && *end <= time)) {
    return std::nullopt;
  }
  return after - 1;
}

void Series::close_blocks(std::size_t count) {
  std::size_t width = kFanOut;
  for (std::size_t level = 0; level < kLevels && count % width == 0; ++level, width *= kFanOut) {
    const std::size_t begin = count - width;
    Extremes best{begin, begin};
    if (level == 0) {
      best = scan_block(begin);
    } else {
      const std::size_t last = count / (width / kFanOut);
      for (std::size_t child = last - kFanOut; child < last; ++child) {
        offer_block(best, levels_[level - 1][child]);
      }
    }
    levels_[level].append(
        {static_cast<std::uint32_t>(best.smallest), static_cast<std::uint32_t>(best.largest)});
  }
}

/// The extremes of one whole block of values. Most of what the pyramid costs is spent here, so it
/// runs without branches over values that lie side by side: segments are whole blocks.
Series::Extremes Series::scan_block(std::size_t begin) const noexcept {
  const std::span<const double> block = values_.stretch(begin, begin + kFanOut);
  std::size_t first = 0;
  while (first < kFanOut && std::isnan(block[first])) {
    ++first;
  }
  if (first == kFanOut) {
    return {begin, begin};
  }
  std::size_t smallest = first;
  std::size_t largest = first;
  double low = block[first];
  double high = low;
  for (std::size_t i = first + 1; i < kFanOut; ++i) {  // comparisons with a gap are false
    const double value = block[i];
    smallest = value < low ? i : smallest;
    low = value < low ? value : low;
    largest = value > high ? i : largest;
    high = value > high ? value : high;
  }
  return {begin + smallest, begin + largest};
}

void Series::offer(Extremes& best, std::size_t index) const noexcept {
  const double candidate = values_[index];
  if (std::isnan(candidate)) {
    return;
  }
  const double low = values_[best.smallest];
  const double high = values_[best.largest];
  if (std::isnan(low) || candidate < low) {
    best.smallest = index;
  }
  if (std::isnan(high) || candidate > high) {
    best.largest = index;
  }
}

void Series::offer_block(Extremes& best, const Block& block) const noexcept {
  offer(best, block.smallest);
  offer(best, block.largest);
}

std::size_t Series::lower_bound(Timestamp time, std::size_t count) const noexcept {
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (times_[middle] < time.ns) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Series::Extremes Series::extremes(std::size_t begin, std::size_t end) const noexcept {
  Extremes best{begin, begin};
  std::size_t at = begin;
  while (at < end) {
    // The widest finished block that starts here and does not reach beyond the end.
    std::size_t width = 1;
    std::size_t level = 0;
    while (level < kLevels && at % (width * kFanOut) == 0 && at + width * kFanOut <= end &&
           at / (width * kFanOut) < levels_[level].size()) {
      width *= kFanOut;
      ++level;
    }
    if (level == 0) {
      offer(best, at);
    } else {
      offer_block(best, levels_[level - 1][at / width]);
    }
    at += width;
  }
  return best;
}

}  // namespace fairmon::server
