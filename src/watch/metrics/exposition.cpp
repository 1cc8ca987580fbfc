#include "watch/metrics/exposition.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fairmon::watch {

namespace {

/// Backslashes and line ends, and quotes where they would end a value.
void append_escaped(std::string& out, std::string_view text, bool quotes) {
  for (const char c : text) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '"' && quotes) {
      out += "\\\"";
    } else {
      out += c;
    }
  }
}

void append_value(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value > 0 ? "+Inf" : "-Inf";
  } else {
    out += fmt::format("{}", value);
  }
}

void append_sample(std::string& out, std::string_view name, const MetricSample& sample) {
  out += name;
  char separator = '{';
  for (const auto& [label, value] : sample.labels) {
    out += separator;
    out += label;
    out += "=\"";
    append_escaped(out, value, true);
    out += '"';
    separator = ',';
  }
  out += sample.labels.empty() ? " " : "} ";
  append_value(out, sample.value);
  out += '\n';
}

}  // namespace

ExpositionFormat exposition_format(std::string_view accept) {
  return accept.find("application/openmetrics-text") == std::string_view::npos
             ? ExpositionFormat::Prometheus
             : ExpositionFormat::OpenMetrics;
}

std::string_view content_type(ExpositionFormat format) noexcept {
  return format == ExpositionFormat::Prometheus
             ? "text/plain; version=0.0.4; charset=utf-8"
             : "application/openmetrics-text; version=1.0.0; charset=utf-8";
}

std::string exposition(const std::vector<MetricFamily>& families, ExpositionFormat format) {
  std::string out;
  for (const MetricFamily& family : families) {
    if (family.samples.empty()) {
      continue;
    }
    const bool counts = family.kind == MetricKind::Counter;
    const std::string sample_name = counts ? family.name + "_total" : family.name;
    // In the older format the name of a counter is that of its samples.
    const std::string& title = format == ExpositionFormat::OpenMetrics ? family.name : sample_name;
    out += "# HELP " + title + " ";
    append_escaped(out, family.help, format == ExpositionFormat::OpenMetrics);
    out += "\n# TYPE " + title + (counts ? " counter\n" : " gauge\n");
    for (const MetricSample& sample : family.samples) {
      append_sample(out, sample_name, sample);
    }
  }
  if (format == ExpositionFormat::OpenMetrics) {
    out += "# EOF\n";
  }
  return out;
}

}  // namespace fairmon::watch
