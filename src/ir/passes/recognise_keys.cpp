#include "ir/dependencies.hpp"
#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::ir::passes {
namespace {

class KeyFinder {
 public:
  KeyFinder(Program& program, std::size_t num_parameters)
      : program_(program), taken_(num_parameters, false) {}

  KeyGuard find(ExprId when) {
    KeyGuard guard;
    if (!when.valid()) {
      return guard;
    }
    std::vector<ExprId> parts;
    flatten(when, parts);
    std::vector<ExprId> rest;
    bool safe = true;
    for (const ExprId part : parts) {
      // Instances that are not looked up are not asked for the conditions before the key either, so
      // none of those may have something to report.
      if (safe && take_key(part, guard)) {
        continue;
      }
      rest.push_back(part);
      safe = safe && !can_fail(program_, part);
    }
    if (!guard.keys.empty() && !rest.empty()) {
      guard.residual = rest.size() == 1 ? rest.front() : conjunction(when, std::move(rest));
    }
    return guard;
  }

 private:
  void flatten(ExprId id, std::vector<ExprId>& parts) const {
    if (program_.exprs[id].kind != ExprKind::And) {
      parts.push_back(id);
      return;
    }
    for (const ExprId operand : program_.exprs[id].operands) {
      flatten(operand, parts);
    }
  }

  ExprId conjunction(ExprId when, std::vector<ExprId> parts) {
    Expr expr = program_.exprs[when];
    expr.operands = std::move(parts);
    return program_.exprs.push_back(std::move(expr));
  }

  bool take_key(ExprId part, KeyGuard& guard) {
    const Expr& equal = program_.exprs[part];
    if (equal.kind != ExprKind::Equal) {
      return false;
    }
    const std::size_t before = guard.keys.size();
    if (take_sides(equal.operands[0], equal.operands[1], guard)) {
      return true;
    }
    for (; guard.keys.size() > before; guard.keys.pop_back()) {
      taken_[guard.keys.back().parameter] = false;
    }
    return false;
  }

  /// Parameters on one side or the other, and of tuples in every component.
  bool take_sides(ExprId left, ExprId right, KeyGuard& guard) {
    const Expr& a = program_.exprs[left];
    const Expr& b = program_.exprs[right];
    if (a.kind == ExprKind::Tuple && b.kind == ExprKind::Tuple) {
      for (std::size_t i = 0; i < a.operands.size(); ++i) {
        if (!take_sides(a.operands[i], b.operands[i], guard)) {
          return false;
        }
      }
      return true;
    }
    return take_pair(left, right, guard) || take_pair(right, left, guard);
  }

  bool take_pair(ExprId parameter, ExprId key, KeyGuard& guard) {
    const Expr& side = program_.exprs[parameter];
    if (side.kind != ExprKind::Parameter || taken_[side.index] || !is_common(key)) {
      return false;
    }
    taken_[side.index] = true;
    guard.keys.push_back({side.index, key});
    return true;
  }

  /// The same for all instances, and nothing to report.
  bool is_common(ExprId key) const {
    bool common = !can_fail(program_, key);
    for_each_expr(program_, key, [&](ExprId id) {
      const ExprKind kind = program_.exprs[id].kind;
      common = common && kind != ExprKind::Parameter && kind != ExprKind::WindowRead &&
               kind != ExprKind::InstanceAggregate;
    });
    return common;
  }

  Program& program_;
  std::vector<bool> taken_;
};

}  // namespace

void recognise_keys(Program& program) {
  for (Stream& stream : program.streams) {
    if (stream.parameters.empty()) {
      continue;
    }
    for (EvalClause& eval : stream.evals) {
      eval.guard = KeyFinder(program, stream.parameters.size()).find(eval.when);
    }
    if (stream.close) {
      stream.close->guard = KeyFinder(program, stream.parameters.size()).find(stream.close->when);
    }
  }
}

}  // namespace fairmon::ir::passes
