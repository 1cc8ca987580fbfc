#include "api/catalogue/parts.hpp"
#include "templates/metric.hpp"

namespace fairmon::api {

void add_metrics(std::vector<CatalogueEntry>& entries) {
  for (const templates::Metric& metric : templates::all_metrics()) {
    CatalogueEntry entry;
    entry.kind = CatalogueKind::Metric;
    entry.name = metric.name;
    entry.summary = metric.summary;
    std::string required;
    for (const templates::MetricParameter* parameter : templates::accepted_parameters(metric)) {
      entry.documentation += "- `" + parameter->name + "`: " + parameter->summary;
      if (parameter->default_value && *parameter->default_value != "none") {
        entry.documentation += " (" + *parameter->default_value + ')';
      }
      entry.documentation += '\n';
      if (!parameter->default_value) {
        required += (required.empty() ? "" : ", ") + parameter->name + ": ${" + parameter->name +
                    ":" + parameter->name + '}';
      }
    }
    entry.snippet = "use " + metric.name + '(' + required + ')';
    entries.push_back(std::move(entry));
  }
}

}  // namespace fairmon::api
