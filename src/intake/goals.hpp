#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intake/facts.hpp"

namespace fairmon::intake {

/// What fairness may mean: a question in plain words that leads to a metric of the library.
struct Goal {
  std::string_view id;
  std::string_view question;
  std::string_view demand;  ///< what has to be so, in one sentence
  std::string_view suits;   ///< when that is the right question
  std::string_view metric;
  bool needs_outcome = false;
  bool ratio = false;  ///< groups are compared by a ratio, not by a difference
  /// For rows with weights: what is counted among whom, with D and O for decision and outcome.
  std::string_view counted;
  std::string_view among;
  std::string_view counted_too;  ///< a second comparison, if there are two
  std::string_view among_too;
};

[[nodiscard]] std::span<const Goal> goals();
/// Nothing for an unknown id.
[[nodiscard]] const Goal* find_goal(std::string_view id);
/// What is asked when nobody chose: equal rates, and with an outcome also among the deserving.
[[nodiscard]] std::vector<std::string> usual_goals(bool has_outcome);

/// Why goals that were chosen together cannot all be reached, in words; `outcomes` are rates of the
/// good outcome in the data.
[[nodiscard]] std::vector<std::string> conflicts(const std::vector<std::string>& chosen,
                                                 const std::vector<GroupFact>& facts);

}  // namespace fairmon::intake
