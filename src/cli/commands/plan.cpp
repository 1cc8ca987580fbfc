#include <fairmon/shards/plan.hpp>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"SPEC", "the specification"}}; }

std::vector<Flag> flags(const PluginRegistry&) {
  Flag json;
  json.name = "json";
  json.summary = "print JSON";
  return {json, level_flag()};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon plan hiring.lola", "what can run side by side, and what stands in the way"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return report(source.error());
  }
  const auto level = level_of(arguments);
  if (!level) {
    return report(level.error());
  }
  const auto spec = compile_and_report(*source, "snippet", false, *level);
  if (!spec) {
    return static_cast<int>(ExitCode::Usage);
  }
  const ShardPlan plan = plan_shards(*spec);
  print(arguments.has("json") ? plan_json(plan) : plan_text(plan));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command plan;
const Command plan = {"plan",   "",          "how a specification spreads over cores and machines",
                      "",       positionals, flags,
                      examples, run};

}  // namespace fairmon::cli::commands
