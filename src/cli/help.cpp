#include "cli/help.hpp"

#include <algorithm>

#include "support/utf8.hpp"

namespace fairmon::cli {

namespace {

constexpr std::size_t kWidth = 90;
constexpr std::size_t kTextColumn = 30;

/// Appends text broken into lines, each line after the first indented.
void append_wrapped(std::string& out, std::string_view text, std::size_t column,
                    std::size_t indent) {
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t width = support::count_code_points(word);
    if (!first && column + 1 + width > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// A term in the left column, its explanation in the right one.
void append_entry(std::string& out, const std::string& term, const std::string& text) {
  out += "  " + term;
  const std::size_t used = 2 + support::count_code_points(term);
  if (used + 2 > kTextColumn) {
    out += "\n" + std::string(kTextColumn, ' ');
  } else {
    out += std::string(kTextColumn - used, ' ');
  }
  append_wrapped(out, text, kTextColumn, kTextColumn);
  out += '\n';
}

void append_examples(std::string& out, std::span<const Example> examples) {
  if (examples.empty()) {
    return;
  }
  out += "\nexamples\n";
  for (const Example& example : examples) {
    out += "  " + std::string(example.line) + "\n      ";
    append_wrapped(out, example.meaning, 6, 6);
    out += '\n';
  }
}

void append_flags(std::string& out, const std::vector<Flag>& flags) {
  std::vector<std::string> groups;
  for (const Flag& flag : flags) {
    if (!flag.hidden && std::find(groups.begin(), groups.end(), flag.group) == groups.end()) {
      groups.push_back(flag.group);
    }
  }
  for (const std::string& group : groups) {
    out += "\n" + (group.empty() ? std::string("flags") : group) + "\n";
    for (const Flag& flag : flags) {
      if (!flag.hidden && flag.group == group) {
        append_entry(out, flag_spelling(flag), flag_text(flag));
      }
    }
  }
}

void append_actions(std::string& out, const Command& command) {
  out += "\nactions\n";
  for (const Action& action : command.actions()) {
    const std::string arguments(action.arguments);
    append_entry(out, std::string(action.name) + (arguments.empty() ? "" : " " + arguments),
                 std::string(action.summary));
  }
}

}  // namespace

std::string flag_spelling(const Flag& flag) {
  std::string text = flag.letter != '\0' ? std::string("-") + flag.letter + ", " : std::string();
  text += "--" + flag.name;
  if (flag.placeholder.empty()) {
    return text;
  }
  return text + (flag.optional_value ? "" : " ") + flag.placeholder;
}

std::string flag_text(const Flag& flag) {
  std::string text = flag.summary + (flag.repeatable ? "; may be repeated" : "");
  text += flag.environment.empty() ? "" : "; also read from the variable " + flag.environment;
  // Long lists of choices make a page of their own; they are shown when short.
  if (!flag.choices.empty() && flag.choices.size() <= 8) {
    text += " (";
    for (std::size_t i = 0; i < flag.choices.size(); ++i) {
      text += (i == 0 ? "" : ", ") + flag.choices[i];
    }
    text += ")";
  }
  if (!flag.default_value.empty()) {
    text += " [" + flag.default_value + "]";
  }
  return text;
}

std::string usage_line(const Command& command, const PluginRegistry& plugins) {
  std::string text = "fairmon " + std::string(command.name);
  text += command.flags(plugins).empty() ? "" : " [flags]";
  for (const Positional& positional : command.positionals()) {
    const std::string name = positional.name + (positional.repeatable ? "…" : "");
    text += positional.required ? " " + name : " [" + name + "]";
  }
  return text;
}

std::string overview_help() {
  std::string out =
      "FairMon watches a stream of decisions for fairness: it judges events by a specification\n"
      "written in RTLola with probabilities, and tells when a promise is broken.\n\n"
      "usage: fairmon COMMAND …\n\ncommands\n";
  for (const Command* command : command_table()) {
    append_entry(out, std::string(command->name), std::string(command->summary));
  }
  static constexpr Example kExamples[] = {
      {"fairmon monitor hiring.lola decisions.csv",
       "judge recorded decisions and print what happened"},
      {"tail -f log.csv | fairmon monitor hiring.lola - --online",
       "watch decisions while they are made"},
      {"fairmon check hiring.lola", "find mistakes in a specification, with fixes"},
  };
  append_examples(out, kExamples);
  out +=
      "\n`fairmon COMMAND --help` tells more about a command.\n"
      "Exit codes: 0 fine, 1 specification or usage, 2 data, 3 evaluation, 4 a trigger fired\n"
      "(with --fail-on-trigger), 130 interrupted.\n";
  return out;
}

std::string command_help(const Command& command, const PluginRegistry& plugins) {
  std::string out =
      std::string(command.summary) + "\n\nusage: " + usage_line(command, plugins) + "\n";
  if (!command.alias.empty()) {
    out += "alias: fairmon " + std::string(command.alias) + "\n";
  }
  if (!command.description.empty()) {
    out += "\n" + std::string(command.description);
    out += out.ends_with('\n') ? "" : "\n";
  }
  if (command.actions != nullptr) {
    append_actions(out, command);
    append_examples(out, command.examples());
    return out + "\n`fairmon " + std::string(command.name) +
           " ACTION --help` tells more about an action.\n";
  }
  const auto positionals = command.positionals();
  if (!positionals.empty()) {
    out += "\narguments\n";
    for (const Positional& positional : positionals) {
      append_entry(out, positional.name, positional.summary);
    }
  }
  append_flags(out, command.flags(plugins));
  append_examples(out, command.examples());
  return out;
}

std::string action_help(const Command& command, const Action& action,
                        const PluginRegistry& plugins) {
  const std::string name = "fairmon " + std::string(command.name) + " " + std::string(action.name);
  std::string out;
  append_wrapped(out, action.summary, 0, 0);
  out += "\n\nusage: " + name + (action.flags.empty() ? "" : " [flags]") +
         (action.arguments.empty() ? "" : " " + std::string(action.arguments)) + "\n";
  std::vector<Flag> own;
  for (const Flag& flag : command.flags(plugins)) {
    const bool meant = std::any_of(
        action.flags.begin(), action.flags.end(),
        [&](std::string_view word) { return word == flag.group || word == "--" + flag.name; });
    if (meant) {
      own.push_back(flag);
    }
  }
  append_flags(out, own);
  std::vector<Example> examples;
  for (const Example& example : command.examples()) {
    if (example.line.starts_with(name)) {
      examples.push_back(example);
    }
  }
  append_examples(out, examples);
  return out;
}

const Action* find_action(const Command& command, std::span<const std::string> words) {
  if (command.actions == nullptr) {
    return nullptr;
  }
  for (const std::string& word : words) {
    for (const Action& action : command.actions()) {
      if (action.name == word) {
        return &action;
      }
    }
  }
  return nullptr;
}

}  // namespace fairmon::cli
