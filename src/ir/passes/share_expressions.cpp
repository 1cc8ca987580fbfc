#include <unordered_map>

#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"
#include "ir/structure.hpp"

namespace fairmon::ir::passes {

void share_expressions(Program& program) {
  // Messages must keep pointing at the right place, so what can fail is shared only with itself.
  Structure structure(program, true);
  std::unordered_map<std::uint32_t, ExprId> first;
  first.reserve(program.exprs.size());
  support::IdVector<ExprId, ExprId> representative(program.exprs.size());
  for (const ExprId id : program.exprs.ids()) {
    representative[id] = first.emplace(structure.number(id), id).first->second;
  }
  for (Expr& expr : program.exprs) {
    for (ExprId& operand : expr.operands) {
      operand = representative[operand];
    }
  }
  for_each_root(program, [&](ExprId& root) { root = representative[root]; });
  rewrite_exprs(program, [](Expr expr, const AddExpr& add) { return add(std::move(expr)); });
}

}  // namespace fairmon::ir::passes
