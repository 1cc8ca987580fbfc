#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/completion.hpp"
#include "cli/report.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"SHELL", "bash, zsh or fish"}}; }

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon completions bash > ~/.local/share/bash-completion/completions/fairmon",
       "complete commands and flags with the tab key"},
      {"fairmon completions fish > ~/.config/fish/completions/fairmon.fish", "the same for fish"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  const std::string shell = arguments.text("SHELL");
  if (shell == "bash") {
    print(bash_completion(plugins));
  } else if (shell == "zsh") {
    print(zsh_completion(plugins));
  } else if (shell == "fish") {
    print(fish_completion(plugins));
  } else {
    return report(Error(ErrorCode::Usage,
                        "there are completions for bash, zsh and fish, not for `" + shell + "`"));
  }
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command completions;
const Command completions = {"completions",
                             "",
                             "print a script that completes commands and flags in a shell",
                             "",
                             positionals,
                             [](const PluginRegistry&) { return std::vector<Flag>(); },
                             examples,
                             run};

}  // namespace fairmon::cli::commands
