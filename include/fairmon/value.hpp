#pragma once

#include <fairmon/time.hpp>

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairmon {

class SymbolTable;

enum class TypeKind : std::uint8_t {
  Unknown,  ///< could not be determined; silences follow-up messages
  Bool,
  Int,     ///< signed integer; `bits` is the declared width, arithmetic is 64-bit
  UInt,    ///< unsigned integer, likewise
  Float,   ///< double; `bits` as declared
  Prob,    ///< double in [0, 1]
  Fixed,   ///< decimal; `bits` 16, 32 or 64 as declared
  UFixed,  ///< non-negative decimal
  String,
  Bytes,
  Time,      ///< calendar time, nanoseconds since 1970
  Duration,  ///< nanoseconds
  Tuple,
  Optional,
};

/// A type of the language. Small, immutable, compared by structure.
class Type {
 public:
  Type() = default;
  Type(TypeKind kind, std::uint16_t bits) : kind_(kind), bits_(bits) {}
  [[nodiscard]] static Type boolean() { return {TypeKind::Bool, 0}; }
  [[nodiscard]] static Type integer(std::uint16_t bits = 64) { return {TypeKind::Int, bits}; }
  [[nodiscard]] static Type unsigned_integer(std::uint16_t bits = 64) {
    return {TypeKind::UInt, bits};
  }
  [[nodiscard]] static Type floating(std::uint16_t bits = 64) { return {TypeKind::Float, bits}; }
  [[nodiscard]] static Type prob() { return {TypeKind::Prob, 0}; }
  [[nodiscard]] static Type string() { return {TypeKind::String, 0}; }
  [[nodiscard]] static Type time() { return {TypeKind::Time, 0}; }
  [[nodiscard]] static Type duration() { return {TypeKind::Duration, 0}; }
  [[nodiscard]] static Type tuple(std::vector<Type> parts);
  [[nodiscard]] static Type optional(Type inner);

  [[nodiscard]] TypeKind kind() const noexcept { return kind_; }
  [[nodiscard]] std::uint16_t bits() const noexcept { return bits_; }
  [[nodiscard]] bool is(TypeKind kind) const noexcept { return kind_ == kind; }
  [[nodiscard]] bool known() const noexcept { return kind_ != TypeKind::Unknown; }
  /// Components of a tuple, or the one content of an optional.
  [[nodiscard]] const std::vector<Type>& parts() const noexcept;
  [[nodiscard]] const Type& inner() const noexcept { return parts().front(); }

  [[nodiscard]] bool is_integer() const noexcept {
    return kind_ == TypeKind::Int || kind_ == TypeKind::UInt;
  }
  [[nodiscard]] bool is_real() const noexcept {
    return kind_ == TypeKind::Float || kind_ == TypeKind::Prob;
  }
  [[nodiscard]] bool is_decimal() const noexcept {
    return kind_ == TypeKind::Fixed || kind_ == TypeKind::UFixed;
  }
  [[nodiscard]] bool is_numeric() const noexcept {
    return is_integer() || is_real() || is_decimal();
  }

  /// How many cells a value takes: scalars 1, tuples the sum of their components, an optional one
  /// cell (0 absent, 1 present) followed by the cells of its content, `()` none.
  [[nodiscard]] std::uint32_t num_cells() const noexcept;
  /// As written in a specification: `Int64`, `(Int64, String)`, `Prob?`.
  [[nodiscard]] std::string to_string() const;

  friend bool operator==(const Type& a, const Type& b) noexcept;

 private:
  TypeKind kind_ = TypeKind::Unknown;
  std::uint16_t bits_ = 0;
  std::shared_ptr<const std::vector<Type>> parts_;
};

/// Eight untagged bytes: Bool 0/1, Int and UInt as themselves, Float and Prob as the bits of the
/// double, String and Bytes as the number of an interned text, Time and Duration in nanoseconds,
/// Fixed as a packed Decimal.
using Cell = std::uint64_t;

[[nodiscard]] constexpr Cell cell_of(bool b) noexcept { return b ? 1U : 0U; }
[[nodiscard]] constexpr Cell cell_of(std::int64_t i) noexcept { return std::bit_cast<Cell>(i); }
[[nodiscard]] constexpr Cell cell_of(std::uint64_t u) noexcept { return u; }
[[nodiscard]] constexpr Cell cell_of(double d) noexcept { return std::bit_cast<Cell>(d); }
[[nodiscard]] constexpr std::int64_t cell_int(Cell c) noexcept {
  return std::bit_cast<std::int64_t>(c);
}
[[nodiscard]] constexpr double cell_double(Cell c) noexcept { return std::bit_cast<double>(c); }

/// A decimal number with its scale: mantissa · 10^-scale, 0 ≤ scale ≤ 28, |mantissa| < 2^57, or a
/// whole number below 2^63 whose zeros at the end make up for what it is larger.
struct Decimal {
  std::int64_t mantissa = 0;
  std::uint8_t scale = 0;

  [[nodiscard]] Cell pack() const noexcept;
  [[nodiscard]] static Decimal unpack(Cell cell) noexcept;
  [[nodiscard]] double to_double() const noexcept;
  [[nodiscard]] std::string to_string() const;
};

struct Bytes {
  std::string data;
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

/// A value with its own storage, for callers outside the hot path. Absent is std::monostate.
class Value {
 public:
  using Tuple = std::vector<Value>;
  using Content = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Decimal,
                               std::string, Bytes, Timestamp, Duration, Tuple>;

  Value() = default;
  template <typename T>
    requires std::is_constructible_v<Content, T>
  Value(T content) : content_(std::move(content)) {}

  [[nodiscard]] bool absent() const noexcept { return content_.index() == 0; }
  [[nodiscard]] const Content& content() const noexcept { return content_; }
  template <typename T>
  [[nodiscard]] const T& as() const {
    return std::get<T>(content_);
  }

 private:
  Content content_;
};

/// Reads a value of the given type from its cells.
[[nodiscard]] Value value_from_cells(const Type& type, const Cell* cells,
                                     const SymbolTable& symbols);
/// Writes a value as cells; texts are interned. The value must have the type.
void value_to_cells(const Type& type, const Value& value, Cell* cells, SymbolTable& symbols);

/// How a value is printed in logs: shortest round-trip floats without exponent, strings quoted at
/// top level only, absent as `None`, tuples in parentheses, bytes in upper-case hexadecimal.
void append_text(std::string& out, const Type& type, const Cell* cells, const SymbolTable& symbols,
                 bool quote_strings = true);
[[nodiscard]] std::string to_text(const Type& type, const Value& value, bool quote_strings = true);

}  // namespace fairmon
