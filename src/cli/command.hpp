#pragma once

#include <fairmon/plugin.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::cli {

class Arguments;

/// A flag of a command. Values are texts; the command checks what they mean.
struct Flag {
  std::string name;         ///< without dashes
  char letter = '\0';       ///< `-v`, if it has one
  std::string placeholder;  ///< what follows the flag; empty for a switch
  std::string summary;
  std::string group;  ///< heading in help
  std::vector<std::string> choices;
  std::string default_value;
  std::string environment;  ///< variable read when the flag is not given
  bool repeatable = false;
  bool optional_value = false;  ///< `--flag` alone means its first choice
  bool hidden = false;          ///< works, but help does not mention it
};

[[nodiscard]] inline Flag make_flag(std::string name, std::string placeholder, std::string summary,
                                    std::string default_value = {}) {
  Flag flag;
  flag.name = std::move(name);
  flag.placeholder = std::move(placeholder);
  flag.summary = std::move(summary);
  flag.default_value = std::move(default_value);
  return flag;
}

struct Positional {
  std::string name;
  std::string summary;
  bool required = true;
  bool repeatable = false;
};

struct Example {
  std::string_view line;
  std::string_view meaning;
};

/// One of several things that a command does, named by its first word.
struct Action {
  std::string_view name;
  std::string_view summary;
  std::string_view arguments;  ///< as in the usage line: `SPEC`, `[SPEC]`
  /// Headings of flags that mean something here; `--name` stands for a single flag.
  std::vector<std::string_view> flags;
};

/// One command of the program; each lives in a file of its own below commands/.
struct Command {
  std::string_view name;
  std::string_view alias;
  std::string_view summary;
  std::string_view description;
  std::vector<Positional> (*positionals)();
  std::vector<Flag> (*flags)(const PluginRegistry& plugins);
  std::span<const Example> (*examples)();
  /// Returns the exit code.
  int (*run)(const Arguments& arguments, const PluginRegistry& plugins);
  /// Each has its own page of help; none for commands that do one thing.
  std::span<const Action> (*actions)() = nullptr;
};

/// All commands, sorted by name; written by the build from the files in commands/.
[[nodiscard]] std::span<const Command* const> command_table();
/// By name or alias.
[[nodiscard]] const Command* find_command(std::string_view name);

}  // namespace fairmon::cli
