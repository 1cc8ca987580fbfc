#pragma once

#include <algorithm>

#include "reader.hpp"

namespace limits {

/// Sum, number (or average) and largest value per group over a day, hourly. Totals move with the
/// window; the largest value is looked for again only where it left.
template <class Value, class Read>
int three_windows(const char* path, Read read) {
  constexpr std::size_t kPanes = 24;
  constexpr std::size_t kMostGroups = 1 << 14;
  struct Pane {
    Value sum;
    Value most;
    std::uint32_t count;
  };
  static Numbers<15> groups;
  static Pane panes[kPanes][kMostGroups];
  static Pane totals[kMostGroups];
  Reader in(path);
  std::uint64_t ticks = 0;
  std::uint64_t evaluations = 0;
  Value check = 0;
  std::int64_t due = kHour;
  std::int64_t now = 0;
  const auto tick = [&] {
    check = 0;
    Pane* oldest = panes[(ticks + 1) % kPanes];
    const std::uint32_t size = groups.size();
    for (std::uint32_t i = 0; i < size; ++i) {
      Pane& total = totals[i];
      check += total.sum + total.most + (total.count == 0 ? 0 : total.sum / total.count);
      if (oldest[i].count == 0) {
        continue;
      }
      total.sum -= oldest[i].sum;
      total.count -= oldest[i].count;
      const bool left = oldest[i].most == total.most;
      oldest[i] = {};
      if (left) {
        total.most = 0;
        for (const auto& pane : panes) {
          total.most = std::max(total.most, pane[i].most);
        }
      }
    }
    evaluations += size;
    ++ticks;
    due += kHour;
  };
  while (in.more()) {
    now = in.time();
    while (due < now) {
      tick();
    }
    const std::uint32_t group = groups.of(static_cast<std::uint64_t>(in.integer()));
    const Value value = read(in);
    for (Pane* pane : {&panes[ticks % kPanes][group], &totals[group]}) {
      pane->sum += value;
      pane->most = std::max(pane->most, value);
      ++pane->count;
    }
  }
  while (due <= now) {
    tick();
  }
  print("total", evaluations, -1);
  print("number", evaluations, -1);
  print("largest", evaluations, -1);
  return check == -1 ? 1 : 0;  // the sums must be computed
}

}  // namespace limits
