#pragma once

#include <string>
#include <vector>

#include "intake/roles.hpp"

namespace fairmon::intake {

/// What the rows that were looked at say about one group.
struct GroupFact {
  std::string label;
  std::size_t num_rows = 0;
  std::size_t num_decided = 0;  ///< rows whose decision is known
  std::size_t num_good = 0;
  std::size_t num_known_outcomes = 0;
  std::size_t num_good_outcomes = 0;

  [[nodiscard]] double outcome_rate() const {
    return static_cast<double>(num_good_outcomes) / static_cast<double>(num_known_outcomes);
  }
};

struct Facts {
  std::vector<GroupFact> groups;  ///< in order of appearance, up to a limit
  bool more_groups = false;
  std::size_t num_unlabelled = 0;  ///< rows that belong to no group
  std::size_t num_undecided = 0;   ///< rows without a decision
  std::size_t num_repeated = 0;    ///< rows that are equal to an earlier one in every cell
};

[[nodiscard]] Facts count_facts(const Sample& sample, const Roles& roles);

/// What a reader should know before judging these data: no good decision at all, a group of one,
/// repeated rows, times that cannot be used.
[[nodiscard]] std::vector<std::string> warnings(const Sample& sample, const Roles& roles,
                                                const Facts& facts);

}  // namespace fairmon::intake
