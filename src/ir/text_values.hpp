#pragma once

#include <fairmon/value.hpp>

#include <string>
#include <string_view>

/// Constants and names in the textual form.
namespace fairmon::ir {

/// With its type unless the shape tells: `true`, `"text"`, `5` (Int64), `5u` (UInt64), `0.5`
/// (Float64).
[[nodiscard]] std::string print_constant(const Type& type, const Value& value);

/// As it is if it reads back as one name, else in backquotes.
[[nodiscard]] std::string quote_name(std::string_view name);

/// Whether a character may stand in an unquoted name (the two-character `::` aside).
[[nodiscard]] bool is_name_character(char c, bool first);

/// The text between double quotes.
[[nodiscard]] std::string quote_text(std::string_view text);

}  // namespace fairmon::ir
