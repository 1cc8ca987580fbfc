#include "ir/reading/cursor.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <numeric>

namespace fairmon::ir::reading {
namespace {

struct NamedType {
  std::string_view name;
  TypeKind kind;
  std::uint16_t bits;
};

constexpr std::array<NamedType, 27> kTypes = {{
    {"Bool", TypeKind::Bool, 0},           {"Int8", TypeKind::Int, 8},
    {"Int16", TypeKind::Int, 16},          {"Int32", TypeKind::Int, 32},
    {"Int64", TypeKind::Int, 64},          {"Int128", TypeKind::Int, 128},
    {"Int256", TypeKind::Int, 256},        {"UInt8", TypeKind::UInt, 8},
    {"UInt16", TypeKind::UInt, 16},        {"UInt32", TypeKind::UInt, 32},
    {"UInt64", TypeKind::UInt, 64},        {"UInt128", TypeKind::UInt, 128},
    {"UInt256", TypeKind::UInt, 256},      {"Float16", TypeKind::Float, 16},
    {"Float32", TypeKind::Float, 32},      {"Float64", TypeKind::Float, 64},
    {"Prob", TypeKind::Prob, 0},           {"Fixed16_8", TypeKind::Fixed, 16},
    {"Fixed32_16", TypeKind::Fixed, 32},   {"Fixed64_32", TypeKind::Fixed, 64},
    {"UFixed16_8", TypeKind::UFixed, 16},  {"UFixed32_16", TypeKind::UFixed, 32},
    {"UFixed64_32", TypeKind::UFixed, 64}, {"String", TypeKind::String, 0},
    {"Bytes", TypeKind::Bytes, 0},         {"Time", TypeKind::Time, 0},
    {"Duration", TypeKind::Duration, 0},
}};

std::int64_t unit_ns(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 7> kUnits = {{
      {"ns", 1},
      {"us", 1'000},
      {"ms", 1'000'000},
      {"s", 1'000'000'000},
      {"min", 60'000'000'000},
      {"h", 3'600'000'000'000},
      {"d", 86'400'000'000'000},
  }};
  for (const auto& [name, ns] : kUnits) {
    if (name == unit) {
      return ns;
    }
  }
  return 0;
}

template <typename T>
std::optional<T> parse_whole(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

std::optional<Decimal> parse_decimal(const std::string& text) {
  const std::size_t dot = text.find('.');
  std::string digits = text;
  Decimal decimal;
  if (dot != std::string::npos) {
    digits.erase(dot, 1);
    decimal.scale = static_cast<std::uint8_t>(text.size() - dot - 1);
  }
  const auto mantissa = parse_whole<std::int64_t>(digits);
  if (!mantissa) {
    return std::nullopt;
  }
  decimal.mantissa = *mantissa;
  return decimal;
}

}  // namespace

const Token& Cursor::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token Cursor::next() {
  Token token = peek();
  at_ = std::min(at_ + 1, tokens_.size() - 1);
  return token;
}

bool Cursor::is_symbol(std::string_view text) const {
  return peek().kind == TokenKind::Symbol && peek().text == text;
}

bool Cursor::is_word(std::string_view text) const {
  return peek().kind == TokenKind::Name && !peek().quoted && peek().text == text;
}

bool Cursor::take_symbol(std::string_view text) {
  const bool there = is_symbol(text);
  if (there) {
    next();
  }
  return there;
}

bool Cursor::take_word(std::string_view text) {
  const bool there = is_word(text);
  if (there) {
    next();
  }
  return there;
}

void Cursor::expect_symbol(std::string_view text) {
  if (!take_symbol(text)) {
    fail(fmt::format("expected `{}`", text));
  }
}

void Cursor::expect_word(std::string_view text) {
  if (!take_word(text)) {
    fail(fmt::format("expected `{}`", text));
  }
}

std::string Cursor::expect_name(std::string_view what) {
  if (peek().kind != TokenKind::Name) {
    fail(fmt::format("expected {}", what));
    return {};
  }
  return next().text;
}

std::uint64_t Cursor::expect_unsigned(std::string_view what) {
  const auto number = peek().kind == TokenKind::Number && peek().suffix.empty()
                          ? parse_whole<std::uint64_t>(peek().text)
                          : std::nullopt;
  if (!number) {
    fail(fmt::format("expected {}", what));
    return 0;
  }
  next();
  return *number;
}

void Cursor::fail(std::string message) {
  if (failed()) {
    return;
  }
  const Token& token = peek();
  const std::string found = token.kind == TokenKind::End ? "the end" : "`" + token.text + "`";
  error_ = Error(ErrorCode::Specification, fmt::format("{}:{}: {} at {}", token.line, token.column,
                                                       std::move(message), found));
  at_ = tokens_.size() - 1;
}

void Cursor::skip_declaration() {
  do {
    next();
  } while (!at_end() && peek().column != 1);
}

Type Cursor::read_type() {
  Type type;
  if (take_symbol("(")) {
    std::vector<Type> parts;
    while (!is_symbol(")") && !at_end()) {
      parts.push_back(read_type());
      if (!take_symbol(",")) {
        break;
      }
    }
    expect_symbol(")");
    type = Type::tuple(std::move(parts));
  } else {
    const std::string name = peek().text;
    for (const NamedType& known : kTypes) {
      if (known.name == name) {
        type = Type(known.kind, known.bits);
      }
    }
    if (!type.known()) {
      fail("expected a type");
    } else {
      next();
    }
  }
  while (take_symbol("?")) {
    type = Type::optional(type);
  }
  return type;
}

std::int64_t Cursor::read_duration_ns() {
  const std::int64_t unit = unit_ns(peek().suffix);
  const auto number = parse_whole<std::int64_t>(peek().text);
  if (peek().kind != TokenKind::Number || unit == 0 || !number) {
    fail("expected a duration such as 10s");
    return 0;
  }
  next();
  return *number * unit;
}

Period Cursor::read_period() {
  Period period;
  if (peek().kind == TokenKind::Number && peek().suffix.empty()) {
    period.numerator = static_cast<std::int64_t>(expect_unsigned("a period"));
    expect_symbol("/");
    period.denominator = read_duration_ns();
  } else {
    period.numerator = read_duration_ns();
  }
  if (period.numerator <= 0 || period.denominator <= 0) {
    fail("a period must be positive, before");
    return {1, 1};
  }
  const std::int64_t divisor = std::gcd(period.numerator, period.denominator);
  return {period.numerator / divisor, period.denominator / divisor};
}

Value Cursor::read_value(const Type& type) {
  if (take_word("none")) {
    return {};
  }
  if (type.is(TypeKind::Optional)) {
    return read_value(type.inner());
  }
  if (type.is(TypeKind::Tuple)) {
    Value::Tuple parts;
    expect_symbol("(");
    for (const Type& part : type.parts()) {
      if (!parts.empty()) {
        expect_symbol(",");
      }
      parts.push_back(read_value(part));
    }
    expect_symbol(")");
    return parts;
  }
  const Token token = next();
  switch (type.kind()) {
    case TypeKind::Bool:
      return token.text == "true";
    case TypeKind::String:
      return token.text;
    case TypeKind::Bytes:
      return Bytes{token.text};
    case TypeKind::Float:
    case TypeKind::Prob: {
      double number = 0;
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
      return number;
    }
    case TypeKind::UInt:
      if (const auto number = parse_whole<std::uint64_t>(token.text)) {
        return *number;
      }
      break;
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      if (const auto number = parse_decimal(token.text)) {
        return *number;
      }
      break;
    case TypeKind::Int:
    case TypeKind::Time:
    case TypeKind::Duration:
      if (const auto number = parse_whole<std::int64_t>(token.text)) {
        return type.is(TypeKind::Int)    ? Value(*number)
               : type.is(TypeKind::Time) ? Value(Timestamp{*number})
                                         : Value(Duration{*number});
      }
      break;
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      break;
  }
  fail(fmt::format("not a value of type {}, before", type.to_string()));
  return {};
}

}  // namespace fairmon::ir::reading
