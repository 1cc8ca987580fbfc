#include <fairmon/catalogue.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

#include "api/catalogue/parts.hpp"

namespace fairmon {

namespace {

std::string_view kind_name(CatalogueKind kind) {
  switch (kind) {
    case CatalogueKind::Operator:
      return "operator";
    case CatalogueKind::Function:
      return "function";
    case CatalogueKind::Aggregate:
      return "aggregate";
    case CatalogueKind::Construct:
      return "construct";
    case CatalogueKind::Type:
      return "type";
    case CatalogueKind::Unit:
      return "unit";
    case CatalogueKind::Keyword:
      return "keyword";
    case CatalogueKind::Tag:
      return "tag";
    case CatalogueKind::Metric:
      return "metric";
    case CatalogueKind::Diagnostic:
      return "diagnostic";
  }
  return "unknown";
}

}  // namespace

std::vector<CatalogueEntry> catalogue() {
  std::vector<CatalogueEntry> entries;
  api::add_builtins(entries);
  api::add_constructs(entries);
  api::add_words(entries);
  api::add_metrics(entries);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const CatalogueEntry& a, const CatalogueEntry& b) {
                     return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
                   });
  return entries;
}

std::string catalogue_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CatalogueEntry& entry : catalogue()) {
    list.push_back({{"kind", kind_name(entry.kind)},
                    {"name", entry.name},
                    {"spellings", entry.spellings},
                    {"signatures", entry.signatures},
                    {"summary", entry.summary},
                    {"documentation", entry.documentation},
                    {"example", entry.example},
                    {"snippet", entry.snippet}});
  }
  return list.dump(2) + '\n';
}

}  // namespace fairmon
