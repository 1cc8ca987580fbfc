#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

/// Hits and trials of each quarter, from counters that only grow.
std::map<std::int32_t, Rate> by_quarter(const Series& trials, const Series& hits) {
  std::map<std::int32_t, Rate> rates;
  double before = 0.0;
  for (const auto& [quarter, total] : trials.quarters) {
    rates[quarter].trials = static_cast<std::uint64_t>(std::llround(total - before));
    before = total;
  }
  before = 0.0;
  for (const auto& [quarter, total] : hits.quarters) {
    rates[quarter].hits = static_cast<std::uint64_t>(std::llround(total - before));
    before = total;
  }
  return rates;
}

QuarterLine line_of(const Finding& finding, std::int32_t quarter,
                    const std::vector<std::map<std::int32_t, Rate>>& groups) {
  QuarterLine line;
  line.name = Quarters::name(quarter);
  Finding part;
  part.requirement = finding.requirement;
  std::optional<double> low;
  std::optional<double> high;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto found = groups[i].find(quarter);
    Group group;
    group.name = finding.quarter_groups[i];
    line.groups.emplace_back();
    if (found != groups[i].end() && found->second.trials > 0) {
      group.rate = found->second.value();
      line.groups.back() = fmt::format("{:.3g} of {}", *group.rate, grouped(found->second.trials));
      if (!low || *group.rate < *low) {
        low = group.rate;
        line.lowest = group.name + " " + line.groups.back();
      }
      if (!high || *group.rate > *high) {
        high = group.rate;
        line.highest = group.name + " " + line.groups.back();
      }
    }
    part.groups.push_back(std::move(group));
  }
  const auto value = compared(part);
  line.comparison = value ? number(*value) : "";
  line.answer = !value ? "nothing to compare"
                : finding.requirement.violated(*value, finding.requirement.threshold)
                    ? "beyond the threshold"
                    : "within";
  return line;
}

}  // namespace

void add_quarters(const Context& context, Finding& finding) {
  const auto& rates = finding.requirement.rates;
  constexpr std::size_t kMostGroups = 60;
  if (!rates || finding.requirement.comparison == GroupComparison::None ||
      !context.clock.calendar() || finding.groups.size() > kMostGroups) {
    return;
  }
  std::vector<std::map<std::int32_t, Rate>> groups;
  std::set<std::int32_t> quarters;
  for (const Group& group : finding.groups) {
    for (const Series& series : context.collected.series(*rates)) {
      if ((series.name.empty() ? "all" : series.name) != group.name || !group.judged) {
        continue;
      }
      const Series* trials = context.collected.told(*rates, StreamInfo::Tells::Trials, series);
      const Series* hits = context.collected.told(*rates, StreamInfo::Tells::Hits, series);
      if (trials == nullptr || hits == nullptr || trials->fell || hits->fell) {
        return;  // a window: its counts are not those of a quarter
      }
      groups.push_back(by_quarter(*trials, *hits));
      finding.quarter_groups.push_back(group.name);
      for (const auto& [quarter, rate] : groups.back()) {
        quarters.insert(quarter);
      }
    }
  }
  if (quarters.size() < 2) {
    finding.quarter_groups.clear();
    return;
  }
  for (const std::int32_t quarter : quarters) {
    finding.quarters.push_back(line_of(finding, quarter, groups));
  }
}

}  // namespace fairmon::report::parts
