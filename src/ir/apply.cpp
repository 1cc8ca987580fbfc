#include "ir/apply.hpp"

namespace fairmon::ir {
namespace {

/// Overloads serve every declared width of a kind; of a variadic function only the first arguments
/// are fixed.
bool fits(const builtins::Function& function, const builtins::Overload& overload,
          const std::vector<Type>& types) {
  const std::size_t fixed = overload.arguments.size();
  if (function.variadic ? types.size() < fixed : types.size() != fixed) {
    return false;
  }
  for (std::size_t i = 0; i < fixed; ++i) {
    if (overload.arguments[i].kind() != types[i].kind()) {
      return false;
    }
  }
  return true;
}

std::vector<Type> operand_types(const Program& program, const Expr& expr) {
  std::vector<Type> types;
  types.reserve(expr.operands.size());
  for (const ExprId operand : expr.operands) {
    types.push_back(program.exprs[operand].type);
  }
  return types;
}

}  // namespace

bool bind_overload(const Program& program, Expr& expr) {
  const std::vector<Type> types = operand_types(program, expr);
  const auto& overloads = expr.function->overloads;
  for (std::uint32_t i = 0; i < overloads.size(); ++i) {
    const bool result_fits =
        !expr.type.known() || expr.type.kind() == overloads[i].result.kind();
    if (result_fits && fits(*expr.function, overloads[i], types)) {
      expr.overload = i;
      expr.type = expr.type.known() ? expr.type : overloads[i].result;
      return prepare_literals(program, expr);
    }
  }
  return false;
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
