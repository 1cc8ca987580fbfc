#pragma once

#include <optional>
#include <string>
#include <vector>

#include "intake/roles.hpp"

namespace fairmon::intake {

/// What is asked of the decisions, and how sure an alarm has to be.
struct Purpose {
  std::vector<std::string> goals;   ///< see goals.hpp; empty: the usual ones
  double tolerance = 0.1;           ///< differences up to this are accepted
  double ratio = 0.8;               ///< ratios from this on are accepted
  double level = 0.95;              ///< 0: judge by the estimates alone
  std::optional<std::string> over;  ///< such as `90d`; empty: the whole history; nothing: found out
};

/// Why some lines of a specification are there.
struct LineNote {
  std::size_t line = 1;  ///< the first one, from 1
  std::size_t count = 1;
  std::string words;
};

struct Draft {
  std::string text;
  std::vector<LineNote> notes;
};

/// A first specification for these columns, to be changed by its reader. It also says how the file
/// is read, so that no flags are needed to run it.
[[nodiscard]] Draft first_specification(const Sample& sample, const Roles& given,
                                        const std::string& file, const Purpose& purpose = {});

/// Whether one of the questions is about how things turned out.
[[nodiscard]] bool asks_for_outcome(const Purpose& purpose, bool has_outcome);

/// A purpose that cannot be: no such goal, one that needs an outcome, a tolerance out of range.
[[nodiscard]] Result<void> check_purpose(const Purpose& purpose, bool has_outcome);

/// What was chosen and what to do next, for the terminal.
[[nodiscard]] std::string what_next(const Sample& sample, const Roles& roles,
                                    const std::string& spec, const std::string& file);

}  // namespace fairmon::intake
