#pragma once

#include <string>

#include "cli/command.hpp"

namespace fairmon::cli {

/// The first page: what the program is for, its commands, examples.
[[nodiscard]] std::string overview_help();
/// Everything about one command; of one with actions, which they are.
[[nodiscard]] std::string command_help(const Command& command, const PluginRegistry& plugins);
/// Everything about one action of a command.
[[nodiscard]] std::string action_help(const Command& command, const Action& action,
                                      const PluginRegistry& plugins);
/// The action that one of these words names; none if the command has no such thing.
[[nodiscard]] const Action* find_action(const Command& command, std::span<const std::string> words);
/// `fairmon monitor [flags] SPEC [DATA…]`
[[nodiscard]] std::string usage_line(const Command& command, const PluginRegistry& plugins);
/// What a flag does, what may follow it, and what holds without it.
[[nodiscard]] std::string flag_text(const Flag& flag);
/// `-v, --verbosity LEVEL`
[[nodiscard]] std::string flag_spelling(const Flag& flag);

}  // namespace fairmon::cli
