#pragma once

#include <vector>

#include "cli/command.hpp"

namespace fairmon::cli {

/// Flags of `fairmon monitor`, those of all plugins included.
[[nodiscard]] std::vector<Flag> monitor_flags(const PluginRegistry& plugins);

}  // namespace fairmon::cli
