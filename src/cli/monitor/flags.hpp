#pragma once

#include <vector>

#include "cli/command.hpp"

namespace fairmon::cli {

/// Flags of `fairmon monitor`, those of all plugins included.
[[nodiscard]] std::vector<Flag> monitor_flags(const PluginRegistry& plugins);

/// Flags of commands that judge finished data and have one result of their own.
[[nodiscard]] std::vector<Flag> reading_flags(const PluginRegistry& plugins);

}  // namespace fairmon::cli
