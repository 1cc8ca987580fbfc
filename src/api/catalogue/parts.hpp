#pragma once

#include <fairmon/catalogue.hpp>

#include <vector>

/// The parts of the catalogue, one source file each.
namespace fairmon::api {

void add_builtins(std::vector<CatalogueEntry>& entries);
void add_constructs(std::vector<CatalogueEntry>& entries);
void add_words(std::vector<CatalogueEntry>& entries);
void add_metrics(std::vector<CatalogueEntry>& entries);

}  // namespace fairmon::api
