#pragma once

#include <string>
#include <vector>

#include "cli/init/roles.hpp"

namespace fairmon::cli {

/// The text of a first specification for these columns, to be changed by its reader.
[[nodiscard]] std::string first_specification(const Sample& sample, const Roles& roles,
                                              const std::string& file);

/// The flags that reading the file needs besides its name, such as `--time-column date`.
[[nodiscard]] std::vector<std::string> reading_flags(const Roles& roles);

/// What was chosen and what to do next, for the terminal.
[[nodiscard]] std::string what_next(const Roles& roles, const std::string& spec,
                                    const std::string& file);

}  // namespace fairmon::cli
