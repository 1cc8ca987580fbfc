#include <algorithm>

#include "api/catalogue/sections.hpp"
#include "diag/explain.hpp"
#include "templates/metric.hpp"

namespace fairmon::api {
namespace {

std::string parameter_line(const templates::MetricParameter& parameter) {
  std::string line = "- `" + parameter.name + "`";
  line += parameter.summary.empty() ? "" : ": " + parameter.summary;
  if (parameter.default_value && *parameter.default_value != "none") {
    line += " (default `" + *parameter.default_value + "`)";
  } else if (parameter.default_value) {
    line += " (optional)";
  }
  return line + "\n";
}

std::string parameter_kind_name(templates::ParameterKind kind) {
  switch (kind) {
    case templates::ParameterKind::Key:
      return "key";
    case templates::ParameterKind::Expression:
      return "expression";
    case templates::ParameterKind::Number:
      return "number";
    case templates::ParameterKind::Duration:
      return "duration";
    case templates::ParameterKind::Choice:
      return "choice";
    case templates::ParameterKind::Pacing:
      return "pacing";
  }
  return "expression";
}

}  // namespace

void add_metrics(std::vector<CatalogueEntry>& entries) {
  for (const templates::Metric& metric : templates::all_metrics()) {
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Metric;
    entry.name = metric.name;
    entry.summary = metric.summary;
    std::string needed;
    std::size_t place = 0;
    for (const templates::MetricParameter* parameter : templates::accepted_parameters(metric)) {
      entry.documentation += parameter_line(*parameter);
      entry.parameters.push_back({parameter->name, parameter_kind_name(parameter->kind),
                                  parameter->choices, parameter->default_value,
                                  parameter->summary});
      if (!parameter->default_value) {
        needed += (needed.empty() ? "" : ", ") + parameter->name + ": ${" +
                  std::to_string(++place) + ":" + parameter->name + "}";
      }
    }
    entry.snippet = "use " + metric.name + "(" + needed + ")";
    entries.push_back(std::move(entry));
  }
}

void add_diagnostics(std::vector<CatalogueEntry>& entries) {
  for (const diag::ErrorPage& page : diag::error_pages()) {
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Diagnostic;
    entry.name = page.id;
    entry.summary = diag::summary_of(page);
    std::replace(entry.summary.begin(), entry.summary.end(), '\n', ' ');
    entry.documentation = page.text;
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api
