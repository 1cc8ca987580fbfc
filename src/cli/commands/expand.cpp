#include <fairmon/tooling.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"SPEC", "the specification"}}; }

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon expand hiring.lola", "print it with every `use` of a metric written out"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return report(source.error());
  }
  const auto expanded = expand_specification(*source);
  if (!expanded) {
    print_error(render(compile(*source).diagnostics, {DiagnosticFormat::Snippet, colour_wanted()}));
    return static_cast<int>(ExitCode::Usage);
  }
  print(*expanded);
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command expand;
const Command expand = {
    "expand", "",          "write out the metrics a specification uses",
    "",       positionals, [](const PluginRegistry&) { return std::vector<Flag>(); },
    examples, run};

}  // namespace fairmon::cli::commands
