#pragma once

#include <fairmon/result.hpp>

#include <optional>
#include <string>
#include <vector>

#include "cli/init/columns.hpp"

namespace fairmon::cli {

/// A column as a specification reads it.
struct Part {
  const Column* column = nullptr;
  std::string input;       ///< name of the input
  std::string expression;  ///< of the input: the group, or a Bool that is true where it is good
  bool negated = false;    ///< the column says what is bad for the person
  std::string bins;        ///< of numbers: an output that makes groups of them, as text
};

/// What the columns are for.
struct Roles {
  std::vector<Part> groups;
  Part decision;
  bool decision_is_outcome = false;  ///< there was only a column that looks like an outcome
  std::optional<Part> outcome;
  std::vector<const Column*> further_groups;  ///< others that would do
  const Column* time = nullptr;               ///< nothing: rows have no usable time
  bool time_out_of_order = false;             ///< there is one, but rows do not follow it
};

/// Columns the user named; what is empty is found out.
struct RoleWishes {
  std::vector<std::string> groups;
  std::string decision;
  std::string outcome;
};

/// Fails, saying which flag helps, if no column looks like a group or like a decision.
[[nodiscard]] Result<Roles> assign_roles(const Sample& sample, const RoleWishes& wishes);

}  // namespace fairmon::cli
