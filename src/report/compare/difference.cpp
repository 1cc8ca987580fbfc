#include "report/compare/difference.hpp"

#include <algorithm>

#include "builtins/evidence/joint_bound.hpp"
#include "builtins/evidence/rate_bound.hpp"

namespace fairmon::report {

namespace {

namespace evidence = builtins::evidence;

evidence::Tally tally_of(const RunValue& finding) {
  return {static_cast<double>(*finding.hits), static_cast<double>(*finding.trials)};
}

bool is_rate(const std::optional<RunValue>& finding) {
  return finding && finding->trials && finding->hits && *finding->trials > 0 &&
         *finding->hits <= *finding->trials;
}

/// The last margin between two at which `holds`, which holds below it and not above.
template <class Holds>
double last_margin(double low, double high, const Holds& holds) {
  constexpr int kHalvings = 40;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = low + (high - low) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

Difference::Bounds joint_bounds(const RunValue& before, const RunValue& after, double share) {
  const evidence::Tally a = tally_of(after);
  const evidence::Tally b = tally_of(before);
  // Bounds are rounded outward by less than the last digit that is shown.
  const double low = last_margin(
      -1.0, 1.0, [&](double margin) { return evidence::surely_exceeds(a, b, margin, share); });
  const double high = -last_margin(
      -1.0, 1.0, [&](double margin) { return evidence::surely_within(a, b, -margin, share); });
  return {low, high};
}

/// Nothing is assumed about how the trials of the two hang together.
Difference::Bounds box_bounds(const RunValue& before, const RunValue& after, double share) {
  const evidence::Tally a = tally_of(after);
  const evidence::Tally b = tally_of(before);
  const double half = share / 2;
  return {evidence::rate_low(a.sum, a.trials, half) - evidence::rate_high(b.sum, b.trials, half),
          evidence::rate_high(a.sum, a.trials, half) - evidence::rate_low(b.sum, b.trials, half)};
}

std::optional<RunValue> found_in(const RunValues& findings, const RunValues::Key& key) {
  const auto found = findings.values.find(key);
  return found == findings.values.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

Comparison compare_runs(const RunValues& before, const RunValues& after, double level,
                        bool same_cases) {
  Comparison result;
  result.level = level;
  result.same_cases = same_cases;
  result.same_specification = before.specification == after.specification;
  std::vector<RunValues::Key> keys = before.order;
  for (const RunValues::Key& key : after.order) {
    if (before.values.count(key) == 0) {
      keys.push_back(key);
    }
  }
  for (const auto& [stream, instance] : keys) {
    Difference difference{stream, instance, found_in(before, {stream, instance}),
                          found_in(after, {stream, instance}), std::nullopt};
    result.num_rates += is_rate(difference.before) && is_rate(difference.after) ? 1U : 0U;
    result.differences.push_back(std::move(difference));
  }
  // Streams stay together, in the order in which the first run lists them.
  std::vector<std::string> streams;
  for (const auto& [stream, instance] : keys) {
    if (std::find(streams.begin(), streams.end(), stream) == streams.end()) {
      streams.push_back(stream);
    }
  }
  std::stable_sort(result.differences.begin(), result.differences.end(),
                   [&](const Difference& a, const Difference& b) {
                     return std::find(streams.begin(), streams.end(), a.stream) <
                            std::find(streams.begin(), streams.end(), b.stream);
                   });
  for (Difference& difference : result.differences) {
    if (is_rate(difference.before) && is_rate(difference.after)) {
      const double share = (1.0 - level) / static_cast<double>(result.num_rates);
      difference.bounds = same_cases ? box_bounds(*difference.before, *difference.after, share)
                                     : joint_bounds(*difference.before, *difference.after, share);
    }
  }
  return result;
}

}  // namespace fairmon::report
