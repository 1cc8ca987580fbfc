#include <fairmon/symbols.hpp>
#include <fairmon/value.hpp>

#include <array>
#include <charconv>
#include <cmath>

#include "value/calendar.hpp"

namespace fairmon {

namespace {

template <typename Integer>
void append_integer(std::string& out, Integer number) {
  std::array<char, 24> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  out.append(buffer.data(), end);
}

// Shortest digits that read back the same, never with an exponent: 5, 0.0000000001, inf, -0.
void append_double(std::string& out, double number) {
  if (std::isinf(number)) {
    out += number < 0 ? "-inf" : "inf";
    return;
  }
  // Beyond this, fixed notation would print digits the shortest form does not have.
  constexpr double kFirstPadded = 1e16;
  std::array<char, 1100> buffer;  // the longest double has 1074 places after the point
  char* const last = buffer.data() + buffer.size();
  if (std::abs(number) < kFirstPadded) {
    out.append(buffer.data(),
               std::to_chars(buffer.data(), last, number, std::chars_format::fixed).ptr);
    return;
  }
  const char* end = std::to_chars(buffer.data(), last, number, std::chars_format::scientific).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t mark = text.find('e');
  std::size_t exponent = 0;
  std::from_chars(text.data() + mark + 2, end, exponent);
  const std::size_t sign = text.front() == '-' ? 1 : 0;
  out += text.substr(0, sign + 1);
  const std::size_t digits = mark - sign > 2 ? mark - sign - 2 : 0;  // behind the point
  out += digits > 0 ? text.substr(sign + 2, digits) : std::string_view();
  out.append(exponent - digits, '0');
}

void append_bytes(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    out += kDigits[value >> 4U];
    out += kDigits[value & 15U];
  }
}

void append_string(std::string& out, std::string_view text, bool quote) {
  if (quote) {
    out += '"';
  }
  out += text;
  if (quote) {
    out += '"';
  }
}

void append_tuple(std::string& out, const Type& type, const Cell* cells,
                  const SymbolTable& symbols) {
  out += '(';
  bool first = true;
  for (const Type& part : type.parts()) {
    if (!first) {
      out += ", ";
    }
    first = false;
    append_text(out, part, cells, symbols, false);
    cells += part.num_cells();
  }
  out += ')';
}

}  // namespace

void append_text(std::string& out, const Type& type, const Cell* cells, const SymbolTable& symbols,
                 bool quote_strings) {
  switch (type.kind()) {
    case TypeKind::Unknown:
      out += '?';
      return;
    case TypeKind::Bool:
      out += cells[0] != 0 ? "true" : "false";
      return;
    case TypeKind::Int:
      append_integer(out, cell_int(cells[0]));
      return;
    case TypeKind::UInt:
      append_integer(out, cells[0]);
      return;
    case TypeKind::Float:
    case TypeKind::Prob:
      append_double(out, cell_double(cells[0]));
      return;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      out += Decimal::unpack(cells[0]).to_string();
      return;
    case TypeKind::String:
      append_string(out, symbols.text(static_cast<std::uint32_t>(cells[0])), quote_strings);
      return;
    case TypeKind::Bytes:
      append_bytes(out, symbols.text(static_cast<std::uint32_t>(cells[0])));
      return;
    case TypeKind::Time:
      value::append_rfc3339(out, Timestamp{cell_int(cells[0])});
      return;
    case TypeKind::Duration:
      value::append_duration(out, fairmon::Duration{cell_int(cells[0])});
      return;
    case TypeKind::Tuple:
      append_tuple(out, type, cells, symbols);
      return;
    case TypeKind::Optional:
      if (cells[0] == 0) {
        out += "None";
      } else {
        append_text(out, type.inner(), cells + 1, symbols, quote_strings);
      }
      return;
  }
}

std::string to_text(const Type& type, const Value& value, bool quote_strings) {
  SymbolTable symbols;
  std::vector<Cell> cells(type.num_cells() + 1);
  value_to_cells(type, value, cells.data(), symbols);
  std::string out;
  append_text(out, type, cells.data(), symbols, quote_strings);
  return out;
}

}  // namespace fairmon
