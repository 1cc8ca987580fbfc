#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

namespace fairmon::support {

/// Code points from `first` to `last`, both included. Tables of them are sorted and do not overlap.
struct CodePointRange {
  std::uint32_t first;
  std::uint32_t last;
};

inline bool in_ranges(std::span<const CodePointRange> ranges, char32_t code_point) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), code_point,
      [](char32_t wanted, const CodePointRange& range) { return wanted < range.first; });
  return after != ranges.begin() && code_point <= std::prev(after)->last;
}

}  // namespace fairmon::support
