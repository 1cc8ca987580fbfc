#pragma once

#include <fairmon/findings.hpp>

#include <cstdint>
#include <vector>

/// How sure the trials of the groups make an answer, by bounds that hold at all times at once.
namespace fairmon::report {

enum class Sureness : std::uint8_t {
  Unknown,    ///< nothing can be said: hits or trials are not known
  Violated,   ///< beyond the threshold for all chances that the trials allow
  Kept,       ///< not beyond it for any of them
  Undecided,  ///< the trials allow both
};

/// A group's trials; `rank` is its place in the order of appearance, from 1.
struct Tally {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  std::uint64_t rank = 1;
};

struct Bounds {
  double low = 0.0;
  double high = 1.0;
};

/// Of one group's chance, its share of the error `1 − level` taken by its rank.
[[nodiscard]] Bounds bounds_of(const Tally& tally, double level);

/// Of the difference (or ratio) between the groups of largest and smallest rate.
[[nodiscard]] Sureness judge(const Requirement& requirement, double threshold,
                             const std::vector<Tally>& groups, double level);

}  // namespace fairmon::report
