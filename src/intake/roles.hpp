#pragma once

#include <fairmon/result.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "intake/columns.hpp"

namespace fairmon::intake {

/// Where a column is good for the person: at some of its values, or on one side of a number.
struct GoodWhen {
  std::vector<std::string> values;
  std::optional<double> cut;
  bool above = true;  ///< beyond the cut; else up to it
};

/// A column as a specification reads it.
struct Part {
  const Column* column = nullptr;
  std::string input;         ///< name of the input
  std::string expression;    ///< of the input: the group, or a Bool that is true where it is good
  bool negated = false;      ///< the column says what is bad for the person
  std::string bins;          ///< of numbers: an output that makes groups of them, as text
  std::vector<double> cuts;  ///< of numbers: where bins begin
  std::vector<std::string> bin_names;  ///< one more than cuts
  GoodWhen good;                       ///< of verdicts: what the expression says
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
  std::string time_format;                    ///< as the user said; empty: as found out
  const Column* weight = nullptr;        ///< how much each row counts; only if it was asked for
  const Column* maybe_weight = nullptr;  ///< looks like one
};

/// Columns the user named; what is empty is found out.
struct RoleWishes {
  std::vector<std::string> groups;
  std::string decision;
  std::string outcome;
  bool no_outcome = false;
  std::optional<std::string> time;  ///< empty: rows have no time
  std::string time_format;          ///< such as `day-first`; empty: found out
  std::string weight;
  std::map<std::string, std::vector<double>> cuts;  ///< of groups made of numbers, by column
  std::map<std::string, GoodWhen> good;             ///< of decision and outcome, by column
};

/// Fails, saying which flag helps, if no column looks like a group or like a decision.
[[nodiscard]] Result<Roles> assign_roles(const Sample& sample, const RoleWishes& wishes);

}  // namespace fairmon::intake
