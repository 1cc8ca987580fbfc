#include <fairmon/catalogue.hpp>

#include "cli/arguments.hpp"
#include "cli/catalogue_text.hpp"
#include "cli/command.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"NAME", "a message's name, as printed in brackets, or anything of the language"}};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon explain pacing-mismatch", "what the message means and how to get rid of it"},
      {"fairmon explain hold", "what a word of the language means"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  return print_entry(fairmon::catalogue(), arguments.text("NAME"));
}

}  // namespace

extern const Command explain;
const Command explain = {
    "explain", "",          "explain a message or a word of the language",
    "",        positionals, [](const PluginRegistry&) { return std::vector<Flag>(); },
    examples,  run};

}  // namespace fairmon::cli::commands
