#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

std::optional<std::uint64_t> count_of(const Series* series) {
  if (series == nullptr || series->updates == 0 || series->last < 0.0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(std::llround(series->last));
}

Group group_of(const Context& context, const Finding& finding, const Series& series,
               std::uint64_t rank) {
  const std::uint32_t stream = *finding.requirement.rates;
  Group group;
  group.name = series.name.empty() ? "all" : series.name;
  group.rank = rank;
  group.trials = count_of(context.collected.told(stream, StreamInfo::Tells::Trials, series));
  group.hits = count_of(context.collected.told(stream, StreamInfo::Tells::Hits, series));
  if (series.updates > 0) {
    group.rate = series.last;
  }
  const Series* lower = context.collected.told(stream, StreamInfo::Tells::Lower, series);
  const Series* upper = context.collected.told(stream, StreamInfo::Tells::Upper, series);
  if (lower != nullptr && upper != nullptr &&
      context.collected.spec().streams()[stream].level == finding.level) {
    group.bounds = Bounds{lower->last, upper->last};
  } else if (group.trials && group.hits && *group.hits <= *group.trials) {
    group.bounds = bounds_of({*group.hits, *group.trials, rank}, finding.level);
  }
  if (series.closed) {
    group.judged = false;
    group.remark = "ended before the end of the data";
  }
  return group;
}

/// Groups that never had enough trials to be judged are known to the stream that counts them.
void add_unjudged(const Context& context, Finding& finding) {
  if (!finding.requirement.support) {
    return;
  }
  for (const Series& series : context.collected.series(*finding.requirement.support)) {
    const Series* rate = context.collected.find(*finding.requirement.rates, series.instance);
    if (rate != nullptr && rate->updates > 0) {
      continue;
    }
    Group group;
    group.name = series.name.empty() ? "all" : series.name;
    group.trials = count_of(&series);
    group.judged = false;
    group.remark = fmt::format("fewer than {} decisions", number(finding.requirement.min_support));
    finding.groups.push_back(std::move(group));
  }
}

void leave_out_small(const Context& context, Finding& finding) {
  const auto& share = context.around.small_share;
  std::uint64_t total = 0;
  for (const Group& group : finding.groups) {
    total += group.trials.value_or(0);
  }
  for (Group& group : finding.groups) {
    const bool is_small = share && group.trials &&
                          static_cast<double>(*group.trials) < *share * static_cast<double>(total);
    if (is_small && group.judged) {
      group.judged = false;
      group.remark = fmt::format(
          "{:.2g} % of the data, below {:.2g} %",
          100.0 * static_cast<double>(*group.trials) / static_cast<double>(total), 100.0 * *share);
    }
    if (group.trials == std::uint64_t{1} && group.remark.empty()) {
      group.remark = "a single decision";
    } else if (group.trials && *group.trials < 30 && group.remark.empty()) {
      group.remark = "few decisions";
    }
  }
}

/// Labels that people write where they have none.
bool looks_unknown(const std::string& name) {
  std::string plain;
  for (const char c : name) {
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  constexpr std::array<std::string_view, 14> kWords = {
      "unknown", "n/a",     "na",          "none",     "null",          "nan",       "?",
      "-",       "missing", "unspecified", "declined", "not specified", "undefined", "no answer"};
  return std::find(kWords.begin(), kWords.end(), plain) != kWords.end();
}

void remark_unknown(Finding& finding) {
  for (Group& group : finding.groups) {
    if (looks_unknown(group.name)) {
      group.remark += (group.remark.empty() ? "" : "; ") +
                      std::string(
                          "the label looks like a missing one, but is compared like "
                          "any other");
    }
  }
}

void add_ratios(Finding& finding) {
  const Group* best = nullptr;
  for (const Group& group : finding.groups) {
    if (group.judged && group.rate && (best == nullptr || *group.rate > *best->rate)) {
      best = &group;
    }
  }
  if (best == nullptr) {
    return;
  }
  const bool tests = finding.requirement.comparison == GroupComparison::Ratio;
  for (Group& group : finding.groups) {
    if (!group.rate || !group.judged) {
      continue;
    }
    if (*best->rate > 0.0) {
      group.ratio = *group.rate / *best->rate;
    }
    if (!tests || &group == best || !group.hits || !group.trials || !best->hits || !best->trials) {
      continue;
    }
    const Rate own{*group.hits, *group.trials};
    const Rate other{*best->hits, *best->trials};
    group.fisher = fisher_two_sided(own, other);
    group.deviations = standard_deviations(own, other);
    group.flip = flips(own, other, finding.requirement.threshold);
  }
}

void add_left_out(const Context& context, Finding& finding) {
  const auto streams = context.collected.spec().streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    for (const Tag& tag : streams[i].tags) {
      if (tag.key == "left_out" && tag.value == finding.rates) {
        const auto& series = context.collected.series(i);
        finding.left_out =
            series.empty() ? 0 : static_cast<std::uint64_t>(std::llround(series.front().last));
      }
    }
  }
}

void add_notes(const Context& context, Finding& finding) {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  bool known = !finding.groups.empty();
  for (const Group& group : finding.groups) {
    known = known && (group.hits.has_value() || !group.judged);
    hits += group.hits.value_or(0);
    trials += group.hits ? group.trials.value_or(0) : 0;
  }
  if (known && trials > 0 && hits == 0) {
    finding.notes.emplace_back(
        "There is no positive decision at all: every rate is 0, and a ratio of rates does not "
        "exist.");
  } else if (known && trials > 0 && hits == trials) {
    finding.notes.emplace_back("Every decision is positive: all rates are 1.");
  }
  const auto judged = std::count_if(finding.groups.begin(), finding.groups.end(),
                                    [](const Group& group) { return group.judged && group.rate; });
  if (judged < 2 && finding.requirement.rates) {
    finding.notes.push_back(judged == 0 ? "No group could be judged."
                                        : "Only one group could be judged: there is nothing to "
                                          "compare it with.");
  }
  if (finding.left_out.value_or(0) > 0) {
    finding.notes.push_back(counted(*finding.left_out, "decision has no group label and belongs",
                                    "decisions have no group label and belong") +
                            " to no group.");
  }
  finding.num_more_groups = context.collected.num_not_kept(*finding.requirement.rates);
  if (finding.num_more_groups > 0) {
    finding.notes.push_back(
        counted(finding.num_more_groups, "further group is", "further groups are") +
        " not listed.");
  }
}

}  // namespace

std::vector<Tally> tallies(const std::vector<Group>& groups, const std::string& without) {
  std::vector<Tally> list;
  for (const Group& group : groups) {
    if (!group.judged || !group.rate || group.name == without) {
      continue;
    }
    if (!group.hits || !group.trials) {
      return {};
    }
    list.push_back({*group.hits, *group.trials, group.rank});
  }
  return list;
}

std::optional<double> compared(GroupComparison comparison, const std::vector<double>& rates) {
  if (rates.size() < 2 || comparison == GroupComparison::None) {
    return std::nullopt;
  }
  const auto [smallest, largest] = std::minmax_element(rates.begin(), rates.end());
  if (comparison == GroupComparison::Difference) {
    return *largest - *smallest;
  }
  return *largest > 0.0 ? std::optional(*smallest / *largest) : std::nullopt;
}

std::optional<double> compared(const Finding& finding, const std::string& without) {
  std::vector<double> rates;
  for (const Group& group : finding.groups) {
    if (group.judged && group.rate && group.name != without) {
      rates.push_back(*group.rate);
    }
  }
  return compared(finding.requirement.comparison, rates);
}

Agreement agreement(const Context& context, const Finding& finding) {
  const auto own = compared(finding);
  if (!own || !finding.value) {
    return Agreement::Unknown;
  }
  Timestamp evaluated;
  for (const Series& series : context.collected.series(*finding.requirement.measure)) {
    evaluated = std::max(evaluated, series.as_of);
  }
  for (const Series& series : context.collected.series(*finding.requirement.rates)) {
    if (series.as_of > evaluated) {
      return Agreement::Unknown;
    }
  }
  return std::abs(*own - *finding.value) <= 1e-9 ? Agreement::Same : Agreement::Different;
}

namespace {

/// What would be said about the table must be what the specification says; else it is not said.
void drop_comparison(const Context& context, Finding& finding) {
  const Agreement found = agreement(context, finding);
  if (found == Agreement::Same || (found == Agreement::Unknown && !finding.requirement.filtered)) {
    return;
  }
  const auto own = compared(finding);
  finding.requirement.comparison = GroupComparison::None;
  for (Group& group : finding.groups) {
    group.ratio.reset();
    group.fisher.reset();
    group.deviations.reset();
    group.flip.reset();
  }
  finding.notes.push_back(
      own && finding.value
          ? fmt::format("All groups together would give {}, but {} is {}: the specification "
                        "compares them otherwise, part by part. Ratios between them, and how the "
                        "answer would change without one, are left out.",
                        number(*own), finding.measure, number(*finding.value))
          : "The specification compares these groups part by part: ratios between them are left "
            "out.");
}

}  // namespace

void add_groups(const Context& context, Finding& finding) {
  const auto& rates = finding.requirement.rates;
  if (!rates) {
    return;
  }
  std::vector<const Series*> order;
  for (const Series& series : context.collected.series(*rates)) {
    order.push_back(&series);
  }
  std::sort(order.begin(), order.end(), [&](const Series* a, const Series* b) {
    return context.collected.comes_before(*rates, *a, *b);
  });
  const auto& births = context.collected.series(*rates);
  for (const Series* series : order) {
    const auto rank = static_cast<std::uint64_t>(series - births.data()) + 1;
    finding.groups.push_back(group_of(context, finding, *series, rank));
  }
  add_unjudged(context, finding);
  leave_out_small(context, finding);
  remark_unknown(finding);
  add_ratios(finding);
  add_left_out(context, finding);
  add_notes(context, finding);
  drop_comparison(context, finding);
}

}  // namespace fairmon::report::parts
