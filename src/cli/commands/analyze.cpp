#include <fairmon/filter.hpp>
#include <fairmon/tooling.hpp>
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/filter_text.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "support/text_table.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"SPEC", "the specification"}}; }

std::vector<Flag> flags(const PluginRegistry&) {
  Flag format;
  format.name = "format";
  format.placeholder = "FORMAT";
  format.summary = "a table, JSON, or the dependency graph as DOT or SVG";
  format.choices = {"table", "json", "dot", "svg"};
  format.default_value = "table";
  Flag json;
  json.name = "json";
  json.summary = "short for --format json";
  return {format, json, level_flag()};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon analyze hiring.lola", "type, pacing, layer and memory of every stream"},
      {"fairmon analyze --format svg hiring.lola > graph.svg", "who reads whom, as a picture"},
  };
  return kExamples;
}

std::string table_of(const SpecAnalysis& analysis) {
  std::vector<std::vector<std::string>> rows = {
      {"stream", "kind", "type", "pacing", "layer", "bytes per instance"}};
  for (const StreamAnalysis& stream : analysis.streams) {
    rows.push_back({stream.name, stream.kind, stream.type, stream.pacing,
                    std::to_string(stream.layer), std::to_string(stream.bytes_per_instance)});
  }
  SharedSentences growing;
  for (const StreamAnalysis& stream : analysis.streams) {
    if (!stream.growth.empty()) {
      growing.add(stream.name, stream.growth);
    }
  }
  SharedSentences slow;
  for (const StreamAnalysis& stream : analysis.streams) {
    for (const std::string& reason : stream.slow) {
      slow.add(stream.name, reason);
    }
  }
  const std::string memory = growing.lines(": ", ": ");
  const std::string time = slow.lines(": ", ": ");
  return support::text_table(rows) +
         (memory.empty() ? "" : "\nmemory that grows with the data\n" + memory) +
         (time.empty() ? "" : "\nwhat takes time\n" + time);
}

/// Who shares the error that statements about chances may make.
std::string budget_text(const std::vector<ErrorBudget>& budgets) {
  if (budgets.empty()) {
    return {};
  }
  const auto counted = [](std::uint32_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
  };
  std::string out = "\nhow statements split the error they may make\n";
  for (const ErrorBudget& budget : budgets) {
    std::string parts = budget.rates > 0 ? counted(budget.rates, "rate") : "";
    if (budget.comparisons > 0) {
      parts += (parts.empty() ? "" : " and ") + counted(budget.comparisons, "comparison");
    }
    out += fmt::format("line {}: {:.4g} over {}, {:.4g} each", budget.line, budget.error, parts,
                       budget.each);
    out += budget.instances.empty() ? "" : "; of the instances, " + budget.instances;
    out += budget.time.empty() ? "" : "; over time, " + budget.time;
    out += "\n";
  }
  return out;
}

/// What a source may leave out, and which streams stand in the way of leaving out more.
std::string filter_text(const DerivedFilter& filter) {
  const std::string blockers = blockers_text(filter);
  const bool all = filter.condition.kind == FilterKind::True;
  return "\nevents that can change a verdict: " + (all ? "all" : filter.condition.to_string()) +
         (blockers.empty() ? "" : ", because") + "\n" + blockers;
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
  const std::string format = arguments.has("json") ? "json" : arguments.text("format");
  if (format == "dot") {
    print(dependency_graph_dot(*spec));
  } else if (format == "svg") {
    print(dependency_graph_svg(*spec));
  } else {
    const SpecAnalysis analysis = fairmon::analyze(*spec);
    print(format == "json"
              ? analysis_json(analysis)
              : table_of(analysis) + budget_text(analysis.budgets) + filter_text(analysis.filter));
  }
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command analyze;
const Command analyze = {
    "analyze", "",          "types, pacing, memory and dependencies of a specification",
    "",        positionals, flags,
    examples,  run};

}  // namespace fairmon::cli::commands
