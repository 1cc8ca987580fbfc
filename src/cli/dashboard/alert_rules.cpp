#include <nlohmann/json.hpp>

#include "cli/dashboard/dashboard.hpp"
#include "watch/metrics/metrics_sink.hpp"

namespace fairmon::cli {

namespace {

/// A text in double quotes, which YAML reads as JSON does.
std::string yaml_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Braces in a text of the user would be a template of Prometheus.
std::string plain(std::string text) {
  for (std::size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{", at + 2)) {
    text.replace(at, 2, "{ {");
  }
  return text;
}

struct Rule {
  std::string name;
  std::string query;
  std::string lasting;
  std::string severity;
  std::string summary;
};

void append_rule(std::string& out, const Rule& rule, const std::string& monitor) {
  out += "      - alert: " + rule.name + "\n";
  out += "        expr: " + yaml_text(rule.query) + "\n";
  out += "        for: " + rule.lasting + "\n";
  out += "        labels:\n          severity: " + rule.severity +
         "\n          monitor: " + yaml_text(monitor) + "\n";
  out += "        annotations:\n          summary: " + yaml_text(rule.summary) + "\n";
}

}  // namespace

std::string alert_rules(const Spec& spec, const std::string& monitor, const std::string& lasting) {
  const std::string label = "{monitor=" + nlohmann::json(monitor).dump();
  std::string out = "groups:\n  - name: " + yaml_text("fairmon " + monitor) + "\n    rules:\n";
  for (const StreamInfo& stream : spec.streams()) {
    if (stream.kind != StreamKind::Trigger) {
      continue;
    }
    const std::string title = stream.title.empty() ? stream.message : stream.title;
    append_rule(out,
                {"FairMonViolation",
                 std::string(watch::metric_names::kActive) + label +
                     ",trigger=" + nlohmann::json(stream.name).dump() + "} > 0",
                 lasting, "critical", monitor + ": " + plain(title.empty() ? stream.name : title)},
                monitor);
  }
  append_rule(out,
              {"FairMonNotRunning", "fairmon_monitor_running" + label + "} == 0", "2m", "critical",
               monitor + ": nobody is watching, the monitor does not run"},
              monitor);
  append_rule(out,
              {"FairMonGone", "absent(fairmon_monitor_running" + label + "})", "2m", "critical",
               monitor + ": nobody is watching, the service does not answer"},
              monitor);
  append_rule(out,
              {"FairMonBehind",
               "fairmon_waiting_events" + label + "} > 10000 and deriv(fairmon_waiting_events" +
                   label + "}[10m]) > 0",
               "10m", "warning", monitor + ": events come faster than they are judged"},
              monitor);
  append_rule(
      out,
      {"FairMonLeavesOut", "increase(fairmon_records_left_out_total" + label + "}[15m]) > 0", "0m",
       "warning", monitor + ": records were left out, because they are {{ $labels.reason }}"},
      monitor);
  return out;
}

}  // namespace fairmon::cli
