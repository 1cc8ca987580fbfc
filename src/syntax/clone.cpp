#include "syntax/clone.hpp"

#include <utility>

namespace fairmon::syntax {

ExprId clone(Ast& ast, ExprId id) {
  if (!id.valid()) {
    return id;
  }
  // A copy first: the table moves while children are added.
  Expr copy = ast.exprs[id];
  for (ExprId& child : copy.operands) {
    child = clone(ast, child);
  }
  for (Argument& argument : copy.arguments) {
    argument.value = clone(ast, argument.value);
  }
  return ast.exprs.push_back(std::move(copy));
}

std::optional<PacingExpr> clone(Ast& ast, const std::optional<PacingExpr>& pacing) {
  std::optional<PacingExpr> copy = pacing;
  if (copy) {
    copy->value = clone(ast, copy->value);
  }
  return copy;
}

SpawnDecl clone(Ast& ast, const SpawnDecl& spawn) {
  SpawnDecl copy = spawn;
  copy.pacing = clone(ast, spawn.pacing);
  copy.when = clone(ast, spawn.when);
  copy.with = clone(ast, spawn.with);
  return copy;
}

EvalDecl clone(Ast& ast, const EvalDecl& eval) {
  EvalDecl copy = eval;
  copy.pacing = clone(ast, eval.pacing);
  copy.when = clone(ast, eval.when);
  copy.with = clone(ast, eval.with);
  return copy;
}

CloseDecl clone(Ast& ast, const CloseDecl& close) {
  CloseDecl copy = close;
  copy.pacing = clone(ast, close.pacing);
  copy.when = clone(ast, close.when);
  return copy;
}

}  // namespace fairmon::syntax
