#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

enum class CatalogueKind : std::uint8_t {
  Operator,
  Function,
  Aggregate,
  Construct,
  Type,
  Unit,
  Keyword,
  Tag,
  Metric,
  Diagnostic,
};

/// One thing the language offers, with its documentation.
struct CatalogueEntry {
  CatalogueKind kind = CatalogueKind::Function;
  std::string name;                    ///< canonical spelling
  std::vector<std::string> spellings;  ///< other spellings
  std::vector<std::string> signatures;
  std::string summary;
  std::string documentation;  ///< Markdown
  std::string example;
  std::string snippet;  ///< what completion inserts; `${1:name}` marks a place to fill in
};

/// Everything the language offers, sorted by kind and name.
[[nodiscard]] std::vector<CatalogueEntry> catalogue();
/// As JSON, for editors and reference pages.
[[nodiscard]] std::string catalogue_json();

}  // namespace fairmon
