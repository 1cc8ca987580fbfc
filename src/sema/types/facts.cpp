#include <algorithm>

#include "sema/structure/quantities.hpp"
#include "sema/types/checker.hpp"
#include "syntax/operators.hpp"

namespace fairmon::sema::types {

using syntax::ExprKind;
using syntax::Op;

namespace {

Coercion coercion_between(TypeKind from, TypeKind to) {
  if (to == TypeKind::Float) {
    switch (from) {
      case TypeKind::Int:
        return Coercion::IntToFloat;
      case TypeKind::UInt:
        return Coercion::UIntToFloat;
      case TypeKind::Fixed:
      case TypeKind::UFixed:
        return Coercion::FixedToFloat;
      case TypeKind::Prob:
        return Coercion::ProbToFloat;
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
  }
  if (to == TypeKind::Prob && from == TypeKind::Float) {
    return Coercion::FloatToProb;
  }
  if (to == TypeKind::Prob && from == TypeKind::Int) {
    return Coercion::IntToProb;
  }
  return Coercion::None;
}

/// Whether an operator is a function of the catalogue; logic and equality are built in.
bool has_function(Op op) {
  return op != Op::And && op != Op::Or && op != Op::Implies && op != Op::Equal &&
         op != Op::NotEqual && op != Op::Plus && op != Op::Not;
}

bool needs_check(const Type& type) {
  constexpr std::uint16_t kFullWidth = 64;
  if (type.is(TypeKind::Tuple)) {
    return std::any_of(type.parts().begin(), type.parts().end(), needs_check);
  }
  return (type.is_integer() || type.is(TypeKind::Float) || type.is_decimal()) &&
         type.bits() < kFullWidth;
}

}  // namespace

void Checker::write_expr(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  ExprFacts& facts = context_.facts(id);
  facts.type = terms_.resolve(type_of(id));
  facts.coerced = terms_.resolve(used_as(id));
  if (expr.kind == ExprKind::Number && facts.type.is_decimal() &&
      !structure::fits_decimal(expr.text)) {
    diag::error(diagnostics_, "number-too-large", expr.span,
                "a decimal holds 17 digits, at most 28 of them behind the point");
  }
  // Literals and conversions by nature are kept as written and converted where they are used.
  if (expr.kind == ExprKind::Number && facts.type.is_real() &&
      structure::is_integer_text(expr.text)) {
    facts.type = Type::integer();
  } else if (complements_.contains(id.value)) {
    facts.type = Type::floating();
  } else if (whole_units_.contains(id.value) && facts.type.is(TypeKind::UInt)) {
    facts.type = Type::integer();
    facts.coercion = Coercion::ToUnsignedCheck;
    return;
  }
  facts.coercion = coercion_between(facts.type.kind(), facts.coerced.kind());
}

void Checker::write_overload(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  ExprFacts& facts = context_.facts(id);
  if (facts.construct >= 0 || !facts.type.known() || refused_.contains(id.value)) {
    return;
  }
  const bool is_operator = expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary;
  if (is_operator) {
    if (!has_function(expr.op)) {
      return;
    }
    facts.function = syntax::operator_entry(expr.op);
  }
  const std::vector<ExprId>& arguments = is_operator ? expr.operands : facts.call_arguments;
  if (facts.function == nullptr || facts.function->variadic) {
    return;
  }
  std::vector<Type> types;
  for (const ExprId argument : arguments) {
    types.push_back(context_.facts(argument).coerced);
    if (!types.back().known()) {
      return;
    }
  }
  if (expr.kind == ExprKind::Binary && expr.op == Op::Divide && facts.type.is(TypeKind::Float) &&
      types.front().is_integer()) {
    facts.real_division = true;
    facts.function = builtins::find_function("divide_real");
    diag::information(diagnostics_, "real-division", expr.focus,
                      "these integers are divided as real numbers, because a real number is used")
        .note("where an integer is used, `/` cuts off the fraction");
  }
  const builtins::Overload* overload =
      facts.function == nullptr ? nullptr : facts.function->find(types);
  if (overload == nullptr) {
    if (facts.function != nullptr) {
      no_overload(id, *facts.function, arguments);
    }
    return;
  }
  facts.overload = static_cast<std::uint32_t>(overload - facts.function->overloads.data());
}

void Checker::write_output(std::uint32_t index) {
  const syntax::OutputDecl& output = context_.output(index);
  OutputFacts& facts = context_.output_facts(index);
  facts.type = terms_.resolve(outputs_[index]);
  const Span place = context_.declared_at({RefKind::Output, index});
  if (facts.type.is(TypeKind::Optional)) {
    diag::error(diagnostics_, "optional-output", output.type ? output.type->span : place,
                fmt::format("{} cannot be {}: a stream either has a value or none",
                            context_.title(index), facts.type.to_string()))
        .help("give absent values a default, or use `when` to have no value then");
  }
  const auto& annotation = declared_.outputs[index];
  if (annotation && needs_check(*annotation)) {
    facts.checked_type = *annotation;
  }
  for (std::size_t i = 0; i < output.parameters.size(); ++i) {
    facts.parameters.push_back(terms_.resolve(parameters_[index][i]));
    const Type& type = facts.parameters.back();
    if (type.is(TypeKind::Optional)) {
      diag::error(diagnostics_, "optional-parameter", output.parameters[i].name.span,
                  fmt::format("the parameter `{}` cannot be {}", output.parameters[i].name.text,
                              type.to_string()))
          .help("give the spawning value a default with `.defaults(to: …)`");
    }
  }
}

void Checker::write_facts() {
  for (const ExprId id : visited_) {
    write_expr(id);
  }
  for (const ExprId id : visited_) {
    write_overload(id);
  }
  for (std::uint32_t i = 0; i < context_.ast.outputs.size(); ++i) {
    write_output(i);
  }
}

}  // namespace fairmon::sema::types
