#pragma once

#include <algorithm>

#include "reader.hpp"

namespace limits {

struct Decision {
  std::uint64_t platform;
  std::uint64_t language;
  double value;
};

/// The average per platform and language over a day, hourly, and its extremes. A total for each
/// pair moves with the window.
template <class Read>
int decisions(const char* path, Read read) {
  constexpr std::size_t kPanes = 24;
  constexpr std::size_t kMostPairs = 4096;
  struct Pane {
    std::uint32_t count;
    double sum;
  };
  static Numbers<12> platforms;
  static Numbers<12> languages;
  static Numbers<13> pairs;
  static Pane panes[kPanes][kMostPairs];
  static Pane totals[kMostPairs];
  Reader in(path);
  std::uint64_t ticks = 0;
  std::uint64_t fired = 0;
  std::uint64_t evaluations = 0;
  double low = 0;
  double high = 0;
  std::int64_t due = kHour;
  std::int64_t now = 0;
  const auto tick = [&] {
    low = 2;
    high = 0;
    Pane* oldest = panes[(ticks + 1) % kPanes];
    const std::uint32_t size = pairs.size();
    for (std::uint32_t i = 0; i < size; ++i) {
      const double ratio = totals[i].count == 0 ? 0 : totals[i].sum / totals[i].count;
      low = std::min(low, ratio);
      high = std::max(high, ratio);
      totals[i].count -= oldest[i].count;
      totals[i].sum -= oldest[i].sum;
      oldest[i] = {0, 0};
    }
    evaluations += size;
    low = size == 0 ? 0 : low;
    fired += high - low > 0.9 ? 1U : 0U;
    ++ticks;
    due += kHour;
  };
  while (in.more()) {
    now = in.time();
    while (due < now) {
      tick();
    }
    const Decision found = read(in);
    const std::uint32_t platform = platforms.of(found.platform);
    const std::uint32_t pair = pairs.of(platform * 65536U + languages.of(found.language));
    Pane& pane = panes[ticks % kPanes][pair];
    ++pane.count;
    pane.sum += found.value;
    ++totals[pair].count;
    totals[pair].sum += found.value;
  }
  while (due <= now) {
    tick();
  }
  print("ratio", evaluations, -1);
  print("lowest", ticks, low);
  print("highest", ticks, high);
  print("trigger_0", fired, 0);
  return 0;
}

}  // namespace limits
