#pragma once

#include <fairmon/spec.hpp>

#include <string>

namespace fairmon::cli {

/// A dashboard for Grafana, as JSON to import: the panels of the specification, its triggers, and
/// how the monitor is. `monitor` is its name in `fairmon watch`.
[[nodiscard]] std::string grafana_dashboard(const Spec& spec, const std::string& monitor);

/// Rules by which Prometheus raises alarms, as YAML: one per trigger, and some about the monitor
/// itself. `lasting` is how long a violation lasts before it is one, such as `5m`.
[[nodiscard]] std::string alert_rules(const Spec& spec, const std::string& monitor,
                                      const std::string& lasting);

}  // namespace fairmon::cli
