#include <fairmon/version.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/report.hpp"

namespace fairmon::cli::commands {

namespace {

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon man > ~/.local/share/man/man1/fairmon.1", "then `man fairmon` works"},
      {"fairmon man --markdown", "the same as Markdown, for the documentation"},
  };
  return kExamples;
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag markdown;
  markdown.name = "markdown";
  markdown.summary = "print Markdown instead";
  return {markdown};
}

/// Text safe in troff: backslashes and leading dots and quotes mean something there.
std::string troff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) {
      out += "\\&";
    }
    out += c == '\\' ? "\\e" : (c == '-' ? "\\-" : std::string(1, c));
    line_start = c == '\n';
  }
  return out;
}

/// Arguments and flags, the latter under the headings help has.
std::string terms(const Command& command, const PluginRegistry& plugins) {
  std::string out;
  const auto add = [&](const std::string& term, const std::string& text) {
    out += ".TP\n.B " + troff(term) + "\n" + troff(text) + "\n";
  };
  for (const Positional& positional : command.positionals()) {
    add(positional.name, positional.summary);
  }
  std::string group;
  for (const Flag& flag : command.flags(plugins)) {
    if (flag.hidden) {
      continue;
    }
    if (flag.group != group) {
      group = flag.group;
      out += ".PP\n.I " + troff(group) + "\n";
    }
    add(flag_spelling(flag), flag_text(flag));
  }
  return out;
}

std::string man_page(const PluginRegistry& plugins) {
  std::string out = ".TH FAIRMON 1 \"\" \"fairmon " + std::string(fairmon::version()) +
                    "\"\n.SH NAME\nfairmon \\- watches a stream of decisions for fairness\n"
                    ".SH SYNOPSIS\n.B fairmon\n.I command\n[flags] [arguments]\n.SH COMMANDS\n";
  for (const Command* command : command_table()) {
    out += ".SS " + troff(usage_line(*command, plugins)) + "\n" + troff(command->summary) + "\n";
    if (!command->description.empty()) {
      // Descriptions are broken into lines and columns as they should appear.
      out += ".PP\n.nf\n" + troff(command->description) + "\n.fi\n";
    }
    out += terms(*command, plugins);
    for (const Example& example : command->examples()) {
      out +=
          ".PP\n" + troff(example.meaning) + ":\n.PP\n.RS\n.B " + troff(example.line) + "\n.RE\n";
    }
  }
  out +=
      ".SH EXIT STATUS\n0 fine, 1 specification or usage, 2 data, 3 evaluation, 4 a trigger fired "
      "(with \\-\\-fail\\-on\\-trigger), 130 interrupted.\n";
  return out;
}

std::string markdown_page(const PluginRegistry& plugins) {
  std::string out = "# The command line\n";
  for (const Command* command : command_table()) {
    out += "\n## fairmon " + std::string(command->name) + "\n\n```text\n" +
           command_help(*command, plugins) + "```\n";
    if (command->actions != nullptr) {
      for (const Action& action : command->actions()) {
        out += "\n### fairmon " + std::string(command->name) + " " + std::string(action.name) +
               "\n\n```text\n" + action_help(*command, action, plugins) + "```\n";
      }
    }
  }
  return out;
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  print(arguments.has("markdown") ? markdown_page(plugins) : man_page(plugins));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command man;
const Command man = {
    "man",    "", "print the manual page", "", [] { return std::vector<Positional>(); }, flags,
    examples, run};

}  // namespace fairmon::cli::commands
