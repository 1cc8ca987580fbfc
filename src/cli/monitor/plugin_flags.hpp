#pragma once

#include <fairmon/plugin.hpp>

#include <map>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace fairmon::cli {

/// Flags for the options of all plugins. An option `quote` of the plugin `csv` is `--quote` (shared
/// by every plugin that has an option of that name) and `--csv-quote`.
[[nodiscard]] std::vector<Flag> plugin_flags(const PluginRegistry& plugins);

/// Those of some inputs only.
[[nodiscard]] std::vector<Flag> input_flags(const PluginRegistry& plugins,
                                            const std::vector<std::string_view>& inputs);

/// What was given for one plugin's options, ready for OptionValues::check.
[[nodiscard]] std::multimap<std::string, std::string> given_options(
    const Arguments& arguments, std::string_view plugin, std::span<const OptionInfo> table);

/// Fails if a flag was given that belongs to plugins none of which takes part in the run, or that
/// means different things to the input and an output.
[[nodiscard]] Result<void> refuse_idle_flags(const Arguments& arguments,
                                             const PluginRegistry& plugins,
                                             const std::vector<std::string_view>& inputs,
                                             const std::vector<std::string_view>& outputs);

}  // namespace fairmon::cli
