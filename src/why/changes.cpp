#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "why/explain.hpp"

namespace fairmon::why {

namespace {

struct Counts {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  std::uint64_t rank = 1;
};

std::optional<double> compared(const Requirement& requirement, const std::vector<Counts>& groups) {
  double largest = -1.0;
  double smallest = 2.0;
  for (const Counts& group : groups) {
    const double rate = static_cast<double>(group.hits) / static_cast<double>(group.trials);
    largest = std::max(largest, rate);
    smallest = std::min(smallest, rate);
  }
  if (groups.size() < 2) {
    return std::nullopt;
  }
  if (requirement.comparison == GroupComparison::Difference) {
    return largest - smallest;
  }
  return largest > 0.0 ? std::optional(smallest / largest) : std::nullopt;
}

bool is_violated(const Requirement& requirement, const std::vector<Counts>& groups, double level) {
  if (requirement.level) {
    std::vector<report::Tally> tallies;
    tallies.reserve(groups.size());
    for (const Counts& group : groups) {
      tallies.push_back({group.hits, group.trials, group.rank});
    }
    return report::judge(requirement, requirement.threshold, tallies, level) ==
           report::Sureness::Violated;
  }
  const auto value = compared(requirement, groups);
  return value && requirement.violated(*value, requirement.threshold);
}

/// The fewest hits to add to (or take from) one group so that it is kept;
/// nothing if none will do. More of them need not help for ever, another group
/// then is at the end, so all are tried.
std::optional<std::uint64_t> fewest(const Requirement& requirement, std::vector<Counts> groups,
                                    std::size_t at, bool more, double level) {
  const std::uint64_t room = more ? groups[at].trials - groups[at].hits : groups[at].hits;
  // Bounds take longer to judge than rates.
  const std::uint64_t most = requirement.level ? 5'000 : 1'000'000;
  // The way to the other end of a plain comparison is monotone until the group
  // overtakes others.
  for (std::uint64_t change = 1; change <= std::min(room, most); ++change) {
    if (more) {
      ++groups[at].hits;
    } else {
      --groups[at].hits;
    }
    if (!is_violated(requirement, groups, level)) {
      return change;
    }
  }
  return std::nullopt;
}

std::string words_of(const GroupLine& group, std::uint64_t change, bool more) {
  const std::uint64_t hits = *group.now.hits + (more ? change : std::uint64_t{0} - change);
  return fmt::format("{} {} positive {} about {} ({} instead of {} of {}) would have kept it",
                     report::grouped(change), more ? "more" : "fewer",
                     change == 1 ? "decision" : "decisions", group.name, report::grouped(hits),
                     report::grouped(*group.now.hits), report::grouped(*group.now.trials));
}

}  // namespace

std::vector<std::string> smallest_changes(const Requirement& requirement,
                                          const std::vector<GroupLine>& groups, double level) {
  std::vector<Counts> counts;
  std::optional<std::size_t> low;
  std::optional<std::size_t> high;
  for (const GroupLine& group : groups) {
    if (!group.now.rate) {
      continue;
    }
    const bool known = group.now.hits && group.now.trials && *group.now.trials > 0;
    const double rate =
        known ? static_cast<double>(*group.now.hits) / static_cast<double>(*group.now.trials)
              : -1.0;
    if (!known || std::abs(rate - *group.now.rate) > 1e-9) {
      return {};  // smoothed, or of another kind: counts do not give the rate
    }
    low = group.smallest ? std::optional(counts.size()) : low;
    high = group.largest ? std::optional(counts.size()) : high;
    counts.push_back({*group.now.hits, *group.now.trials, group.rank});
  }
  if (!low || !high || !is_violated(requirement, counts, level)) {
    return {};
  }
  const auto line = [&](bool smallest) -> const GroupLine& {
    return *std::find_if(groups.begin(), groups.end(), [&](const GroupLine& group) {
      return smallest ? group.smallest : group.largest;
    });
  };
  std::vector<std::string> words;
  if (const auto change = fewest(requirement, counts, *low, true, level)) {
    words.push_back(words_of(line(true), *change, true));
  }
  if (const auto change = fewest(requirement, counts, *high, false, level)) {
    words.push_back(words_of(line(false), *change, false));
  }
  if (words.empty()) {
    words.push_back("no number of positive decisions about " + line(true).name + " or " +
                    line(false).name + " alone would have kept it, with as many decisions");
  }
  return words;
}

}  // namespace fairmon::why
