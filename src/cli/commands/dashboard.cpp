#include "cli/dashboard/dashboard.hpp"

#include <fairmon/findings.hpp>

#include <filesystem>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() { return {{"SPEC", "the specification"}}; }

std::vector<Flag> flags(const PluginRegistry&) {
  Flag diagnostics = make_flag("diagnostics", "FORMAT", "how mistakes are shown", "snippet");
  diagnostics.choices = {"snippet", "concise", "json"};
  return {make_flag("monitor", "NAME",
                    "the monitor's name in `fairmon watch`; otherwise the file's without its end"),
          make_flag("rules", "", "write rules for alarms of Prometheus instead"),
          make_flag("for", "SPAN", "how long a violation lasts before there is an alarm", "0m"),
          diagnostics};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon dashboard hiring.lola > hiring.json", "a dashboard to import into Grafana"},
      {"fairmon dashboard hiring.lola --rules --for 5m > hiring.rules.yml",
       "alarms for violations that last five minutes"},
  };
  return kExamples;
}

/// `90s`, `5m`, `1h`: what Prometheus understands.
bool is_span(const std::string& text) {
  return text.size() >= 2 && text.size() <= 8 &&
         text.find_first_not_of("0123456789") == text.size() - 1 &&
         std::string_view("smhdw").find(text.back()) != std::string_view::npos;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return report(source.error());
  }
  const auto checked = compile_and_report(*source, arguments.text("diagnostics"), false);
  if (!checked) {
    return static_cast<int>(ExitCode::Usage);
  }
  const std::string lasting = arguments.text("for");
  if (!is_span(lasting)) {
    return report(
        Error(ErrorCode::Usage, "--for is `" + lasting + "`; expected a span such as 90s or 5m"));
  }
  const Spec spec = compile_with_findings(*source).spec.value_or(*checked);
  const std::string monitor = arguments.has("monitor")
                                  ? arguments.text("monitor")
                                  : std::filesystem::path(arguments.text("SPEC")).stem().string();
  print(arguments.has("rules") ? alert_rules(spec, monitor, lasting)
                               : grafana_dashboard(spec, monitor));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command dashboard;
const Command dashboard = {
    "dashboard",
    "",
    "write a dashboard for Grafana, or alarms for Prometheus, from a specification",
    "Draws what `fairmon watch` tells at /metrics: the panels and public streams of a "
    "specification,\n"
    "its triggers, and how the monitor is.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
