#pragma once

#include <fairmon/catalogue.hpp>

#include <vector>

/// The parts of the catalogue. Each appends its entries.
namespace fairmon::api {

void add_builtins(std::vector<CatalogueEntry>& entries);
void add_constructs(std::vector<CatalogueEntry>& entries);
void add_words(std::vector<CatalogueEntry>& entries);
void add_tags_types_and_units(std::vector<CatalogueEntry>& entries);
void add_metrics(std::vector<CatalogueEntry>& entries);
void add_diagnostics(std::vector<CatalogueEntry>& entries);

/// The whole catalogue, made once.
[[nodiscard]] const std::vector<CatalogueEntry>& whole_catalogue();
/// The entry of a kind with this name or spelling, or null.
[[nodiscard]] const CatalogueEntry* find_entry(CatalogueKind kind, std::string_view name);

}  // namespace fairmon::api
