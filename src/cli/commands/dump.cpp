#include <fairmon/tooling.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"SPEC", "the specification"}}; }

std::vector<Flag> flags(const PluginRegistry&) {
  Flag stage;
  stage.name = "stage";
  stage.placeholder = "STAGE";
  stage.summary = "what to print";
  stage.choices = {"tokens", "ast", "types", "pacing", "layers", "ir", "plan"};
  stage.default_value = "ir";
  Flag optimise;
  optimise.name = "no-optimise";
  optimise.summary = "leave the optimisation passes out";
  Flag passes;
  passes.name = "without-pass";
  passes.placeholder = "PASS";
  passes.summary = "leave one optimisation pass out";
  passes.repeatable = true;
  return {stage, optimise, passes};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon dump --stage pacing hiring.lola", "when each stream is evaluated"},
      {"fairmon dump --stage ir --no-optimise hiring.lola", "the program before any pass"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return report(source.error());
  }
  CompileOptions options;
  options.optimise = !arguments.has("no-optimise");
  options.disabled_passes = arguments.all("without-pass");
  const auto text = dump_stage(*source, arguments.text("stage"), options);
  if (!text) {
    return report(text.error());
  }
  print(*text);
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command dump;
const Command dump = {
    "dump",   "",          "show what a stage of the compiler makes of a specification",
    "",       positionals, flags,
    examples, run};

}  // namespace fairmon::cli::commands
