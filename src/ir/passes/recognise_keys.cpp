#include <algorithm>

#include "ir/dependencies.hpp"
#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::ir::passes {
namespace {

/// Whether equal values have equal cells, so that a table can find them.
bool is_exact(const Type& type) {
  if (type.is_real() || type.is_decimal()) {
    return false;
  }
  return std::all_of(type.parts().begin(), type.parts().end(), is_exact);
}

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
    for (const std::size_t side : {0U, 1U}) {
      const Expr& parameter = program_.exprs[equal.operands[side]];
      const ExprId key = equal.operands[1 - side];
      if (parameter.kind == ExprKind::Parameter && !taken_[parameter.index] &&
          is_exact(parameter.type) && is_common(key)) {
        taken_[parameter.index] = true;
        guard.keys.push_back({parameter.index, key});
        return true;
      }
    }
    return false;
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
