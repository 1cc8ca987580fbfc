#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <charconv>

#include "lower/lowering.hpp"

namespace fairmon::lower {
namespace {

constexpr double kProbSlack = 1e-12;

bool is_hex(std::string_view text) { return text.starts_with("0x") || text.starts_with("0X"); }

template <typename T>
T parse_integer(std::string_view text) {
  T number{};
  if (text.starts_with("+")) {
    text.remove_prefix(1);
  }
  const bool hex = is_hex(text);
  text.remove_prefix(hex ? 2 : 0);
  std::from_chars(text.data(), text.data() + text.size(), number, hex ? 16 : 10);
  return number;
}

double parse_real(std::string_view text) {
  if (text.starts_with("+")) {
    text.remove_prefix(1);
  }
  if (is_hex(text)) {
    return static_cast<double>(parse_integer<std::uint64_t>(text));
  }
  double number = 0;
  fast_float::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Digits and exponent as mantissa and scale; trailing zeros stay.
Decimal parse_decimal(std::string_view text) {
  std::string digits;
  int scale = 0;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      fraction = true;
    } else if (text[i] != '+') {
      digits += text[i];
      scale += fraction ? 1 : 0;
    }
  }
  if (i < text.size()) {
    scale -= static_cast<int>(parse_integer<std::int64_t>(text.substr(i + 1)));
  }
  for (; scale < 0; ++scale) {
    digits += '0';
  }
  // Sema has seen to it that it fits.
  return {parse_integer<std::int64_t>(digits), static_cast<std::uint8_t>(scale)};
}

/// Widths that arithmetic on 64 bits could exceed.
bool is_narrow(const Type& type) {
  return (type.is_integer() && type.bits() < 64) ||
         (type.is(TypeKind::Float) && type.bits() < 64) || type.is_decimal();
}

bool needs_check(const Type& type) {
  if (type.is(TypeKind::Tuple)) {
    for (const Type& part : type.parts()) {
      if (needs_check(part)) {
        return true;
      }
    }
    return false;
  }
  return type.is(TypeKind::Prob) || is_narrow(type);
}

}  // namespace

ir::ExprId Lowering::literal(syntax::ExprId id) {
  const syntax::Expr& expr = ast_.exprs[id];
  const Type& type = analysis_.exprs[id].type;
  switch (type.kind()) {
    case TypeKind::Bool:
      return builder_.boolean(expr.text == "true");
    case TypeKind::String:
      return builder_.constant(type, expr.text);
    case TypeKind::Int:
      return builder_.constant(type, parse_integer<std::int64_t>(expr.text));
    case TypeKind::UInt:
      return builder_.constant(type, parse_integer<std::uint64_t>(expr.text));
    case TypeKind::Float:
    case TypeKind::Prob:
      return builder_.constant(type, parse_real(expr.text));
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return builder_.constant(type, parse_decimal(expr.text));
    case TypeKind::Bytes:
      return builder_.constant(type, Bytes{expr.text});
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      break;
  }
  FAIRMON_CHECK(false, "a literal of a type without literals reached lowering");
  return {};
}

ir::ExprId Lowering::to_real(ir::ExprId value) {
  const ir::Expr& expr = program_.exprs[value];
  const Type type = expr.type;
  const bool is_constant = expr.kind == ir::ExprKind::Constant;
  switch (type.kind()) {
    case TypeKind::Int:
      return is_constant ? builder_.real(static_cast<double>(expr.constant.as<std::int64_t>()))
                         : builder_.apply("int_to_float", {value});
    case TypeKind::UInt:
      return is_constant ? builder_.real(static_cast<double>(expr.constant.as<std::uint64_t>()))
                         : builder_.apply("uint_to_float", {value});
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return is_constant ? builder_.real(expr.constant.as<Decimal>().to_double())
                         : builder_.apply("fixed_to_float", {value});
    case TypeKind::Prob:
      return is_constant ? builder_.real(expr.constant.as<double>()) : value;
    case TypeKind::Unknown:
    case TypeKind::Bool:
    case TypeKind::Float:
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
    case TypeKind::Optional:
      break;
  }
  return value;
}

ir::ExprId Lowering::to_prob(ir::ExprId value) {
  if (builder_.type_of(value).is(TypeKind::Prob)) {
    return value;
  }
  const ir::ExprId real = to_real(value);
  const ir::Expr& expr = program_.exprs[real];
  if (expr.kind == ir::ExprKind::Constant) {
    const double number = expr.constant.as<double>();
    if (number >= -kProbSlack && number <= 1.0 + kProbSlack) {
      return builder_.constant(Type::prob(), std::min(std::max(number, 0.0), 1.0));
    }
  }
  return builder_.apply("check_prob", {real});
}

ir::ExprId Lowering::check_type(ir::ExprId value, const Type& type) {
  if (!needs_check(type)) {
    return value;
  }
  if (type.is(TypeKind::Prob)) {
    return to_prob(value);
  }
  if (!type.is(TypeKind::Tuple)) {
    // The narrowed result decides which range is checked.
    return builder_.apply("check_width", {value}, type);
  }
  std::vector<ir::ExprId> parts;
  for (std::uint32_t i = 0; i < type.parts().size(); ++i) {
    parts.push_back(check_type(builder_.project(value, i), type.parts()[i]));
  }
  return builder_.tuple(std::move(parts));
}

ir::ExprId Lowering::coerce(ir::ExprId value, const sema::ExprFacts& facts) {
  switch (facts.coercion) {
    case sema::Coercion::None:
      return value;
    case sema::Coercion::IntToFloat:
    case sema::Coercion::UIntToFloat:
    case sema::Coercion::FixedToFloat:
    case sema::Coercion::ProbToFloat:
      return to_real(value);
    case sema::Coercion::FloatToProb:
    case sema::Coercion::IntToProb:
      return to_prob(value);
    case sema::Coercion::ToUnsignedCheck:
      return builder_.apply("check_unsigned", {value});
    case sema::Coercion::Width:
      return check_type(value, facts.coerced);
  }
  return value;
}

}  // namespace fairmon::lower
