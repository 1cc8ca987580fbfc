#include "report/build/judge.hpp"

#include <algorithm>

#include "builtins/evidence/joint_bound.hpp"
#include "builtins/evidence/rate_bound.hpp"
#include "builtins/evidence/shares.hpp"

namespace fairmon::report {

namespace evidence = builtins::evidence;

namespace {

evidence::Tally real(const Tally& tally) {
  return {static_cast<double>(tally.hits), static_cast<double>(tally.trials)};
}

/// By pairs, each with its share of the error: needs groups whose trials exclude each other.
Sureness judge_pairs(double threshold, const std::vector<Tally>& groups, double error) {
  bool all_within = true;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto [first, second] = std::minmax(groups[i].rank, groups[j].rank);
      const double share = evidence::pair_share(first, second, error, 0);
      const evidence::Tally a = real(groups[i]);
      const evidence::Tally b = real(groups[j]);
      if (evidence::surely_exceeds(a, b, threshold, share) ||
          evidence::surely_exceeds(b, a, threshold, share)) {
        return Sureness::Violated;
      }
      all_within = all_within && evidence::surely_within(a, b, threshold, share) &&
                   evidence::surely_within(b, a, threshold, share);
    }
  }
  return all_within ? Sureness::Kept : Sureness::Undecided;
}

struct Extremes {
  double largest_low = 0.0;
  double largest_high = 0.0;
  double smallest_low = 1.0;
  double smallest_high = 1.0;
};

Extremes extremes_of(const std::vector<Tally>& groups, double level) {
  Extremes ends;
  for (const Tally& tally : groups) {
    const Bounds bounds = bounds_of(tally, level);
    ends.largest_low = std::max(ends.largest_low, bounds.low);
    ends.largest_high = std::max(ends.largest_high, bounds.high);
    ends.smallest_low = std::min(ends.smallest_low, bounds.low);
    ends.smallest_high = std::min(ends.smallest_high, bounds.high);
  }
  return ends;
}

}  // namespace

Bounds bounds_of(const Tally& tally, double level) {
  const double share = evidence::instance_share(tally.rank, 1.0 - level, 0);
  const evidence::Tally counts = real(tally);
  return {evidence::rate_low(counts.sum, counts.trials, share),
          evidence::rate_high(counts.sum, counts.trials, share)};
}

Sureness judge(const Requirement& requirement, double threshold, const std::vector<Tally>& groups,
               double level) {
  const bool difference =
      requirement.comparison == GroupComparison::Difference && requirement.above;
  const bool ratio = requirement.comparison == GroupComparison::Ratio && !requirement.above;
  if (groups.size() < 2 || (!difference && !ratio)) {
    return Sureness::Unknown;
  }
  if (difference && requirement.exclusive) {
    return judge_pairs(threshold, groups, 1.0 - level);
  }
  const Extremes ends = extremes_of(groups, level);
  if (difference) {
    return ends.largest_low - ends.smallest_high > threshold    ? Sureness::Violated
           : ends.largest_high - ends.smallest_low <= threshold ? Sureness::Kept
                                                                : Sureness::Undecided;
  }
  // smallest / largest < threshold, without dividing by what may be zero.
  return ends.smallest_high < threshold * ends.largest_low    ? Sureness::Violated
         : ends.smallest_low >= threshold * ends.largest_high ? Sureness::Kept
                                                              : Sureness::Undecided;
}

}  // namespace fairmon::report
