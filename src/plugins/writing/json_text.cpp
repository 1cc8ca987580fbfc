#include "plugins/writing/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace fairmon::plugins {

namespace {

template <typename Integer>
void append_integer(std::string& out, Integer number) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_array(std::string& out, const Type& tuple, const Cell* cells,
                  const SymbolTable& symbols) {
  out += '[';
  bool first = true;
  for (const Type& part : tuple.parts()) {
    if (!first) {
      out += ',';
    }
    first = false;
    append_json_value(out, part, cells, symbols);
    cells += part.num_cells();
  }
  out += ']';
}

void append_bytes(std::string& out, std::string_view bytes) {
  out += '[';
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0) {
      out += ',';
    }
    append_integer(out, static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
  }
  out += ']';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') {
      continue;
    }
    out.append(text.substr(plain, i - plain));
    plain = i + 1;
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        out += "\\u00";
        out += kHex[c >> 4U];
        out += kHex[c & 15U];
    }
  }
  out.append(text.substr(plain));
  out += '"';
}

void append_json_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  // Plain notation between these bounds, an exponent without leading zeros outside.
  constexpr double kLeastPlain = 1e-5;
  constexpr double kFirstWithExponent = 1e16;
  const double size = std::abs(number);
  std::array<char, 64> digits;
  char* const last = digits.data() + digits.size();
  if (size == 0.0 || (size >= kLeastPlain && size < kFirstWithExponent)) {
    const auto end = std::to_chars(digits.data(), last, number, std::chars_format::fixed).ptr;
    const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    out += text;
    if (text.find('.') == std::string_view::npos) {
      out += ".0";
    }
    return;
  }
  const auto end = std::to_chars(digits.data(), last, number, std::chars_format::scientific).ptr;
  const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  const std::size_t exponent = text.find('e') + 2;
  out += text.substr(0, exponent);
  out += text[exponent] == '0' ? text.substr(exponent + 1) : text.substr(exponent);
}

void append_json_value(std::string& out, const Type& type, const Cell* cells,
                       const SymbolTable& symbols) {
  switch (type.kind()) {
    case TypeKind::Bool:
      out += *cells != 0 ? "true" : "false";
      return;
    case TypeKind::Int:
      append_integer(out, cell_int(*cells));
      return;
    case TypeKind::UInt:
      append_integer(out, *cells);
      return;
    case TypeKind::Float:
    case TypeKind::Prob:
      append_json_number(out, cell_double(*cells));
      return;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      append_text(out, type, cells, symbols, false);
      return;
    case TypeKind::String:
      append_json_string(out, symbols.text(static_cast<std::uint32_t>(*cells)));
      return;
    case TypeKind::Bytes:
      append_bytes(out, symbols.text(static_cast<std::uint32_t>(*cells)));
      return;
    case TypeKind::Time:
    case TypeKind::Duration: {
      std::string text;
      append_text(text, type, cells, symbols, false);
      append_json_string(out, text);
      return;
    }
    case TypeKind::Tuple:
      append_array(out, type, cells, symbols);
      return;
    case TypeKind::Optional:
      if (*cells == 0) {
        out += "null";
      } else {
        append_json_value(out, type.inner(), cells + 1, symbols);
      }
      return;
    case TypeKind::Unknown:
      out += "null";
      return;
  }
}

}  // namespace fairmon::plugins
