#include <fmt/format.h>

#include <algorithm>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

std::string group_text(const Group& group) {
  std::string text = fmt::format("{} has {}", group.name, number(*group.rate));
  if (group.hits && group.trials) {
    text += fmt::format(" ({} of {})", grouped(*group.hits), grouped(*group.trials));
  } else if (group.trials) {
    text += fmt::format(" ({})", counted(*group.trials, "decision", "decisions"));
  }
  return text;
}

std::string value_text(const Finding& finding) {
  if (!finding.value) {
    return {};
  }
  return fmt::format("{} is {}, the threshold {}", finding.measure, number(*finding.value),
                     number(finding.requirement.threshold));
}

/// Violated or kept, and since when.
std::string first_sentence(const Finding& finding) {
  const std::string value = value_text(finding);
  const std::string behind = value.empty() ? "." : ": " + value + ".";
  const auto& all = finding.episodes;
  const std::string times = counted(finding.num_episodes, "stretch", "stretches") + " of time";
  switch (finding.state) {
    case State::NeverJudged:
      return "The requirement was never judged: the data gave no occasion to.";
    case State::Kept:
      return "The requirement was kept at all times" + behind;
    case State::Undecided:
      return "Whether the requirement is violated was never certain, and that it is kept is not "
             "certain either" +
             behind;
    case State::ViolatedBefore:
      return fmt::format(
          "The requirement was violated in {}, first from {}, last until {}; at the end of the "
          "data it is kept{}",
          times, all.front().begin, all.back().end, behind);
    case State::Violated: {
      const auto open = std::find_if(all.begin(), all.end(),
                                     [](const EpisodeLine& line) { return line.end.empty(); });
      const std::string who =
          open == all.end() || open->instance.empty() ? "" : " for " + open->instance;
      const std::string since = open == all.end() ? "" : ", since " + open->begin;
      const std::string before = finding.num_episodes > 1 ? " (" + times + " in all)" : "";
      return "The requirement is violated at the end of the data" + who + since + before + behind;
    }
  }
  return {};
}

std::string between_whom(const Finding& finding) {
  if (finding.requirement.comparison == GroupComparison::None) {
    return {};
  }
  const Group* high = nullptr;
  const Group* low = nullptr;
  for (const Group& group : finding.groups) {
    if (!group.judged || !group.rate) {
      continue;
    }
    high = high == nullptr || *group.rate > *high->rate ? &group : high;
    low = low == nullptr || *group.rate < *low->rate ? &group : low;
  }
  if (high == nullptr) {
    return "No group could be judged.";
  }
  if (high == low) {
    return "Only " + group_text(*high) + ": there is no second group to compare it with.";
  }
  return "At the end " + group_text(*high) + ", the most, and " + group_text(*low) + ", the least.";
}

std::string how_sure(const Finding& finding) {
  const std::string level = fmt::format("{:.4g}", finding.level);
  switch (finding.sureness) {
    case Sureness::Unknown:
      return finding.requirement.rates && finding.requirement.comparison == GroupComparison::None
                 ? "How sure this is cannot be said: the specification compares the groups part by "
                   "part."
             : finding.requirement.rates
                 ? "How sure this is cannot be said, because hits and trials of the groups are not "
                   "known, or there are not two groups."
                 : "How sure this is cannot be said: the condition does not compare rates of "
                   "groups in a way this report knows.";
    case Sureness::Violated:
      return "That the chances behind the decisions lie beyond the threshold is certain at level " +
             level + ", whenever one had looked" +
             (finding.stretch_from.empty()
                  ? "."
                  : ": it holds of their averages since " + finding.stretch_from + ".");
    case Sureness::Kept:
      return "That the chances behind the decisions lie within the threshold is certain at level " +
             level + ", whenever one had looked.";
    case Sureness::Undecided:
      return "About the chances behind the decisions this is undecided at level " + level +
             ": so many decisions allow chances beyond the threshold and within it" +
             (finding.needed ? "; about " + grouped(static_cast<std::uint64_t>(*finding.needed)) +
                                   " more would decide it, if rates stay as they are."
                             : std::string("."));
  }
  return {};
}

}  // namespace

std::string sureness_text(Sureness sureness) {
  switch (sureness) {
    case Sureness::Unknown:
      return "";
    case Sureness::Violated:
      return "certainly violated";
    case Sureness::Kept:
      return "certainly kept";
    case Sureness::Undecided:
      return "undecided";
  }
  return {};
}

void add_answer(Finding& finding) {
  finding.answer.push_back(first_sentence(finding));
  if (std::string whom = between_whom(finding); !whom.empty()) {
    finding.answer.push_back(std::move(whom));
  }
  finding.answer.push_back(how_sure(finding));
}

}  // namespace fairmon::report::parts
