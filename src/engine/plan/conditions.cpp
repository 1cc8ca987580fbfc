#include "engine/plan/plan.hpp"

namespace fairmon::engine {

namespace {

void flatten(const ir::Program& program, ir::ExprId id, std::vector<ir::ExprId>& parts) {
  const ir::Expr& expr = program.exprs[id];
  if (expr.kind != ir::ExprKind::And) {
    parts.push_back(id);
    return;
  }
  for (const ir::ExprId operand : expr.operands) {
    flatten(program, operand, parts);
  }
}

bool is_equality(const ir::Expr& expr) {
  return expr.operands.size() == 2 &&
         (expr.kind == ir::ExprKind::Equal ||
          (expr.kind == ir::ExprKind::Apply && expr.function->name == "equal"));
}

/// Enters `parameter == key` into `keys`; false if the pair is something else.
bool match_pair(const ir::Program& program, ir::ExprId parameter, ir::ExprId key,
                std::vector<ir::ExprId>& keys) {
  const ir::Expr& side = program.exprs[parameter];
  if (side.kind != ir::ExprKind::Parameter || side.index >= keys.size() ||
      keys[side.index].valid() || mentions_parameters(program, key) || can_fail(program, key) ||
      !(side.type.kind() == program.exprs[key].type.kind())) {
    return false;
  }
  keys[side.index] = key;
  return true;
}

bool match_sides(const ir::Program& program, ir::ExprId left, ir::ExprId right,
                 std::vector<ir::ExprId>& keys) {
  const ir::Expr& a = program.exprs[left];
  const ir::Expr& b = program.exprs[right];
  if (a.kind == ir::ExprKind::Tuple && b.kind == ir::ExprKind::Tuple &&
      a.operands.size() == b.operands.size()) {
    std::vector<ir::ExprId> tried = keys;
    for (std::size_t i = 0; i < a.operands.size(); ++i) {
      if (!match_sides(program, a.operands[i], b.operands[i], tried)) {
        return false;
      }
    }
    keys = std::move(tried);
    return true;
  }
  return match_pair(program, left, right, keys) || match_pair(program, right, left, keys);
}

}  // namespace

bool mentions_parameters(const ir::Program& program, ir::ExprId id) {
  bool found = false;
  visit_exprs(program, id, [&](ir::ExprId part) {
    const ir::ExprKind kind = program.exprs[part].kind;
    found |= kind == ir::ExprKind::Parameter || kind == ir::ExprKind::LambdaParameter;
  });
  return found;
}

bool can_fail(const ir::Program& program, ir::ExprId id) {
  bool found = false;
  visit_exprs(program, id, [&](ir::ExprId part) {
    const ir::Expr& expr = program.exprs[part];
    found |= (expr.kind == ir::ExprKind::Apply && expr.body().can_fail) ||
             expr.kind == ir::ExprKind::WindowRead || expr.kind == ir::ExprKind::InstanceAggregate;
  });
  return found;
}

void plan_condition(const ir::Program& program, ir::ExprId when, std::size_t num_parameters,
                    ClausePlan& clause) {
  if (!when.valid()) {
    return;
  }
  std::vector<ir::ExprId> parts;
  flatten(program, when, parts);
  clause.conditions = parts;
  if (num_parameters == 0) {
    return;
  }
  // What stands before an equality is evaluated for every instance; if that can fail, every
  // instance has to be asked for the sake of its error.
  std::vector<ir::ExprId> keys(num_parameters);
  std::vector<ir::ExprId> rest;
  bool safe = true;
  for (const ir::ExprId part : parts) {
    const ir::Expr& expr = program.exprs[part];
    if (safe && is_equality(expr) &&
        match_sides(program, expr.operands[0], expr.operands[1], keys)) {
      continue;
    }
    safe = safe && !can_fail(program, part);
    rest.push_back(part);
  }
  for (const ir::ExprId key : keys) {
    if (!key.valid()) {
      return;
    }
  }
  clause.keys = std::move(keys);
  clause.conditions = std::move(rest);
}

}  // namespace fairmon::engine
