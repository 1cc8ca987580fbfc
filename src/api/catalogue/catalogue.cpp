#include <fairmon/catalogue.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "api/catalogue/sections.hpp"

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
  return {};
}

std::vector<CatalogueEntry> collect() {
  std::vector<CatalogueEntry> entries;
  api::add_builtins(entries);
  api::add_constructs(entries);
  api::add_words(entries);
  api::add_tags_types_and_units(entries);
  api::add_metrics(entries);
  api::add_diagnostics(entries);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const CatalogueEntry& a, const CatalogueEntry& b) {
                     return std::pair(a.kind, std::string_view(a.name)) <
                            std::pair(b.kind, std::string_view(b.name));
                   });
  return entries;
}

}  // namespace

namespace api {

const std::vector<CatalogueEntry>& whole_catalogue() {
  static const std::vector<CatalogueEntry> kEntries = collect();
  return kEntries;
}

const CatalogueEntry* find_entry(CatalogueKind kind, std::string_view name) {
  for (const CatalogueEntry& entry : whole_catalogue()) {
    const bool named =
        entry.name == name ||
        std::find(entry.spellings.begin(), entry.spellings.end(), name) != entry.spellings.end();
    if (entry.kind == kind && named) {
      return &entry;
    }
  }
  return nullptr;
}

}  // namespace api

std::vector<CatalogueEntry> catalogue() { return api::whole_catalogue(); }

namespace {

nlohmann::ordered_json parameter_json(const CatalogueParameter& parameter) {
  nlohmann::ordered_json made = {{"name", parameter.name},
                                 {"kind", parameter.kind},
                                 {"choices", parameter.choices},
                                 {"default", nullptr},
                                 {"summary", parameter.summary}};
  if (parameter.default_value) {
    made["default"] = *parameter.default_value;
  }
  return made;
}

}  // namespace

std::string catalogue_json() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const CatalogueEntry& entry : api::whole_catalogue()) {
    all.push_back({{"kind", kind_name(entry.kind)},
                   {"name", entry.name},
                   {"spellings", entry.spellings},
                   {"signatures", entry.signatures},
                   {"summary", entry.summary},
                   {"documentation", entry.documentation},
                   {"example", entry.example},
                   {"snippet", entry.snippet}});
    for (const CatalogueParameter& parameter : entry.parameters) {
      all.back()["parameters"].push_back(parameter_json(parameter));
    }
  }
  return all.dump(1);
}

}  // namespace fairmon
