#include "ir/rewrite.hpp"

#include <utility>

#include "ir/dependencies.hpp"

namespace fairmon::ir {
namespace {

void visit_guard(KeyGuard& guard, const std::function<void(ExprId&)>& visit) {
  for (KeyEquality& key : guard.keys) {
    visit(key.key);
  }
  if (guard.residual.valid()) {
    visit(guard.residual);
  }
}

/// Copies what is reachable into a new table, operands before users.
class Rebuild {
 public:
  Rebuild(Program& program, const std::function<ExprId(Expr, const AddExpr&)>& rewrite)
      : program_(program), rewrite_(rewrite), moved_(program.exprs.size()) {}

  void run() {
    const AddExpr add(table_);
    table_.reserve(program_.exprs.size());
    for_each_root(program_, [&](ExprId& root) {
      open_.push_back(root);
      while (!open_.empty()) {
        step(add);
      }
      root = moved_[root];
    });
    program_.exprs = std::move(table_);
  }

 private:
  void step(const AddExpr& add) {
    const ExprId id = open_.back();
    if (moved_[id].valid()) {
      open_.pop_back();
      return;
    }
    const std::size_t before = open_.size();
    for (const ExprId operand : program_.exprs[id].operands) {
      if (!moved_[operand].valid()) {
        open_.push_back(operand);
      }
    }
    if (open_.size() != before) {
      return;
    }
    open_.pop_back();
    Expr expr = std::move(program_.exprs[id]);  // nobody asks for it again
    for (ExprId& operand : expr.operands) {
      operand = moved_[operand];
    }
    moved_[id] = rewrite_(std::move(expr), add);
  }

  Program& program_;
  const std::function<ExprId(Expr, const AddExpr&)>& rewrite_;
  support::IdVector<ExprId, ExprId> moved_;
  support::IdVector<ExprId, Expr> table_;
  std::vector<ExprId> open_;
};

void redirect_activation(Activation& formula,
                         const support::IdVector<StreamId, StreamId>& replacement) {
  if (formula.kind == Activation::Kind::Input) {
    formula.input = replacement[formula.input];
  }
  for (Activation& part : formula.parts) {
    redirect_activation(part, replacement);
  }
}

/// The elements for which `keep` holds, and where each went.
template <class Id, class T, class Keep>
support::IdVector<Id, Id> shrink(support::IdVector<Id, T>& table, const Keep& keep) {
  support::IdVector<Id, Id> moved(table.size());
  support::IdVector<Id, T> kept;
  for (const Id id : table.ids()) {
    if (keep(id)) {
      moved[id] = kept.push_back(std::move(table[id]));
    }
  }
  table = std::move(kept);
  return moved;
}

}  // namespace

void for_each_root(Program& program, const std::function<void(ExprId&)>& visit) {
  const auto visit_valid = [&](ExprId& id) {
    if (id.valid()) {
      visit(id);
    }
  };
  for (Stream& stream : program.streams) {
    if (stream.spawn) {
      visit_valid(stream.spawn->when);
      visit_valid(stream.spawn->with);
    }
    for (EvalClause& eval : stream.evals) {
      visit_valid(eval.when);
      visit_valid(eval.with);
      visit_guard(eval.guard, visit);
    }
    if (stream.close) {
      visit_valid(stream.close->when);
      visit_guard(stream.close->guard, visit);
    }
  }
  for (InstanceAggregation& aggregation : program.aggregations) {
    visit_valid(aggregation.where);
    visit_valid(aggregation.map);
  }
}

void rewrite_exprs(Program& program, const std::function<ExprId(Expr, const AddExpr&)>& rewrite) {
  Rebuild(program, rewrite).run();
}

void redirect_streams(Program& program, const support::IdVector<StreamId, StreamId>& replacement) {
  const auto move = [&](StreamId& id) {
    if (id.valid()) {
      id = replacement[id];
    }
  };
  for (Expr& expr : program.exprs) {
    move(expr.stream);
  }
  for (Window& window : program.windows) {
    move(window.target);
    move(window.caller);
    redirect_activation(window.caller_pacing.activation, replacement);
  }
  for (InstanceAggregation& aggregation : program.aggregations) {
    move(aggregation.target);
  }
  for (Stream& stream : program.streams) {
    move(stream.table);
    move(stream.origin);
    if (stream.spawn) {
      redirect_activation(stream.spawn->pacing.activation, replacement);
    }
    for (EvalClause& eval : stream.evals) {
      redirect_activation(eval.pacing.activation, replacement);
    }
    if (stream.close) {
      redirect_activation(stream.close->pacing.activation, replacement);
    }
  }
}

void compact(Program& program, const std::function<bool(StreamId)>& keep) {
  const auto streams = shrink(program.streams, keep);
  // Only expressions of streams that stay keep windows and aggregations alive.
  support::IdVector<AggregationId, bool> used(program.aggregations.size(), false);
  std::vector<ExprId> roots;
  for (Stream& stream : program.streams) {
    if (stream.spawn) {
      roots.insert(roots.end(), {stream.spawn->when, stream.spawn->with});
    }
    for (EvalClause& eval : stream.evals) {
      roots.insert(roots.end(), {eval.when, eval.with, eval.guard.residual});
      for (const KeyEquality& key : eval.guard.keys) {
        roots.push_back(key.key);
      }
    }
    if (stream.close) {
      roots.insert(roots.end(), {stream.close->when, stream.close->guard.residual});
      for (const KeyEquality& key : stream.close->guard.keys) {
        roots.push_back(key.key);
      }
    }
  }
  support::IdVector<WindowId, bool> read(program.windows.size(), false);
  ExprWalker walker(program);
  for (const ExprId root : roots) {
    walker.walk(root, [&](ExprId id) {
      const Expr& expr = program.exprs[id];
      if (expr.kind == ExprKind::WindowRead) {
        read[expr.window] = true;
      } else if (expr.kind == ExprKind::InstanceAggregate) {
        used[expr.aggregation] = true;
      }
    });
  }
  const auto windows = shrink(program.windows, [&](WindowId id) { return bool(read[id]); });
  const auto aggregations =
      shrink(program.aggregations, [&](AggregationId id) { return bool(used[id]); });
  rewrite_exprs(program, [&](Expr expr, const AddExpr& add) {
    if (expr.kind == ExprKind::WindowRead) {
      expr.window = windows[expr.window];
    } else if (expr.kind == ExprKind::InstanceAggregate) {
      expr.aggregation = aggregations[expr.aggregation];
    }
    return add(std::move(expr));
  });
  redirect_streams(program, streams);
}

namespace {

/// A sum may overflow and a deviation of infinities is no number; counts and truths never fail.
bool read_can_fail(const builtins::Aggregate* aggregate, const Type& type) {
  const Type& value = type.kind() == TypeKind::Optional ? type.parts().front() : type;
  return aggregate != nullptr && !aggregate->counts && value.kind() != TypeKind::Bool;
}

}  // namespace

bool can_fail(const Program& program, const Expr& expr) {
  if (expr.kind == ExprKind::WindowRead) {
    return read_can_fail(program.windows[expr.window].aggregate, expr.type);
  }
  if (expr.kind == ExprKind::InstanceAggregate) {
    return read_can_fail(program.aggregations[expr.aggregation].aggregate, expr.type);
  }
  return expr.kind == ExprKind::Apply && expr.body().can_fail;
}

bool can_fail(const Program& program, ExprId root) {
  bool found = false;
  for_each_expr(program, root, [&](ExprId id) {
    const Expr& expr = program.exprs[id];
    found = found || expr.kind == ExprKind::Error || can_fail(program, expr);
  });
  return found;
}

}  // namespace fairmon::ir
