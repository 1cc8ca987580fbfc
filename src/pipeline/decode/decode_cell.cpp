#include <fairmon/event_source.hpp>
#include <fast_float/fast_float.h>
#include <simdjson.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "support/civil_time.hpp"
#include "support/text.hpp"

namespace fairmon {

namespace {

using Decoded = Result<Cell, std::string>;

Decoded decode_bool(std::string_view text) {
  struct Spelling {
    std::string_view text;
    bool value;
  };
  static constexpr std::array kSpellings = {Spelling{"true", true}, Spelling{"false", false},
                                            Spelling{"1", true},    Spelling{"0", false},
                                            Spelling{"yes", true},  Spelling{"no", false}};
  for (const Spelling& spelling : kSpellings) {
    if (support::equal_ignoring_case(text, spelling.text)) {
      return cell_of(spelling.value);
    }
  }
  return std::string("expected a Bool: true, false, 1, 0, yes or no");
}

/// `Int8 (-128 to 127)`
std::string describe_integer(const Type& type) {
  const unsigned bits = type.bits();
  if (type.is(TypeKind::UInt)) {
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - bits);
    return type.to_string() + " (0 to " + std::to_string(most) + ")";
  }
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
  return type.to_string() + " (" + std::to_string(-most - 1) + " to " + std::to_string(most) + ")";
}

Decoded decode_int(const Type& type, std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) {
    digits.remove_prefix(1);
  }
  std::int64_t value = 0;
  const char* const first = digits.data();
  const char* const last = first + digits.size();
  const auto [end, code] = std::from_chars(first, last, value);
  if (end != last || code == std::errc::invalid_argument || digits.empty()) {
    return "expected a whole number of type " + describe_integer(type);
  }
  const unsigned drop = 64U - type.bits();
  const bool fits =
      value == (static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << drop) >> drop);
  if (code != std::errc{} || !fits) {
    return "out of range for " + describe_integer(type);
  }
  return cell_of(value);
}

Decoded decode_uint(const Type& type, std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  // Some tools write an unsigned zero with a fraction.
  if (digits == "0.0") {
    return Cell{0};
  }
  std::uint64_t value = 0;
  const char* const first = digits.data();
  const char* const last = first + digits.size();
  const auto [end, code] = std::from_chars(first, last, value);
  if (code == std::errc::invalid_argument || end != last || digits.empty()) {
    const bool negative = text.starts_with('-');
    return (negative ? "may not be negative; expected " : "expected a whole number of type ") +
           describe_integer(type);
  }
  if (code != std::errc{} || (type.bits() < 64 && (value >> type.bits()) != 0)) {
    return "out of range for " + describe_integer(type);
  }
  return cell_of(value);
}

Decoded decode_real(const Type& type, std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+') && digits.size() > 1 && digits[1] != '-') {
    digits.remove_prefix(1);
  }
  double value = 0.0;
  const char* const first = digits.data();
  const char* const last = first + digits.size();
  const auto [end, code] = fast_float::from_chars(first, last, value);
  const bool overflow = code == std::errc::result_out_of_range;
  if (end != last || digits.empty() || (code != std::errc{} && !overflow)) {
    return type.is(TypeKind::Prob) ? std::string("expected a probability between 0 and 1")
                                   : "expected a number of type " + type.to_string();
  }
  if (std::isnan(value)) {
    return "not a number is no value; expected a number of type " + type.to_string();
  }
  if (type.is(TypeKind::Prob) && (value < 0.0 || value > 1.0)) {
    return std::string("a probability lies between 0 and 1");
  }
  return cell_of(value);
}

Decoded decode_fixed(const Type& type, std::string_view text) {
  const std::string expected = "expected a decimal number of type " + type.to_string();
  std::size_t at = 0;
  const bool negative = text.starts_with('-');
  at += negative || text.starts_with('+') ? 1 : 0;
  Decimal decimal;
  bool point = false;
  bool any = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
      continue;
    }
    if (text[at] < '0' || text[at] > '9') {
      return expected;
    }
    any = true;
    decimal.mantissa = decimal.mantissa * 10 + (text[at] - '0');
    decimal.scale = static_cast<std::uint8_t>(decimal.scale + (point ? 1 : 0));
    if (decimal.mantissa >= (std::int64_t{1} << 57) || decimal.scale > 17) {
      return expected + " with at most 17 digits";
    }
  }
  if (!any) {
    return expected;
  }
  if (negative && type.is(TypeKind::UFixed) && decimal.mantissa != 0) {
    return "may not be negative; " + expected;
  }
  decimal.mantissa = negative ? -decimal.mantissa : decimal.mantissa;
  return decimal.pack();
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

Decoded decode_bytes(std::string_view text, SymbolTable& symbols) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const int high = hex_digit(text[i]);
    const int low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) {
      return std::string("expected bytes as hexadecimal digits");
    }
    bytes += static_cast<char>(high * 16 + low);
  }
  if (text.size() % 2 != 0) {
    return std::string("expected an even number of hexadecimal digits");
  }
  return Cell{symbols.intern(bytes)};
}

/// simdjson looks for what the processor can do when it is first used. That needs memory, inside of
/// functions that must not throw: without memory the whole program would end there. So it looks
/// now, when the program is loaded, and every later use finds the choice made.
[[maybe_unused]] const bool kProcessorKnown = simdjson::validate_utf8("", 0);

Decoded decode_string(std::string_view text, SymbolTable& symbols) {
  if (!simdjson::validate_utf8(text)) {
    return std::string("not valid UTF-8; convert the file to UTF-8 first");
  }
  return Cell{symbols.intern(text)};
}

}  // namespace

Result<Cell, std::string> decode_cell(const Type& type, std::string_view text,
                                      SymbolTable& symbols) {
  const std::string_view trimmed = support::trimmed(text);
  switch (type.kind()) {
    case TypeKind::Bool:
      return decode_bool(trimmed);
    case TypeKind::Int:
      return decode_int(type, trimmed);
    case TypeKind::UInt:
      return decode_uint(type, trimmed);
    case TypeKind::Float:
    case TypeKind::Prob:
      return decode_real(type, trimmed);
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return decode_fixed(type, trimmed);
    case TypeKind::String:
      return decode_string(trimmed, symbols);
    case TypeKind::Bytes:
      return decode_bytes(trimmed, symbols);
    case TypeKind::Time:
      if (const auto ns = support::parse_rfc3339(trimmed)) {
        return cell_of(*ns);
      }
      return std::string("expected a date and time such as 2024-01-31T12:00:00Z");
    case TypeKind::Duration:
      if (const auto ns = support::parse_duration(trimmed)) {
        return cell_of(*ns);
      }
      return std::string("expected a span of time such as 10s or 2.5h");
    case TypeKind::Tuple:
      if (type.num_cells() == 0 && trimmed == "()") {
        return Cell{0};
      }
      break;
    case TypeKind::Optional:
    case TypeKind::Unknown:
      break;
  }
  return "values of type " + type.to_string() + " cannot be read from text";
}

}  // namespace fairmon
