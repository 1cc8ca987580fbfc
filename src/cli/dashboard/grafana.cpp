#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/dashboard/dashboard.hpp"
#include "watch/metrics/metrics_sink.hpp"

namespace fairmon::cli {

namespace {

using json = nlohmann::ordered_json;
using Names = std::vector<std::pair<std::string, std::string>>;

constexpr int kColumns = 24;

/// `metric{monitor="m",stream="s"}`
std::string selector(const std::string& metric, const Names& labels) {
  std::string text = metric + "{";
  for (const auto& [name, value] : labels) {
    // A label's value in a query is quoted as in JSON.
    text += (text.back() == '{' ? "" : ",") + name + "=" + json(value).dump();
  }
  return text + "}";
}

/// Puts panels one behind the other.
class Layout {
 public:
  void add(json panel, int width, int height) {
    if (x_ + width > kColumns) {
      x_ = 0;
      y_ += line_height_;
      line_height_ = 0;
    }
    panel["id"] = panels_.size() + 1;
    panel["gridPos"] = {{"x", x_}, {"y", y_}, {"w", width}, {"h", height}};
    panel["datasource"] = {{"type", "prometheus"}, {"uid", "${datasource}"}};
    panels_.push_back(std::move(panel));
    x_ += width;
    line_height_ = std::max(line_height_, height);
  }
  [[nodiscard]] json take() { return std::move(panels_); }

 private:
  json panels_ = json::array();
  int x_ = 0;
  int y_ = 0;
  int line_height_ = 0;
};

json target(const std::string& query, const std::string& legend, std::size_t number) {
  return {{"refId", std::string(1, static_cast<char>('A' + number % 26)) +
                        (number < 26 ? "" : std::to_string(number / 26))},
          {"expr", query},
          {"legendFormat", legend}};
}

/// The newest value of everything in the query; red from 1 on if it should be 0.
json stat(const std::string& title, const std::string& query, const std::string& unit,
          bool zero_is_good) {
  json steps = json::array();
  steps.push_back({{"color", zero_is_good ? "green" : "blue"}, {"value", nullptr}});
  if (zero_is_good) {
    steps.push_back({{"color", "red"}, {"value", 1}});
  }
  return {
      {"type", "stat"},
      {"title", title},
      {"targets", json::array({target(query, "", 0)})},
      {"fieldConfig",
       {{"defaults", {{"unit", unit}, {"thresholds", {{"mode", "absolute"}, {"steps", steps}}}}},
        {"overrides", json::array()}}},
      {"options", {{"colorMode", "background"}, {"reduceOptions", {{"calcs", {"lastNotNull"}}}}}}};
}

json curves(const std::string& title, json targets, const std::vector<double>& thresholds) {
  json steps = json::array();
  steps.push_back({{"color", "transparent"}, {"value", nullptr}});
  for (const double threshold : thresholds) {
    steps.push_back({{"color", "red"}, {"value", threshold}});
  }
  return {{"type", "timeseries"},
          {"title", title},
          {"targets", std::move(targets)},
          {"fieldConfig",
           {{"defaults",
             {{"custom",
               {{"lineWidth", 2},
                {"spanNulls", true},
                {"thresholdsStyle", {{"mode", thresholds.empty() ? "off" : "line"}}}}},
              {"thresholds", {{"mode", "absolute"}, {"steps", steps}}}}},
            {"overrides", json::array()}}}};
}

/// Values of streams, with their bands where there are some.
json stream_targets(const Spec& spec, const std::vector<std::uint32_t>& streams,
                    const std::string& monitor) {
  json targets = json::array();
  for (const std::uint32_t stream : streams) {
    const StreamInfo& info = spec.streams()[stream];
    const Names labels = {{"monitor", monitor}, {"stream", info.name}};
    const std::string legend = info.name + (info.parameters.empty() ? "" : " {{group}}");
    const auto add = [&](const char* metric, const std::string& text) {
      targets.push_back(target(selector(metric, labels), text, targets.size()));
    };
    add(watch::metric_names::kValue, legend);
    if (info.level) {
      add(watch::metric_names::kLower, legend + ", at least");
      add(watch::metric_names::kUpper, legend + ", at most");
    }
  }
  return targets;
}

void add_health(Layout& layout, const std::string& monitor) {
  const Names labels = {{"monitor", monitor}};
  const auto of = [&](const std::string& metric) { return selector(metric, labels); };
  layout.add(stat("Violations now", "sum(" + of(watch::metric_names::kActive) + ")", "short", true),
             4, 4);
  layout.add(stat("Not running", "1 - " + of("fairmon_monitor_running"), "short", true), 4, 4);
  layout.add(
      stat("Events per second", "rate(" + of("fairmon_events_total") + "[5m])", "eps", false), 4,
      4);
  layout.add(stat("Waiting events", of("fairmon_waiting_events"), "short", false), 4, 4);
  layout.add(stat("Left out in an hour",
                  "sum(increase(" + of("fairmon_records_left_out_total") + "[1h]))", "short", true),
             4, 4);
  layout.add(stat("Age of the checkpoint", of("fairmon_checkpoint_age_seconds"), "s", false), 4, 4);
}

/// Public streams of numbers that no panel draws.
std::vector<std::uint32_t> undrawn(const Spec& spec) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    const auto panels = spec.panels();
    const bool drawn = std::any_of(panels.begin(), panels.end(), [&](const PanelInfo& panel) {
      return std::find(panel.streams.begin(), panel.streams.end(), i) != panel.streams.end();
    });
    if (!drawn && watch::MetricsSink::is_shown(spec.streams()[i])) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace

std::string grafana_dashboard(const Spec& spec, const std::string& monitor) {
  Layout layout;
  add_health(layout, monitor);
  for (const PanelInfo& panel : spec.panels()) {
    if (!panel.streams.empty()) {
      layout.add(curves(panel.title.empty() ? panel.id : panel.title,
                        stream_targets(spec, panel.streams, monitor), panel.thresholds),
                 12, 8);
    }
  }
  for (const std::uint32_t stream : undrawn(spec)) {
    layout.add(curves(spec.streams()[stream].name, stream_targets(spec, {stream}, monitor), {}), 12,
               8);
  }
  const std::string active = selector(watch::metric_names::kActive, {{"monitor", monitor}});
  layout.add(curves("Violations", json::array({target(active, "{{title}} ({{trigger}})", 0)}), {}),
             24, 8);
  const json source = {{"name", "datasource"},
                       {"type", "datasource"},
                       {"query", "prometheus"},
                       {"label", "Prometheus"}};
  const json dashboard = {{"title", "FairMon: " + monitor},
                          {"uid", nullptr},
                          {"tags", {"fairmon"}},
                          {"schemaVersion", 37},
                          {"editable", true},
                          {"refresh", "10s"},
                          {"time", {{"from", "now-6h"}, {"to", "now"}}},
                          {"templating", {{"list", json::array({source})}}},
                          {"panels", layout.take()}};
  return dashboard.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace fairmon::cli
