#include <fairmon/symbols.hpp>

#include <algorithm>

#include "builtins/equality.hpp"
#include "ir/passes/passes.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::ir::passes {
namespace {

bool equal_constants(const Type& type, const Value& a, const Value& b) {
  SymbolTable symbols;
  std::vector<Cell> left(type.num_cells());
  std::vector<Cell> right(type.num_cells());
  value_to_cells(type, a, left.data(), symbols);
  value_to_cells(type, b, right.data(), symbols);
  return builtins::equal_cells(type, left.data(), right.data());
}

class Folder {
 public:
  explicit Folder(const AddExpr& add, const support::IdVector<ExprId, Expr>& made)
      : add_(add), made_(made) {}

  ExprId fold(Expr expr) {
    switch (expr.kind) {
      case ExprKind::Apply:
        return fold_apply(std::move(expr));
      case ExprKind::Equal:
        return fold_equal(std::move(expr));
      case ExprKind::And:
        return fold_connective(std::move(expr), true);
      case ExprKind::Or:
        return fold_connective(std::move(expr), false);
      case ExprKind::If:
        return fold_if(std::move(expr));
      case ExprKind::Defaults:
        return fold_defaults(std::move(expr));
      case ExprKind::Tuple:
        return fold_tuple(std::move(expr));
      case ExprKind::Project:
        return fold_project(std::move(expr));
      case ExprKind::Constant:
      case ExprKind::Parameter:
      case ExprKind::LambdaParameter:
      case ExprKind::Now:
      case ExprKind::Sync:
      case ExprKind::Offset:
      case ExprKind::Hold:
      case ExprKind::Get:
      case ExprKind::IsFresh:
      case ExprKind::WindowRead:
      case ExprKind::InstanceAggregate:
      case ExprKind::Some:
      case ExprKind::Error:
        break;
    }
    return add_(std::move(expr));
  }

 private:
  const Expr& made(ExprId id) const { return made_[id]; }
  bool is_constant(ExprId id) const { return made(id).kind == ExprKind::Constant; }
  bool is_bool(ExprId id, bool value) const {
    return is_constant(id) && made(id).constant.as<bool>() == value;
  }
  bool all_constant(const Expr& expr) const {
    return std::all_of(expr.operands.begin(), expr.operands.end(),
                       [&](ExprId id) { return is_constant(id); });
  }

  ExprId constant(const Expr& from, Value value) {
    Expr folded;
    folded.kind = ExprKind::Constant;
    folded.type = from.type;
    folded.constant = std::move(value);
    folded.span = from.span;
    return add_(std::move(folded));
  }

  /// What would fail at run time is left to fail there, with its time and instance.
  ExprId fold_apply(Expr expr) {
    const builtins::Overload& body = expr.body();
    if (expr.function->undoes_itself && made(expr.operands[0]).kind == ExprKind::Apply &&
        made(expr.operands[0]).function == expr.function) {
      return made(expr.operands[0]).operands[0];
    }
    if (!all_constant(expr) || body.scalar == nullptr || expr.type.num_cells() != 1 ||
        expr.operands.empty()) {
      return add_(std::move(expr));
    }
    SymbolTable symbols;
    std::vector<Cell> cells;
    for (const ExprId operand : expr.operands) {
      const std::size_t begin = cells.size();
      cells.resize(begin + made(operand).type.num_cells());
      value_to_cells(made(operand).type, made(operand).constant, cells.data() + begin, symbols);
    }
    builtins::Evaluation evaluation;
    evaluation.symbols = &symbols;
    evaluation.prepared = expr.prepared.get();
    const Cell result = body.scalar(cells.data(), evaluation);
    if (evaluation.failure != builtins::Failure::None) {
      return add_(std::move(expr));
    }
    return constant(expr, value_from_cells(expr.type, &result, symbols));
  }

  ExprId fold_equal(Expr expr) {
    if (!all_constant(expr)) {
      return add_(std::move(expr));
    }
    const Expr& left = made(expr.operands[0]);
    return constant(expr,
                    equal_constants(left.type, left.constant, made(expr.operands[1]).constant));
  }

  ExprId fold_connective(Expr expr, bool neutral) {
    std::vector<ExprId> kept;
    for (const ExprId operand : expr.operands) {
      if (is_bool(operand, neutral)) {
        continue;
      }
      kept.push_back(operand);
      if (is_bool(operand, !neutral)) {
        break;  // nothing behind it is ever evaluated
      }
    }
    if (kept.empty()) {
      return constant(expr, neutral);
    }
    if (kept.size() == 1) {
      return kept.front();
    }
    expr.operands = std::move(kept);
    return add_(std::move(expr));
  }

  ExprId fold_if(Expr expr) {
    if (is_constant(expr.operands[0])) {
      return expr.operands[is_bool(expr.operands[0], true) ? 1 : 2];
    }
    if (expr.type == Type::boolean() && is_bool(expr.operands[1], true) &&
        is_bool(expr.operands[2], false)) {
      return expr.operands[0];
    }
    return add_(std::move(expr));
  }

  ExprId fold_defaults(Expr expr) {
    const Expr& optional = made(expr.operands[0]);
    if (optional.kind == ExprKind::Some) {
      return optional.operands[0];
    }
    if (optional.kind == ExprKind::Constant) {
      const Value value = optional.constant;
      return value.absent() ? expr.operands[1] : constant(expr, value);
    }
    return add_(std::move(expr));
  }

  ExprId fold_tuple(Expr expr) {
    if (!all_constant(expr)) {
      return add_(std::move(expr));
    }
    Value::Tuple parts;
    for (const ExprId operand : expr.operands) {
      parts.push_back(made(operand).constant);
    }
    return constant(expr, std::move(parts));
  }

  ExprId fold_project(Expr expr) {
    const Expr& whole = made(expr.operands[0]);
    if (whole.kind == ExprKind::Constant) {
      const Value value = whole.constant;
      return constant(expr, value.absent() ? Value() : value.as<Value::Tuple>()[expr.index]);
    }
    return add_(std::move(expr));
  }

  const AddExpr& add_;
  const support::IdVector<ExprId, Expr>& made_;
};

void clear_if_true(const Program& program, ExprId& when) {
  if (when.valid() && program.exprs[when].kind == ExprKind::Constant &&
      program.exprs[when].constant.as<bool>()) {
    when = {};
  }
}

}  // namespace

void fold_constants(Program& program) {
  rewrite_exprs(program, [&](Expr expr, const AddExpr& add) {
    return Folder(add, add.made()).fold(std::move(expr));
  });
  for (Stream& stream : program.streams) {
    if (stream.spawn) {
      clear_if_true(program, stream.spawn->when);
    }
    for (EvalClause& eval : stream.evals) {
      clear_if_true(program, eval.when);
    }
    if (stream.close) {
      clear_if_true(program, stream.close->when);
    }
  }
}

}  // namespace fairmon::ir::passes
