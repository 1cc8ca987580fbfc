#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

std::string yes(const Requirement& requirement, double value, double limit) {
  return requirement.violated(value, limit) ? "violated" : "kept";
}

/// The most extreme value of the measure during the run.
std::optional<double> extreme(const Context& context, const Finding& finding) {
  std::optional<double> worst;
  for (const Series& series : context.collected.series(*finding.requirement.measure)) {
    if (series.updates == 0) {
      continue;
    }
    const double one = finding.requirement.above ? series.largest : series.smallest;
    const bool worse = !worst || (finding.requirement.above ? one > *worst : one < *worst);
    worst = worse ? std::optional(one) : worst;
  }
  return worst;
}

std::string sure(const Finding& finding, double threshold, double level,
                 const std::string& without = {}) {
  return sureness_text(
      judge(finding.requirement, threshold, tallies(finding.groups, without), level));
}

/// Thresholds up to half as large again; a ratio of rates has none from 1 on.
std::vector<int> percents(const Requirement& requirement) {
  std::vector<int> list = {-50, -25, 0, 25, 50};
  std::erase_if(list, [&](int percent) {
    return requirement.comparison == GroupComparison::Ratio && percent > 0 &&
           requirement.threshold * (1.0 + percent / 100.0) >= 1.0;
  });
  return list;
}

void add_thresholds(const Context& context, Finding& finding) {
  const Requirement& requirement = finding.requirement;
  const auto worst = extreme(context, finding);
  if (!finding.value || !worst || requirement.further_conditions || requirement.level) {
    return;
  }
  for (const int percent : percents(requirement)) {
    const double limit = requirement.threshold * (1.0 + percent / 100.0);
    Variant line;
    line.what = percent == 0 ? "as set" : fmt::format("{:+d} %", percent);
    line.value = number(limit);
    line.at_end = yes(requirement, *finding.value, limit);
    line.ever = yes(requirement, *worst, limit);
    line.as_set = percent == 0;
    line.sure = line.as_set ? sureness_text(finding.sureness) : sure(finding, limit, finding.level);
    finding.thresholds.push_back(std::move(line));
  }
}

/// Of a statement about chances only the end of the data can be judged anew.
void add_thresholds_of_claim(Finding& finding) {
  if (!finding.requirement.level || tallies(finding.groups).size() < 2) {
    return;
  }
  for (const int percent : percents(finding.requirement)) {
    const double limit = finding.requirement.threshold * (1.0 + percent / 100.0);
    Variant line;
    line.what = percent == 0 ? "as set" : fmt::format("{:+d} %", percent);
    line.value = number(limit);
    line.as_set = percent == 0;
    line.sure = line.as_set ? sureness_text(finding.sureness) : sure(finding, limit, finding.level);
    finding.thresholds.push_back(std::move(line));
  }
}

void add_levels(Finding& finding) {
  if (tallies(finding.groups).size() < 2) {
    return;
  }
  std::set<double> levels = {0.9, 0.95, 0.99};
  levels.insert(finding.level);
  for (const double level : levels) {
    Variant line;
    line.what = fmt::format("{:.4g}", level);
    line.as_set = level == finding.level;
    line.sure = line.as_set ? sureness_text(finding.sureness)
                            : sure(finding, finding.requirement.threshold, level);
    finding.levels.push_back(std::move(line));
  }
}

/// Rates of the judged groups at the ends of the stretches that courses have; no moment if a group
/// has no course.
struct Moments {
  std::vector<std::string> names;
  std::vector<std::vector<std::optional<double>>> rates;  ///< by moment, then by name
};

Moments moments_of(const Context& context, const Finding& finding) {
  Moments moments;
  std::vector<const Series*> shown;
  std::set<std::int64_t> buckets;
  for (const Series& series : context.collected.series(*finding.requirement.rates)) {
    const bool judged =
        std::any_of(finding.groups.begin(), finding.groups.end(), [&](const Group& group) {
          return group.judged && group.rate && group.name == series.name;
        });
    if (judged && series.course.points().empty()) {
      return {};
    }
    if (judged) {
      shown.push_back(&series);
      moments.names.push_back(series.name);
      for (const Point& point : series.course.points()) {
        buckets.insert(point.bucket);
      }
    }
  }
  for (const std::int64_t bucket : buckets) {
    auto& rates = moments.rates.emplace_back();
    for (const Series* series : shown) {
      rates.push_back(series->course.at(bucket));
    }
  }
  return moments;
}

/// Whether the comparison without a group was beyond the threshold at one of the moments.
std::string ever_without(const Requirement& requirement, const Moments& moments,
                         const std::string& without) {
  if (moments.rates.empty()) {
    return {};
  }
  for (const auto& rates : moments.rates) {
    std::vector<double> others;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      if (rates[i] && moments.names[i] != without) {
        others.push_back(*rates[i]);
      }
    }
    const auto value = compared(requirement.comparison, others);
    if (value && requirement.violated(*value, requirement.threshold)) {
      return "violated";
    }
  }
  return "kept";
}

void add_without(const Context& context, Finding& finding) {
  const auto judged = std::count_if(finding.groups.begin(), finding.groups.end(),
                                    [](const Group& group) { return group.judged && group.rate; });
  constexpr std::ptrdiff_t kMostGroups = 24;
  if (judged < 2 || judged > kMostGroups) {
    return;
  }
  const Moments moments = moments_of(context, finding);
  for (const Group& group : finding.groups) {
    if (!group.judged || !group.rate) {
      continue;
    }
    Variant line;
    line.what = group.name;
    const auto value = compared(finding, group.name);
    line.value = value ? number(*value) : (judged == 2 ? "nothing to compare" : "no ratio: all 0");
    line.at_end = value ? yes(finding.requirement, *value, finding.requirement.threshold) : "";
    line.ever = judged == 2 ? "" : ever_without(finding.requirement, moments, group.name);
    line.sure = sure(finding, finding.requirement.threshold, finding.level, group.name);
    finding.without.push_back(std::move(line));
  }
}

}  // namespace

void add_sensitivity(const Context& context, Finding& finding) {
  if (!finding.requirement.measure) {
    return;
  }
  add_thresholds(context, finding);
  if (finding.requirement.comparison == GroupComparison::None) {
    return;
  }
  add_thresholds_of_claim(finding);
  add_levels(finding);
  add_without(context, finding);
}

}  // namespace fairmon::report::parts
