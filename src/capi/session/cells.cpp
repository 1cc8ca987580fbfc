#include "capi/session/cells.hpp"

#include <fairmon/event_source.hpp>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace fairmon::capi {

namespace {

using MadeCell = Result<std::optional<Cell>, std::string>;

constexpr double kTwoTo63 = 9223372036854775808.0;

std::string_view kind_text(fairmon_kind kind) {
  switch (kind) {
    case FAIRMON_ABSENT:
      return "nothing";
    case FAIRMON_BOOL:
      return "a Bool";
    case FAIRMON_INTEGER:
    case FAIRMON_UNSIGNED:
      return "a whole number";
    case FAIRMON_NUMBER:
      return "a number with a fraction";
    case FAIRMON_TEXT:
      return "a text";
    case FAIRMON_BINARY:
      return "bytes";
    case FAIRMON_TIME:
      return "a calendar time";
    case FAIRMON_DURATION:
      return "a duration";
    case FAIRMON_DECIMAL:
      return "a decimal number";
  }
  return "something unknown";
}

MadeCell unfit(const Type& type, fairmon_kind kind) {
  return "expected a value of type " + type.to_string() + ", found " +
         std::string(kind_text(kind)) + "; convert it, or declare the input with another type";
}

std::string_view view_of(const fairmon_value& value) {
  return value.size == 0 ? std::string_view() : std::string_view(value.text, value.size);
}

MadeCell decoded(const Type& type, std::string_view text, TextCache& texts) {
  auto cell = decode_cell(type, text, texts.symbols());
  if (!cell) {
    return std::move(cell).error();
  }
  return std::optional<Cell>(*cell);
}

/// A whole number as its digits.
std::string digits_of(const fairmon_value& value) {
  return value.kind == FAIRMON_UNSIGNED ? std::to_string(static_cast<std::uint64_t>(value.integer))
                                        : std::to_string(value.integer);
}

MadeCell cell_of_integer(const Type& type, const fairmon_value& value, TextCache& texts) {
  const bool is_unsigned = value.kind == FAIRMON_UNSIGNED;
  switch (type.kind()) {
    case TypeKind::Float:
      return std::optional(
          cell_of(is_unsigned ? static_cast<double>(static_cast<std::uint64_t>(value.integer))
                              : static_cast<double>(value.integer)));
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Bool:
    case TypeKind::Prob:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::String:
    case TypeKind::Duration:
      return decoded(type, digits_of(value), texts);
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      break;
  }
  return unfit(type, value.kind);
}

MadeCell cell_of_number(const Type& type, double number, TextCache& texts) {
  const bool whole = std::trunc(number) == number && std::abs(number) < kTwoTo63;
  switch (type.kind()) {
    case TypeKind::Float:
      return std::optional(cell_of(number));
    case TypeKind::Prob:
      if (number < 0.0 || number > 1.0) {
        return std::string("a probability lies between 0 and 1");
      }
      return std::optional(cell_of(number));
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Bool:
      // Frames turn whole numbers with gaps into numbers with a fraction.
      if (whole) {
        return decoded(type, std::to_string(static_cast<std::int64_t>(number)), texts);
      }
      break;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Duration: {
      std::string text;
      append_text(text, Type::floating(), std::array{cell_of(number)}.data(), texts.symbols());
      return decoded(type, text, texts);
    }
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      break;
  }
  return unfit(type, FAIRMON_NUMBER);
}

MadeCell cell_of_text(const InputSchema::Input& input, std::string_view text, TextCache& texts) {
  const auto& missing = input.missing;
  const bool is_string = input.type.is(TypeKind::String);
  if (std::find(missing.begin(), missing.end(), text) != missing.end() ||
      (text.empty() && !is_string)) {
    return std::optional<Cell>();
  }
  if (!is_string) {
    return decoded(input.type, text, texts);
  }
  const std::uint32_t symbol = texts.symbol_of(text, true);
  if (symbol == SymbolTable::kMissing) {
    return std::string("not valid UTF-8; decode the text with its real encoding first");
  }
  return std::optional<Cell>(symbol);
}

}  // namespace

std::size_t TextCache::place_of(std::string_view text) noexcept {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  const std::size_t part = std::min(text.size(), sizeof first);
  std::memcpy(&first, text.data(), part);
  std::memcpy(&last, text.data() + text.size() - part, part);
  std::uint64_t mixed = (first ^ (last << 1U) ^ text.size()) * 0x9e37'79b9'7f4a'7c15U;
  mixed ^= mixed >> 32U;
  return static_cast<std::size_t>(mixed * 0xff51'afd7'ed55'8ccdU >> 54U);
}

std::uint32_t TextCache::remember(Entry& entry, std::string_view text, bool utf8) {
  if (utf8 && !simdjson::validate_utf8(text.data(), text.size())) {
    return SymbolTable::kMissing;
  }
  const std::uint32_t symbol = symbols_.intern(text);
  entry = {symbols_.text(symbol), symbol, utf8};
  return symbol;
}

Result<std::optional<Cell>, std::string> cell_of_value(const InputSchema::Input& input,
                                                       const fairmon_value& value,
                                                       TextCache& texts) {
  const Type& type = input.type;
  switch (value.kind) {
    case FAIRMON_ABSENT:
      return std::optional<Cell>();
    case FAIRMON_BOOL:
      return type.is(TypeKind::Bool) ? MadeCell(std::optional(cell_of(value.integer != 0)))
                                     : unfit(type, value.kind);
    case FAIRMON_INTEGER:
      if (type.is(TypeKind::Int) && type.bits() >= 64) {
        return std::optional(cell_of(value.integer));
      }
      return cell_of_integer(type, value, texts);
    case FAIRMON_UNSIGNED:
      return cell_of_integer(type, value, texts);
    case FAIRMON_NUMBER:
      return std::isnan(value.number) ? MadeCell(std::optional<Cell>())
                                      : cell_of_number(type, value.number, texts);
    case FAIRMON_TEXT:
      return cell_of_text(input, view_of(value), texts);
    case FAIRMON_BINARY:
      return type.is(TypeKind::Bytes)
                 ? MadeCell(std::optional<Cell>(texts.symbol_of(view_of(value), false)))
                 : unfit(type, value.kind);
    case FAIRMON_TIME:
    case FAIRMON_DURATION:
      return type.is(value.kind == FAIRMON_TIME ? TypeKind::Time : TypeKind::Duration)
                 ? MadeCell(std::optional(cell_of(value.integer)))
                 : unfit(type, value.kind);
    case FAIRMON_DECIMAL:
      return type.is_numeric() ? decoded(type, view_of(value), texts) : unfit(type, value.kind);
  }
  return unfit(type, value.kind);
}

}  // namespace fairmon::capi
