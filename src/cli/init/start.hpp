#pragma once

#include <string>
#include <vector>

#include "cli/init/roles.hpp"

namespace fairmon::cli {

/// The text of a first specification for these columns, to be changed by its reader. It also says
/// how the file is read, so that no flags are needed to run it.
[[nodiscard]] std::string first_specification(const Sample& sample, const Roles& roles,
                                              const std::string& file);

/// What was chosen and what to do next, for the terminal.
[[nodiscard]] std::string what_next(const Sample& sample, const Roles& roles,
                                    const std::string& spec, const std::string& file);

}  // namespace fairmon::cli
