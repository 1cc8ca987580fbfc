#pragma once

#include <string>

#include "cli/command.hpp"

namespace fairmon::cli {

[[nodiscard]] std::string bash_completion(const PluginRegistry& plugins);
[[nodiscard]] std::string zsh_completion(const PluginRegistry& plugins);
[[nodiscard]] std::string fish_completion(const PluginRegistry& plugins);

}  // namespace fairmon::cli
