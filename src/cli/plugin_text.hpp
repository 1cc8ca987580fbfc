#pragma once

#include <fairmon/plugin.hpp>

#include <string>

namespace fairmon::cli {

/// One line per plugin.
[[nodiscard]] std::string plugins_list(const PluginRegistry& plugins);
/// Documentation and options of the input, the output, or both, of a name.
[[nodiscard]] Result<std::string> plugin_text(const PluginRegistry& plugins,
                                              const std::string& name);
/// The page of the documentation that lists all options.
[[nodiscard]] std::string plugins_markdown(const PluginRegistry& plugins);
/// All plugins with their option tables, for programs.
[[nodiscard]] std::string plugins_json(const PluginRegistry& plugins);

}  // namespace fairmon::cli
