#include "ir/apply.hpp"

#include <array>

namespace fairmon::ir {
namespace {

enum class Likeness : std::uint8_t { Exact, Kind, Cells };

bool alike(const Type& a, const Type& b, Likeness likeness) {
  switch (likeness) {
    case Likeness::Exact:
      return a == b;
    case Likeness::Kind:
      return a.kind() == b.kind();
    case Likeness::Cells:
      return a.kind() == b.kind() || (a.is_real() && b.is_real());
  }
  return false;
}

/// Of a variadic function only the first arguments are fixed.
bool arguments_fit(const builtins::Function& function, const builtins::Overload& overload,
                   const std::vector<Type>& types, Likeness likeness) {
  const std::size_t fixed = overload.arguments.size();
  if (function.variadic ? types.size() < fixed : types.size() != fixed) {
    return false;
  }
  for (std::size_t i = 0; i < fixed; ++i) {
    if (!alike(overload.arguments[i], types[i], likeness)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Type> operand_types(const Program& program, const Expr& expr) {
  std::vector<Type> types;
  types.reserve(expr.operands.size());
  for (const ExprId operand : expr.operands) {
    types.push_back(program.exprs[operand].type);
  }
  return types;
}

std::optional<std::uint32_t> choose_overload(const builtins::Function& function,
                                             const std::vector<Type>& types, const Type& wanted) {
  struct Attempt {
    Likeness result;
    Likeness arguments;
  };
  // A result of the right width matters most: it decides which check is made.
  constexpr std::array<Attempt, 6> kAttempts = {{
      {Likeness::Exact, Likeness::Exact},
      {Likeness::Exact, Likeness::Kind},
      {Likeness::Kind, Likeness::Kind},
      {Likeness::Exact, Likeness::Cells},
      {Likeness::Kind, Likeness::Cells},
      {Likeness::Cells, Likeness::Cells},
  }};
  for (const Attempt& attempt : kAttempts) {
    for (std::uint32_t i = 0; i < function.overloads.size(); ++i) {
      const builtins::Overload& overload = function.overloads[i];
      if ((!wanted.known() || alike(overload.result, wanted, attempt.result)) &&
          arguments_fit(function, overload, types, attempt.arguments)) {
        return i;
      }
    }
  }
  return std::nullopt;
}

bool bind_overload(const Program& program, Expr& expr) {
  const auto chosen = choose_overload(*expr.function, operand_types(program, expr), expr.type);
  if (!chosen) {
    return false;
  }
  expr.overload = *chosen;
  expr.type = expr.type.known() ? expr.type : expr.body().result;
  return prepare_literals(program, expr);
}

bool prepare_literals(const Program& program, Expr& expr) {
  std::vector<Value> literals;
  for (std::size_t i = 0; i < expr.operands.size() && i < 32; ++i) {
    if (((expr.function->literal_arguments >> i) & 1U) == 0) {
      continue;
    }
    const Expr& operand = program.exprs[expr.operands[i]];
    if (operand.kind != ExprKind::Constant) {
      return false;
    }
    literals.push_back(operand.constant);
  }
  if (expr.body().prepare != nullptr) {
    expr.prepared = expr.body().prepare(literals, operand_types(program, expr));
  }
  return true;
}

}  // namespace fairmon::ir
