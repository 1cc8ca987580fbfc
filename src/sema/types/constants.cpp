#include <fmt/format.h>

#include <cmath>

#include "sema/names/names.hpp"
#include "sema/structure/quantities.hpp"
#include "sema/types/types.hpp"

namespace fairmon::sema::types {
namespace {

using syntax::ExprKind;

/// Reads a literal as a value of a type; reports what does not fit.
class ConstantReader {
 public:
  explicit ConstantReader(Context& context) : context_(context) {}

  Value read(ExprId id, const Type& type) {
    if (!id.valid() || !type.known()) {
      return {};
    }
    id = strip(context_.ast, id);
    const syntax::Expr& expr = context_.expr(id);
    switch (expr.kind) {
      case ExprKind::Bool:
        return type.is(TypeKind::Bool) ? Value(expr.text == "true") : refuse(expr, type);
      case ExprKind::String:
        return type.is(TypeKind::String)  ? Value(expr.text)
               : type.is(TypeKind::Bytes) ? Value(Bytes{expr.text})
                                          : refuse(expr, type);
      case ExprKind::Number:
        return number(expr, type);
      case ExprKind::Tuple:
        return tuple(expr, type);
      case ExprKind::Missing:
        return {};
      case ExprKind::Name:
      case ExprKind::Unary:
      case ExprKind::Binary:
      case ExprKind::If:
      case ExprKind::Paren:
      case ExprKind::Call:
      case ExprKind::Method:
      case ExprKind::Project:
      case ExprKind::Index:
      case ExprKind::Lambda:
        break;
    }
    diag::error(context_.diagnostics, "constant-value", expr.span,
                "a constant is a number, text, `true` or `false`, or a tuple of these")
        .help("for something that is computed declare an `output`");
    return {};
  }

 private:
  Value refuse(const syntax::Expr& expr, const Type& type) {
    diag::error(context_.diagnostics, "constant-value", expr.span,
                fmt::format("this does not fit the declared type {}", type.to_string()));
    return {};
  }

  Value tuple(const syntax::Expr& expr, const Type& type) {
    if (!type.is(TypeKind::Tuple)) {
      return refuse(expr, type);
    }
    if (type.parts().size() != expr.operands.size()) {
      diag::error(context_.diagnostics, "constant-value", expr.span,
                  fmt::format("{} components are given, but {} has {}", expr.operands.size(),
                              type.to_string(), type.parts().size()));
      return {};
    }
    Value::Tuple parts;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      parts.push_back(read(expr.operands[i], type.parts()[i]));
    }
    return parts;
  }

  Value number(const syntax::Expr& expr, const Type& type) {
    if (!expr.unit.empty()) {
      diag::error(context_.diagnostics, "unexpected-unit", expr.span,
                  "a constant is a plain number without unit")
          .fix("drop the unit", {{expr.span, expr.text}});
      return {};
    }
    const bool whole = structure::is_integer_text(expr.text);
    const auto integer = whole ? structure::integer_value(expr.text) : std::nullopt;
    if (type.is(TypeKind::Int) && integer && fits(*integer, type)) {
      return *integer;
    }
    if (type.is(TypeKind::UInt) && integer && *integer >= 0 && fits(*integer, type)) {
      return static_cast<std::uint64_t>(*integer);
    }
    const double value = structure::real_value(expr.text);
    if (type.is(TypeKind::Float) && !std::isfinite(value)) {
      diag::error(context_.diagnostics, "number-too-large", expr.span,
                  "this number is too large for a Float64")
          .note("the largest one is about 1.8e308");
      return {};
    }
    if (type.is(TypeKind::Float)) {
      return value;
    }
    if (type.is(TypeKind::Prob)) {
      if (value >= 0 && value <= 1) {
        return value;
      }
      diag::error(context_.diagnostics, "not-a-probability", expr.span,
                  fmt::format("a probability lies between 0 and 1, and {} does not", expr.text));
      return {};
    }
    if (type.is_decimal() && (type.is(TypeKind::Fixed) || value >= 0)) {
      if (const auto exact = structure::exact_value(expr.text)) {
        return decimal(*exact);
      }
    }
    return refuse(expr, type);
  }

  static bool fits(std::int64_t value, const Type& type) {
    if (type.bits() >= 64) {
      return true;
    }
    const int shift = type.is(TypeKind::Int) ? type.bits() - 1 : type.bits();
    const std::int64_t bound = std::int64_t{1} << shift;
    return value < bound && (type.is(TypeKind::UInt) || value >= -bound);
  }

  static Value decimal(structure::Rational exact) {
    Decimal result;
    result.mantissa = exact.numerator;
    // The denominator of a decimal literal divides a power of ten.
    std::int64_t denominator = exact.denominator;
    while (denominator != 1 && result.scale < 17) {
      const std::int64_t step = denominator % 10 == 0 ? 10 : denominator % 5 == 0 ? 5 : 2;
      denominator /= step;
      result.mantissa *= 10 / step;
      ++result.scale;
    }
    return result;
  }

  Context& context_;
};

}  // namespace

void check_declarations(Context& context) {
  const syntax::Ast& ast = context.ast;
  context.analysis.constants.resize(ast.constants.size());
  context.analysis.constant_values.resize(ast.constants.size());
  for (const syntax::ConstantId id : ast.constants.ids()) {
    const Type type = names::named_type(context, ast.constants[id].type);
    context.analysis.constants[id] = type;
    context.analysis.constant_values[id] =
        ConstantReader(context).read(ast.constants[id].value, type);
  }
  context.analysis.inputs.resize(ast.inputs.size());
  for (const syntax::InputId id : ast.inputs.ids()) {
    const syntax::InputDecl& input = ast.inputs[id];
    Type type = names::named_type(context, input.type);
    if (type.is(TypeKind::Optional) || (type.is(TypeKind::Tuple) && !type.parts().empty())) {
      diag::error(context.diagnostics, "input-type", input.type.span,
                  fmt::format("an input cannot be {}", type.to_string()))
          .help(type.is(TypeKind::Optional)
                    ? "every input may be absent in an event; leave out the `?`"
                    : "declare one input per component");
    }
    context.analysis.inputs[id] = type;
  }
}

}  // namespace fairmon::sema::types
