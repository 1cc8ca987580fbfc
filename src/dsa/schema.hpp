#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The Statement of Reasons as the DSA Transparency Database stores it.
namespace fairmon::dsa {

/// How a field can be filtered by the research API.
enum class Mapping : std::uint8_t {
  Keyword,  ///< exact match
  Boolean,
  Long,
  Date,
  CodeList,    ///< array of codes, matched code by code
  Text,        ///< free text: never filtered by us
  NotIndexed,  ///< in dumps only
};

struct Field {
  std::string_view name;
  Mapping mapping = Mapping::Text;
  /// What to write in a query; `platform_name` is asked as `platform_name.keyword`.
  std::string_view query_name;
  /// Column in the dumps; empty if they lack it.
  std::string_view dump_column;
  bool in_light_dump = true;
  bool always_present = false;
  std::string_view type;  ///< the input type to declare in a specification
  std::string_view summary;
};

[[nodiscard]] std::span<const Field> fields();
[[nodiscard]] const Field* find_field(std::string_view name);

/// Known codes of an enumeration; empty for open fields. Unknown codes are passed through as text.
[[nodiscard]] std::span<const std::string_view> codes(std::string_view field);

}  // namespace fairmon::dsa
