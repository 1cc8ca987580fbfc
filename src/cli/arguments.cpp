#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

std::string names_of(const Flag& flag) {
  return (flag.letter != '\0' ? std::string("-") + flag.letter + "," : std::string()) + "--" +
         flag.name;
}

Error usage(std::string message, const Command& command) {
  Error error(ErrorCode::Usage, std::move(message));
  error.context.push_back("`fairmon " + std::string(command.name) + " --help` lists the flags");
  return error;
}

Error unknown_flag(const std::string& word, const std::vector<Flag>& flags,
                   const Command& command) {
  std::vector<std::string> known;
  for (const Flag& flag : flags) {
    known.push_back("--" + flag.name);
  }
  const std::string bare = word.substr(0, word.find('='));
  std::string message = "unknown flag `" + bare + "`";
  if (const auto near = support::nearest(bare, known)) {
    message += "; did you mean `" + *near + "`?";
  }
  return usage(std::move(message), command);
}

Result<void> check_choice(const Flag& flag, const std::string& value, const Command& command) {
  if (flag.choices.empty() ||
      std::find(flag.choices.begin(), flag.choices.end(), value) != flag.choices.end()) {
    return {};
  }
  std::string message = "--" + flag.name + " is `" + value + "`; expected one of ";
  for (std::size_t i = 0; i < flag.choices.size(); ++i) {
    message += (i == 0 ? "" : ", ") + flag.choices[i];
  }
  if (const auto near = support::nearest(value, flag.choices)) {
    message += "; did you mean `" + *near + "`?";
  }
  return usage(std::move(message), command);
}

// In order; the last positional may take all that is left.
Result<void> assign_positionals(const std::vector<std::string>& words,
                                const std::vector<Positional>& positionals, const Command& command,
                                std::map<std::string, std::vector<std::string>>& given) {
  std::size_t next = 0;
  for (const std::string& word : words) {
    if (next == positionals.size()) {
      return usage("`" + word + "` is one argument too many", command);
    }
    given[positionals[next].name].push_back(word);
    next += positionals[next].repeatable ? 0 : 1;
  }
  return {};
}

/// The library begins its message with the flag; the rest is about its own types.
std::string without_value(const std::string& complaint, const std::vector<Flag>& flags) {
  for (const Flag& flag : flags) {
    if (complaint.starts_with("--" + flag.name + ":") && !flag.placeholder.empty()) {
      return "--" + flag.name + " needs a value, as in --" + flag.name + " " + flag.placeholder;
    }
  }
  return complaint;
}

const CLI::Option* add_flag(CLI::App& app, const Flag& flag, std::vector<std::string>& values) {
  if (flag.placeholder.empty()) {
    return app.add_flag(names_of(flag));
  }
  if (flag.optional_value) {
    // Written with `=`: what follows the bare flag may be a positional.
    return app.add_flag(names_of(flag) + '{' + flag.choices.front() + '}', values)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  // One value per occurrence: what follows may be a positional.
  return app.add_option(names_of(flag), values)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// The library compares each flag with all others, which takes longer than anything else at the
/// start of the program: only flags that may be written there are made known to it.
bool may_be_meant(const Flag& flag, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    if (word.starts_with("--")) {
      return word.substr(2).starts_with(flag.name);
    }
    return flag.letter != '\0' && word.starts_with('-');
  });
}

}  // namespace

Result<Arguments> Arguments::parse(const Command& command, const PluginRegistry& plugins,
                                   const std::vector<std::string>& words) {
  const std::vector<Flag> flags = command.flags(plugins);
  const std::vector<Positional> positionals = command.positionals();
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string, std::vector<std::string>> given;
  std::vector<const CLI::Option*> options;  // of the flags; looking for one aborts without memory
  for (const Flag& flag : flags) {
    arguments.defaults_[flag.name] = flag.default_value;
    options.push_back(may_be_meant(flag, words) ? add_flag(app, flag, given[flag.name]) : nullptr);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    return usage(without_value(error.what(), flags), command);
  } catch (const CLI::ParseError& error) {
    return usage(error.what(), command);
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-') {
      return unknown_flag(word, flags, command);
    }
  }
  if (auto assigned = assign_positionals(app.remaining(), positionals, command, given); !assigned) {
    return std::move(assigned).error();
  }
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const Flag& flag = flags[i];
    const CLI::Option* option = options[i];
    if (option == nullptr || option->count() == 0) {
      continue;
    }
    if (option->count() > 1 && !flag.repeatable && !flag.placeholder.empty()) {
      return usage("--" + flag.name + " may be given only once", command);
    }
    for (const std::string& value : given[flag.name]) {
      if (auto fits = check_choice(flag, value, command); !fits) {
        return std::move(fits).error();
      }
    }
    arguments.values_[flag.name] = given[flag.name];
  }
  for (const Positional& positional : positionals) {
    if (given[positional.name].empty() && positional.required) {
      return usage("the argument " + positional.name + " is missing: " + positional.summary,
                   command);
    }
    if (!given[positional.name].empty()) {
      arguments.values_[positional.name] = given[positional.name];
    }
  }
  return arguments;
}

bool Arguments::has(std::string_view name) const { return values_.find(name) != values_.end(); }

std::string Arguments::text(std::string_view name) const {
  if (const auto found = values_.find(name); found != values_.end() && !found->second.empty()) {
    return found->second.back();
  }
  const auto fallback = defaults_.find(name);
  return fallback == defaults_.end() ? std::string() : fallback->second;
}

std::vector<std::string> Arguments::all(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace fairmon::cli
