#include "cli/completion.hpp"

namespace fairmon::cli {

namespace {

std::string command_names() {
  std::string names;
  for (const Command* command : command_table()) {
    names += (names.empty() ? "" : " ") + std::string(command->name);
  }
  return names;
}

/// A text inside single quotes of a shell.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out + "'";
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

}  // namespace

std::string bash_completion(const PluginRegistry& plugins) {
  std::string out =
      "# bash completion for fairmon\n"
      "_fairmon() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      command_names() +
      "' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"${COMP_WORDS[1]} $previous\" in\n";
  for (const Command* command : command_table()) {
    for (const Flag& flag : command->flags(plugins)) {
      if (!flag.choices.empty() && !flag.hidden) {
        out += "    '" + std::string(command->name) + " --" + flag.name +
               "') COMPREPLY=($(compgen -W '" + joined(flag.choices) +
               "' -- \"$word\")); return ;;\n";
      }
    }
  }
  out += "  esac\n  case \"${COMP_WORDS[1]}\" in\n";
  for (const Command* command : command_table()) {
    out += "    " + std::string(command->name) +
           (command->alias.empty() ? "" : "|" + std::string(command->alias)) + ") flags='--help";
    for (const Flag& flag : command->flags(plugins)) {
      out += flag.hidden ? "" : " --" + flag.name;
    }
    out += "' ;;\n";
  }
  out +=
      "    *) flags= ;;\n  esac\n"
      "  case \"$word\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
      "  esac\n}\n"
      "complete -o filenames -F _fairmon fairmon\n";
  return out;
}

std::string zsh_completion(const PluginRegistry& plugins) {
  std::string out = "#compdef fairmon\n_fairmon() {\n  local -a commands\n  commands=(\n";
  for (const Command* command : command_table()) {
    out += "    " + shell_quoted(std::string(command->name) + ":" + std::string(command->summary)) +
           "\n";
  }
  out +=
      "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  case $words[2] in\n";
  for (const Command* command : command_table()) {
    out += "    " + std::string(command->name) + ") _arguments '*:file:_files'";
    for (const Flag& flag : command->flags(plugins)) {
      if (flag.hidden) {
        continue;
      }
      std::string summary;
      for (const char c : flag.summary) {
        summary += c == ':' || c == '[' || c == ']' ? ' ' : c;
      }
      std::string entry =
          std::string(flag.repeatable ? "*" : "") + "--" + flag.name + "[" + summary + "]";
      if (!flag.placeholder.empty()) {
        entry += ":" + flag.name + ":" +
                 (flag.choices.empty() ? "_files" : "(" + joined(flag.choices) + ")");
      }
      out += " " + shell_quoted(entry);
    }
    out += " ;;\n";
  }
  return out + "  esac\n}\n_fairmon \"$@\"\n";
}

std::string fish_completion(const PluginRegistry& plugins) {
  std::string out = "# fish completion for fairmon\n";
  for (const Command* command : command_table()) {
    out += "complete -c fairmon -f -n __fish_use_subcommand -a " + std::string(command->name) +
           " -d " + shell_quoted(std::string(command->summary)) + "\n";
  }
  for (const Command* command : command_table()) {
    for (const Flag& flag : command->flags(plugins)) {
      if (flag.hidden) {
        continue;
      }
      out += "complete -c fairmon -n '__fish_seen_subcommand_from " + std::string(command->name) +
             "' -l " + flag.name;
      out += flag.letter != '\0' ? std::string(" -s ") + flag.letter : std::string();
      if (!flag.placeholder.empty()) {
        out += flag.choices.empty() ? " -r" : " -x -a " + shell_quoted(joined(flag.choices));
      }
      out += " -d " + shell_quoted(flag.summary) + "\n";
    }
  }
  return out;
}

}  // namespace fairmon::cli
