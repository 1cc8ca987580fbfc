#include <fairmon/plugin.hpp>
#include <fairmon/version.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/report.hpp"
#include "cli/secrets.hpp"
#include "support/caught.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace fairmon {

namespace cli {

const Command* find_command(std::string_view name) {
  for (const Command* command : command_table()) {
    if (command->name == name || (!command->alias.empty() && command->alias == name)) {
      return command;
    }
  }
  return nullptr;
}

namespace {

int unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const Command* command : command_table()) {
    names.emplace_back(command->name);
  }
  std::string message = "there is no command `" + word + "`";
  if (const auto near = support::nearest(word, names)) {
    message += "; did you mean `" + *near + "`?";
  }
  Error error(ErrorCode::Usage, std::move(message));
  error.context.push_back("`fairmon --help` lists the commands");
  return report(error);
}

bool asks_for_help(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

std::string help_for(const Command& command, const std::vector<std::string>& words,
                     const PluginRegistry& plugins) {
  const Action* action = find_action(command, words);
  return action != nullptr ? action_help(command, *action, plugins)
                           : command_help(command, plugins);
}

int dispatch(const std::vector<std::string>& words, const PluginRegistry& plugins) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    const Command* command = words.size() > 1 ? find_command(words[1]) : nullptr;
    if (words.size() > 1 && command == nullptr) {
      return unknown_command(words[1]);
    }
    print(command != nullptr ? help_for(*command, words, plugins) : overview_help());
    return static_cast<int>(words.empty() ? ExitCode::Usage : ExitCode::Fine);
  }
  if (words[0] == "--version" || words[0] == "-V") {
    return find_command("version")->run({}, plugins);
  }
  const Command* command = find_command(words[0]);
  if (command == nullptr) {
    return unknown_command(words[0]);
  }
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (asks_for_help(rest)) {
    print(help_for(*command, rest, plugins));
    return static_cast<int>(ExitCode::Fine);
  }
  const auto arguments = Arguments::parse(*command, plugins, rest);
  return arguments ? command->run(*arguments, plugins) : report(arguments.error());
}

/// What we need to know of a mistake of ours, wherever in the program it was caught.
void ask_for_a_report(const std::vector<std::string>& words) {
  std::string line = "fairmon";
  for (const std::string& word : without_secrets(words)) {
    line += " " + word;
  }
  print_error("  version " + std::string(version()) + ", " + std::string(build_facts()) +
              "\n  command: " + support::printable(line) +
              "\n  please report it with the specification and a few lines of the data\n");
}

}  // namespace

}  // namespace cli

int run_command_line(int argc, const char* const* argv, const PluginRegistry& plugins) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  int code = 0;
  try {
    code = cli::dispatch(words, plugins);
  } catch (...) {
    code = cli::report(support::caught_error());
  }
  if (code == static_cast<int>(cli::ExitCode::Internal)) {
    cli::ask_for_a_report(words);
  }
  return code;
}

}  // namespace fairmon
