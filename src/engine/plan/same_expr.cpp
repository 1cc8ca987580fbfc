#include "engine/plan/plan.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::engine {

namespace {

bool same_aggregation(const ir::Program& program, const ir::InstanceAggregation& a,
                      const ir::InstanceAggregation& b) {
  return a.target == b.target && a.selection == b.selection && a.aggregate == b.aggregate &&
         a.aggregate_argument == b.aggregate_argument && same_expr(program, a.where, b.where) &&
         same_expr(program, a.map, b.map);
}

}  // namespace

bool same_expr(const ir::Program& program, ir::ExprId a, ir::ExprId b) {
  if (a == b) {
    return true;
  }
  if (!a.valid() || !b.valid()) {
    return false;
  }
  const ir::Expr& left = program.exprs[a];
  const ir::Expr& right = program.exprs[b];
  if (left.kind != right.kind || !(left.type == right.type) || left.index != right.index ||
      left.stream != right.stream || left.window != right.window ||
      left.function != right.function || left.overload != right.overload ||
      left.operands.size() != right.operands.size()) {
    return false;
  }
  if (left.kind == ir::ExprKind::Constant &&
      to_text(left.type, left.constant) != to_text(right.type, right.constant)) {
    return false;
  }
  if (left.aggregation != right.aggregation &&
      !same_aggregation(program, program.aggregations[left.aggregation],
                        program.aggregations[right.aggregation])) {
    return false;
  }
  if (ir::can_fail(program, left) && left.span != right.span) {
    return false;  // each failure is reported at its own place
  }
  if (left.prepared != right.prepared) {
    return false;  // digested literals cannot be compared
  }
  for (std::size_t i = 0; i < left.operands.size(); ++i) {
    if (!same_expr(program, left.operands[i], right.operands[i])) {
      return false;
    }
  }
  return true;
}

bool names_own_instance(const ir::Program& program, const ir::Expr& access,
                        std::size_t num_parameters) {
  if (access.operands.size() != num_parameters) {
    return false;
  }
  for (std::size_t i = 0; i < num_parameters; ++i) {
    const ir::Expr& operand = program.exprs[access.operands[i]];
    if (operand.kind != ir::ExprKind::Parameter || operand.index != i) {
      return false;
    }
  }
  return true;
}

}  // namespace fairmon::engine
