#include "intake/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "intake/parts.hpp"

namespace fairmon::intake {

namespace {

constexpr std::size_t kMostGroups = 200;
constexpr std::size_t kFewCases = 30;

const std::string& cell_of(const std::vector<std::string>& row, const Column& column) {
  static const std::string kNothing;
  return column.number <= row.size() ? row[column.number - 1] : kNothing;
}

/// `women, abroad`; nothing if a part of it is missing.
std::optional<std::string> group_of(const std::vector<std::string>& row, const Roles& roles) {
  std::string label;
  for (const Part& part : roles.groups) {
    const auto one = label_of(part, cell_of(row, *part.column));
    if (!one) {
      return std::nullopt;
    }
    label += (label.empty() ? "" : ", ") + *one;
  }
  return label;
}

void count_row(const std::vector<std::string>& row, const Roles& roles, GroupFact& fact) {
  ++fact.num_rows;
  if (const auto good = is_good(roles.decision, cell_of(row, *roles.decision.column))) {
    ++fact.num_decided;
    fact.num_good += *good ? 1U : 0U;
  }
  if (!roles.outcome) {
    return;
  }
  if (const auto good = is_good(*roles.outcome, cell_of(row, *roles.outcome->column))) {
    ++fact.num_known_outcomes;
    fact.num_good_outcomes += *good ? 1U : 0U;
  }
}

std::string in_one(const std::vector<std::string>& row) {
  std::string text;
  for (const std::string& cell : row) {
    text += cell;
    text += '\0';
  }
  return text;
}

void warn_of_time(const Roles& roles, std::vector<std::string>& list) {
  if (roles.time == nullptr) {
    list.emplace_back(
        "No column holds times, so rows are taken as one second apart, in the order of the file.");
  } else if (roles.time_out_of_order) {
    list.push_back(
        fmt::format("Rows are not in the order of “{}” (or some have none), so they are "
                    "taken as one second apart; sort the file to use its times.",
                    roles.time->name));
  } else if (roles.time->either_order && roles.time_format.empty()) {
    list.push_back(fmt::format(
        "Dates in “{}” could begin with the day or with the month; they are "
        "read with the {} first.",
        roles.time->name, roles.time->time_format == TimeFormat::DayFirst ? "day" : "month"));
  }
}

void warn_of_groups(const Facts& facts, std::vector<std::string>& list) {
  std::size_t good = 0;
  std::size_t decided = 0;
  std::vector<std::string> small;
  for (const GroupFact& group : facts.groups) {
    good += group.num_good;
    decided += group.num_decided;
    if (group.num_decided < kFewCases) {
      small.push_back(fmt::format("“{}” ({})", group.label, group.num_decided));
    }
  }
  if (decided > 0 && (good == 0 || good == decided)) {
    list.push_back(good == 0 ? "Not one decision is good: there is nothing to compare. Is the good "
                               "decision the right one?"
                             : "Every decision is good: there is nothing to compare. Is the good "
                               "decision the right one?");
  }
  if (facts.groups.size() < 2) {
    list.emplace_back("There is only one group, so nothing to compare it with.");
  } else if (!small.empty()) {
    const std::size_t shown = std::min<std::size_t>(small.size(), 5);
    list.push_back(fmt::format(
        "Few cases, so that little can be certain: {}{}.",
        fmt::join(small.begin(), small.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
        small.size() > shown ? fmt::format(" and {} more groups", small.size() - shown) : ""));
  }
}

}  // namespace

Facts count_facts(const Sample& sample, const Roles& roles) {
  Facts facts;
  std::unordered_map<std::string, std::size_t> places;
  std::unordered_set<std::string> seen;
  for (const auto& row : sample.rows) {
    facts.num_repeated += seen.insert(in_one(row)).second ? 0U : 1U;
    const auto decided = is_good(roles.decision, cell_of(row, *roles.decision.column));
    facts.num_undecided += decided ? 0U : 1U;
    const auto label = group_of(row, roles);
    if (!label) {
      ++facts.num_unlabelled;
      continue;
    }
    auto found = places.find(*label);
    if (found == places.end()) {
      if (facts.groups.size() >= kMostGroups) {
        facts.more_groups = true;
        continue;
      }
      found = places.emplace(*label, facts.groups.size()).first;
      facts.groups.emplace_back().label = *label;
    }
    count_row(row, roles, facts.groups[found->second]);
  }
  return facts;
}

std::vector<std::string> warnings(const Sample& sample, const Roles& roles, const Facts& facts) {
  std::vector<std::string> list;
  warn_of_time(roles, list);
  warn_of_groups(facts, list);
  if (facts.num_unlabelled > 0) {
    list.push_back(
        fmt::format("{} of {} rows have no group: they are left out and counted in every result.",
                    facts.num_unlabelled, sample.num_rows));
  }
  if (facts.num_undecided > 0) {
    list.push_back(fmt::format("{} of {} rows have no decision, so they count for nothing.",
                               facts.num_undecided, sample.num_rows));
  }
  // Where most rows have twins, the table just has few columns.
  if (facts.num_repeated > 0 && facts.num_repeated * 10 <= sample.num_rows) {
    list.push_back(
        fmt::format("{} rows are equal to an earlier one in every column: were some "
                    "entered twice?",
                    facts.num_repeated));
  }
  if (roles.decision_is_outcome) {
    list.push_back(
        fmt::format("“{}” may be an outcome rather than a decision, but no column looks "
                    "more like one.",
                    roles.decision.column->name));
  }
  if (roles.maybe_weight != nullptr) {
    list.push_back(fmt::format("“{}” looks like a weight. It is not used unless you say so.",
                               roles.maybe_weight->name));
  }
  return list;
}

}  // namespace fairmon::intake
