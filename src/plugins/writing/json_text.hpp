#pragma once

#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>

#include <string>
#include <string_view>

namespace fairmon::plugins {

/// Appends a text in quotes, escaped as JSON asks for.
void append_json_string(std::string& out, std::string_view text);
/// Appends a double that reads back the same, always with a fraction or an exponent; `null` for
/// infinities, which JSON cannot write.
void append_json_number(std::string& out, double number);
/// Appends a value: tuples as arrays, bytes as arrays of numbers, absent values as `null`.
void append_json_value(std::string& out, const Type& type, const Cell* cells,
                       const SymbolTable& symbols);

}  // namespace fairmon::plugins
