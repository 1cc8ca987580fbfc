#include "intake/goals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fairmon::intake {

namespace {

constexpr std::array kGoals = {
    Goal{"parity", "Should every group get the good decision equally often?",
         "The share of good decisions is the same in every group.",
         "when nobody can say who deserved it, or past outcomes are themselves in doubt",
         "demographic_parity", false, false, "D", "", "", ""},
    Goal{"four_fifths", "Is the four-fifths rule what counts?",
         "The group selected least often is selected at least four fifths as often as the group "
         "selected most often.",
         "for hiring in the United States, and wherever a ratio is prescribed", "disparate_impact",
         false, true, "D", "", "", ""},
    Goal{"deserving", "Should people who deserve the good decision get it equally often?",
         "Of those with the good outcome, the same share got the good decision in every group.",
         "when missing the deserving is the harm: loans, jobs, treatments", "equal_opportunity",
         true, false, "D", "O", "", ""},
    Goal{"undeserving", "Should people who do not deserve it get it equally often?",
         "Of those with the bad outcome, the same share got the good decision in every group.",
         "when wrong favours, or wrong suspicion the other way round, are the harm",
         "predictive_equality", true, false, "D", "!O", "", ""},
    Goal{"both_errors", "Should both kinds of mistakes be equally frequent in every group?",
         "The good decision is equally frequent among the deserving, and among the others.",
         "when both kinds of mistakes hurt", "equalized_odds", true, false, "D", "O", "D", "!O"},
    Goal{"trust", "Should a good decision mean the same in every group?",
         "Good decisions turn out right equally often in every group.",
         "when others rely on the decision: a score, a certificate, an alarm", "predictive_parity",
         true, false, "O", "D", "", ""},
    Goal{"accuracy", "Should decisions be right equally often in every group?",
         "The share of decisions that turned out right is the same in every group.",
         "when mistakes of both kinds weigh the same", "overall_accuracy_equality", true, false,
         "D == O", "", "", ""},
};

bool has(const std::vector<std::string>& chosen, std::initializer_list<std::string_view> ids) {
  return std::any_of(ids.begin(), ids.end(), [&](std::string_view id) {
    return std::find(chosen.begin(), chosen.end(), id) != chosen.end();
  });
}

/// How far the good outcome is apart between groups, in words with figures; empty if it is equally
/// frequent, nothing if that is not known.
std::optional<std::string> apart(const std::vector<GroupFact>& facts) {
  const GroupFact* low = nullptr;
  const GroupFact* high = nullptr;
  for (const GroupFact& fact : facts) {
    if (fact.num_known_outcomes < 20) {  // says little
      continue;
    }
    low = low == nullptr || fact.outcome_rate() < low->outcome_rate() ? &fact : low;
    high = high == nullptr || fact.outcome_rate() > high->outcome_rate() ? &fact : high;
  }
  if (low == high) {
    return std::nullopt;
  }
  if (high->outcome_rate() - low->outcome_rate() < 0.01) {
    return "";
  }
  return fmt::format("here the good outcome came for {:.0f} % of “{}” and {:.0f} % of “{}”",
                     100.0 * high->outcome_rate(), high->label, 100.0 * low->outcome_rate(),
                     low->label);
}

}  // namespace

std::span<const Goal> goals() { return kGoals; }

const Goal* find_goal(std::string_view id) {
  const auto found =
      std::find_if(kGoals.begin(), kGoals.end(), [&](const Goal& goal) { return goal.id == id; });
  return found == kGoals.end() ? nullptr : &*found;
}

std::vector<std::string> usual_goals(bool has_outcome) {
  return has_outcome ? std::vector<std::string>{"parity", "deserving"}
                     : std::vector<std::string>{"parity"};
}

std::vector<std::string> conflicts(const std::vector<std::string>& chosen,
                                   const std::vector<GroupFact>& facts) {
  std::vector<std::string> found;
  const auto seen = apart(facts);
  if (seen && seen->empty()) {  // then all of them can hold at once
    return found;
  }
  const std::string where =
      seen.value_or("as a rule the good outcome is not equally frequent in the groups");
  const bool rates = has(chosen, {"parity", "four_fifths"});
  const bool errors = has(chosen, {"deserving", "undeserving", "both_errors"});
  if (rates && errors) {
    found.push_back(
        "Equal shares of good decisions and equal shares of mistakes exclude each "
        "other unless decisions ignore the outcome: " +
        where +
        ", so decisions that are better than chance cannot satisfy both. Expect at "
        "least one to be violated, and say before which one counts.");
  }
  if (rates && has(chosen, {"trust"})) {
    found.push_back(
        "Equal shares of good decisions and good decisions that mean the same exclude "
        "each other: " +
        where + ", so one of them has to give way.");
  }
  if (errors && has(chosen, {"trust"})) {
    found.push_back(
        "Equal mistakes and decisions that mean the same cannot both hold unless "
        "decisions are perfect (Chouldechova 2017; Kleinberg and others 2016): " +
        where + ".");
  }
  if (rates && has(chosen, {"accuracy"}) && !errors) {
    found.push_back(
        "Decisions that are always right give good decisions as often as good outcomes "
        "come: " +
        where + ", so being right and equal shares pull apart.");
  }
  return found;
}

}  // namespace fairmon::intake
