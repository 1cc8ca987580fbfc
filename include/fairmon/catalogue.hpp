#pragma once

#include <cstdint>
#include <optional>
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

/// A parameter of a metric, as its description says.
struct CatalogueParameter {
  std::string name;
  std::string kind;  ///< key, expression, number, duration, choice, pacing
  std::vector<std::string> choices;
  std::optional<std::string> default_value;  ///< nothing: it must be given; "none": left out
  std::string summary;
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
  std::vector<CatalogueParameter> parameters{};  ///< of a metric
};

/// Everything the language offers, sorted by kind and name.
[[nodiscard]] std::vector<CatalogueEntry> catalogue();
/// As JSON, for editors and reference pages.
[[nodiscard]] std::string catalogue_json();

}  // namespace fairmon
