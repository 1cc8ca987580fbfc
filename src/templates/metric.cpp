#include "templates/metric.hpp"

#include <algorithm>

#include "support/check.hpp"
#include "support/text.hpp"

namespace fairmon::templates {

namespace {

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// First word of a text; the rest, trimmed, stays.
std::string_view take_word(std::string_view& rest) {
  const auto end = rest.find(' ');
  const std::string_view word = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : support::trimmed(rest.substr(end));
  return word;
}

void read_kind(MetricParameter& parameter, std::string_view text) {
  if (text == "key") {
    parameter.kind = ParameterKind::Key;
  } else if (text == "expression") {
    parameter.kind = ParameterKind::Expression;
  } else if (text == "number") {
    parameter.kind = ParameterKind::Number;
  } else if (text == "duration") {
    parameter.kind = ParameterKind::Duration;
  } else if (text == "pacing") {
    parameter.kind = ParameterKind::Pacing;
  } else {
    parameter.kind = ParameterKind::Choice;
    while (!text.empty()) {
      const auto bar = text.find('|');
      parameter.choices.emplace_back(support::trimmed(text.substr(0, bar)));
      text = bar == std::string_view::npos ? std::string_view()
                                           : support::trimmed(text.substr(bar + 1));
    }
  }
}

// `threshold : number = 0.1`
MetricParameter read_parameter(std::string_view text) {
  MetricParameter parameter;
  parameter.name = std::string(take_word(text));
  FAIRMON_CHECK(take_word(text) == ":", "a metric parameter lacks its kind: " + parameter.name);
  const auto equals = text.find(" = ");
  read_kind(parameter, support::trimmed(text.substr(0, equals)));
  if (equals != std::string_view::npos) {
    parameter.default_value = std::string(support::trimmed(text.substr(equals + 3)));
  }
  return parameter;
}

// `ratio threshold = 0.8`
ConditionalDefault read_conditional_default(std::string_view text) {
  ConditionalDefault result;
  result.condition = std::string(take_word(text));
  result.parameter = std::string(take_word(text));
  FAIRMON_CHECK(take_word(text) == "=", "`when` in a metric needs `parameter = value`");
  result.value = std::string(text);
  return result;
}

/// Takes a line of the head; false where the body begins.
bool read_head_line(Metric& metric, std::string_view line) {
  if (line.starts_with(kContinuation)) {
    FAIRMON_CHECK(!metric.parameters.empty(), "a metric explains a parameter before naming it");
    metric.parameters.back().summary =
        std::string(support::trimmed(line.substr(kContinuation.size())));
    return true;
  }
  if (!line.starts_with(kDirective)) {
    return support::trimmed(line).empty();
  }
  std::string_view rest = support::trimmed(line.substr(kDirective.size()));
  const std::string_view word = take_word(rest);
  if (word == "metric") {
    metric.name = std::string(rest);
  } else if (word == "summary") {
    metric.summary = std::string(rest);
  } else if (word == "parameter") {
    metric.parameters.push_back(read_parameter(rest));
  } else if (word == "when") {
    metric.conditional_defaults.push_back(read_conditional_default(rest));
  } else if (word == "also") {
    metric.also.emplace_back(rest);
  } else {
    return false;
  }
  return true;
}

}  // namespace

const MetricParameter* Metric::find(std::string_view parameter) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const MetricParameter& p) { return p.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

Metric read_metric(std::string_view text) {
  Metric metric;
  bool in_head = true;
  for (std::string& line : split_lines(text)) {
    in_head = in_head && read_head_line(metric, line);
    if (!in_head) {
      metric.body.push_back(std::move(line));
    }
  }
  FAIRMON_CHECK(!metric.name.empty() && !metric.body.empty(), "a metric lacks its name or body");
  return metric;
}

const std::vector<Metric>& all_metrics() {
  static const std::vector<Metric> kMetrics = [] {
    std::vector<Metric> metrics;
    for (const MetricFile& file : metric_files()) {
      metrics.push_back(read_metric(file.text));
      FAIRMON_CHECK(metrics.back().name == file.name, "a metric is named unlike its folder");
    }
    return metrics;
  }();
  return kMetrics;
}

const Metric* find_metric(std::string_view name) {
  for (const Metric& metric : all_metrics()) {
    if (metric.name == name) {
      return &metric;
    }
  }
  return nullptr;
}

std::vector<const MetricParameter*> accepted_parameters(const Metric& metric) {
  std::vector<const MetricParameter*> result;
  for (const MetricParameter& parameter : metric.parameters) {
    result.push_back(&parameter);
  }
  for (const std::string& base : metric.also) {
    const Metric* extended = find_metric(base);
    FAIRMON_CHECK(extended != nullptr, "a metric extends an unknown one: " + base);
    for (const MetricParameter* parameter : accepted_parameters(*extended)) {
      const bool known = std::any_of(result.begin(), result.end(),
                                     [&](const auto* p) { return p->name == parameter->name; });
      if (parameter->default_value && !known) {
        result.push_back(parameter);
      }
    }
  }
  return result;
}

}  // namespace fairmon::templates
