#include "reference/evaluate.hpp"

#include <algorithm>

#include "builtins/equality.hpp"

namespace fairmon::reference {
namespace {

std::vector<Cell> present(const Cells& value) {
  Cells result = {1};
  result.insert(result.end(), value.begin(), value.end());
  return result;
}

Cells absent(const Type& optional) { return Cells(optional.num_cells(), 0); }

}  // namespace

Evaluator::Evaluator(const ir::Program& program, const Store& store, SymbolTable& symbols,
                     std::int64_t start_ns)
    : program_(program), store_(store), symbols_(symbols), start_ns_(start_ns) {
  for (const ir::Window& w : program.windows) {
    window_aggregates_.push_back(
        w.aggregate == nullptr
            ? std::nullopt
            : w.aggregate->bind(program.streams[w.target].type, w.aggregate_argument));
  }
  for (const ir::InstanceAggregation& a : program.aggregations) {
    const Type& input = a.map.valid() ? program.exprs[a.map].type : program.streams[a.target].type;
    auto bound = a.aggregate->bind(input, a.aggregate_argument);
    FAIRMON_CHECK(bound.has_value(), "an aggregation does not accept its values");
    instance_aggregates_.push_back(*std::move(bound));
  }
}

std::optional<Cells> Evaluator::evaluate(ir::ExprId expr, const ir::Stream& stream,
                                         const Instance* reader, std::optional<Problem>& problem) {
  problem_.reset();
  Outcome result = value(expr, Scope{&stream, reader, nullptr, nullptr});
  problem = std::move(problem_);
  return result;
}

Evaluator::Outcome Evaluator::value(ir::ExprId id, const Scope& scope) {
  const ir::Expr& expr = program_.exprs[id];
  switch (expr.kind) {
    case ir::ExprKind::Constant:
      return constant(expr);
    case ir::ExprKind::Parameter:
      return parameter(expr, *scope.stream, *scope.reader);
    case ir::ExprKind::LambdaParameter:
      return parameter(expr, *scope.aggregated, *scope.looked_at);
    case ir::ExprKind::Now:
      return Cells{cell_of(start_ns_ + store_.time)};
    case ir::ExprKind::Sync:
    case ir::ExprKind::Offset:
    case ir::ExprKind::Hold:
    case ir::ExprKind::Get:
    case ir::ExprKind::IsFresh:
      return access(expr, scope);
    case ir::ExprKind::WindowRead:
      return window(expr, scope);
    case ir::ExprKind::InstanceAggregate:
      return instances(expr, scope);
    case ir::ExprKind::Apply:
      return apply(expr, scope);
    case ir::ExprKind::Equal:
    case ir::ExprKind::And:
    case ir::ExprKind::Or:
    case ir::ExprKind::If:
      return logic(expr, scope);
    case ir::ExprKind::Defaults:
      return defaults(expr, scope);
    case ir::ExprKind::Tuple:
      return all_operands(expr, scope);
    case ir::ExprKind::Project:
      return project(expr, scope);
    case ir::ExprKind::Some: {
      const Outcome inner = value(expr.operands[0], scope);
      return inner ? Outcome(present(*inner)) : std::nullopt;
    }
    case ir::ExprKind::Error:
      break;
  }
  FAIRMON_CHECK(false, "an invalid expression was evaluated");
  return std::nullopt;
}

Evaluator::Outcome Evaluator::constant(const ir::Expr& expr) {
  Cells cells(expr.type.num_cells());
  value_to_cells(expr.type, expr.constant, cells.data(), symbols_);
  return cells;
}

Evaluator::Outcome Evaluator::parameter(const ir::Expr& expr, const ir::Stream& stream,
                                        const Instance& instance) {
  if (expr.index == stream.parameters.size()) {  // the latest value of an aggregated instance
    return instance.back(0)->value;
  }
  const auto begin =
      instance.key.begin() + static_cast<std::ptrdiff_t>(parameter_offset(stream, expr.index));
  return Cells(begin, begin + stream.parameters[expr.index].type.num_cells());
}

Evaluator::Outcome Evaluator::all_operands(const ir::Expr& expr, const Scope& scope) {
  Cells cells;
  for (const ir::ExprId operand : expr.operands) {
    const Outcome part = value(operand, scope);
    if (!part) {
      return std::nullopt;
    }
    cells.insert(cells.end(), part->begin(), part->end());
  }
  return cells;
}

Evaluator::Outcome Evaluator::key(const ir::Expr& expr, const Scope& scope) {
  Outcome cells = all_operands(expr, scope);
  if (cells) {
    std::size_t at = 0;
    for (const ir::ExprId operand : expr.operands) {
      builtins::make_canonical(program_.exprs[operand].type, cells->data() + at);
      at += program_.exprs[operand].type.num_cells();
    }
  }
  return cells;
}

Evaluator::Outcome Evaluator::access(const ir::Expr& expr, const Scope& scope) {
  const Outcome which = key(expr, scope);
  if (!which) {
    return std::nullopt;
  }
  const Instance* target = store_.find(expr.stream, *which);
  const bool fresh = target != nullptr && target->fresh(store_.cycle);
  const auto optional = [&](const Produced* p) {
    return p != nullptr ? present(p->value) : absent(expr.type);
  };
  if (expr.kind == ir::ExprKind::Sync) {
    return fresh ? Outcome(target->back(0)->value) : std::nullopt;
  }
  if (expr.kind == ir::ExprKind::Offset) {
    // Seen before the target's own evaluation the latest value is already the previous one.
    return optional(target == nullptr ? nullptr : target->back(expr.index - (fresh ? 0 : 1)));
  }
  if (expr.kind == ir::ExprKind::Hold) {
    return optional(target == nullptr ? nullptr : target->back(0));
  }
  if (expr.kind == ir::ExprKind::Get) {
    return optional(fresh ? target->back(0) : nullptr);
  }
  return Cells{cell_of(fresh)};
}

Evaluator::Outcome Evaluator::apply(const ir::Expr& expr, const Scope& scope) {
  const Outcome arguments = all_operands(expr, scope);
  if (!arguments) {
    return std::nullopt;
  }
  builtins::Evaluation evaluation;
  evaluation.symbols = &symbols_;
  evaluation.prepared = expr.prepared.get();
  evaluation.now_ns = start_ns_ + store_.time;
  const Cell result = expr.body().scalar(arguments->data(), evaluation);
  if (evaluation.failure != builtins::Failure::None) {
    return fail(builtins::describe(expr.body(), evaluation.failure, evaluation.offender,
                                   evaluation.culprit, symbols_),
                expr.span);
  }
  return Cells{result};
}

Evaluator::Outcome Evaluator::logic(const ir::Expr& expr, const Scope& scope) {
  const Outcome first = value(expr.operands[0], scope);
  if (!first) {
    return std::nullopt;
  }
  if (expr.kind == ir::ExprKind::Equal) {
    const Outcome second = value(expr.operands[1], scope);
    const Type& type = program_.exprs[expr.operands[0]].type;
    return second
               ? Outcome(Cells{cell_of(builtins::equal_cells(type, first->data(), second->data()))})
               : std::nullopt;
  }
  if (expr.kind == ir::ExprKind::If) {
    return value(expr.operands[first->front() != 0 ? 1 : 2], scope);
  }
  // And goes on while true, Or while false.
  const Cell deciding = cell_of(expr.kind == ir::ExprKind::Or);
  Outcome last = first;
  for (std::size_t i = 1; i < expr.operands.size() && last && last->front() != deciding; ++i) {
    last = value(expr.operands[i], scope);
  }
  return last;
}

Evaluator::Outcome Evaluator::defaults(const ir::Expr& expr, const Scope& scope) {
  const Outcome optional = value(expr.operands[0], scope);
  if (!optional) {
    return std::nullopt;
  }
  return optional->front() != 0 ? Outcome(Cells(optional->begin() + 1, optional->end()))
                                : value(expr.operands[1], scope);
}

Evaluator::Outcome Evaluator::project(const ir::Expr& expr, const Scope& scope) {
  const Outcome whole = value(expr.operands[0], scope);
  if (!whole) {
    return std::nullopt;
  }
  const Type& type = program_.exprs[expr.operands[0]].type;
  const bool optional = type.is(TypeKind::Optional);
  const Type& tuple = optional ? type.inner() : type;
  std::size_t begin = optional ? 1 : 0;
  for (std::uint32_t i = 0; i < expr.index; ++i) {
    begin += tuple.parts()[i].num_cells();
  }
  Cells part;
  if (optional) {
    part.push_back(whole->front());
  }
  for (std::size_t i = 0; i < tuple.parts()[expr.index].num_cells(); ++i) {
    part.push_back((*whole)[begin + i]);
  }
  return part;
}

Evaluator::Outcome Evaluator::window(const ir::Expr& expr, const Scope& scope) {
  const ir::Window& w = program_.windows[expr.window];
  const Outcome which = key(expr, scope);
  if (!which) {
    return std::nullopt;
  }
  const Instance* target = store_.find(w.target, *which);
  const bool since_spawn = w.start == ir::WindowStart::CallerSpawn && scope.reader != nullptr;
  const std::int64_t start = since_spawn ? scope.reader->spawn_time : 0;
  std::vector<Produced> seen;
  bool complete = store_.time - start >= w.duration_ns;
  if (w.kind == ir::WindowKind::Discrete) {
    const std::size_t kept = target == nullptr || !target->alive ? 0 : target->num_of_life();
    complete = kept >= w.count;
    for (std::size_t steps = std::min<std::size_t>(kept, w.count); steps > 0; --steps) {
      seen.push_back(*target->back(steps - 1));
    }
  } else if (target != nullptr) {
    for (const Produced& p : target->values) {
      const bool young = p.time > store_.time - w.duration_ns;
      if (young && (!since_spawn || p.cycle >= scope.reader->spawn_cycle)) {
        seen.push_back(p);
      }
    }
  }
  if (w.exact && !complete) {
    return absent(w.result);
  }
  if (w.kind == ir::WindowKind::Occurrence) {
    const Cells any = {cell_of(!seen.empty())};
    return w.result.is(TypeKind::Optional) ? present(any) : any;
  }
  return aggregate(*window_aggregates_[expr.window], seen, w.result, expr.span);
}

Evaluator::Outcome Evaluator::instances(const ir::Expr& expr, const Scope& scope) {
  const ir::InstanceAggregation& a = program_.aggregations[expr.aggregation];
  std::vector<Produced> selected;
  for (const auto& [key, instance] : store_.streams[a.target]) {
    const bool in =
        a.selection == ir::Selection::Fresh ? instance.fresh(store_.cycle) : instance.has_value();
    if (!in) {
      continue;
    }
    const Scope inner = {scope.stream, scope.reader, &program_.streams[a.target], &instance};
    if (a.where.valid()) {
      const Outcome keep = value(a.where, inner);
      if (!keep) {
        return std::nullopt;
      }
      if (keep->front() == 0) {
        continue;
      }
    }
    selected.push_back(*instance.back(0));
    if (a.map.valid()) {
      const Outcome mapped = value(a.map, inner);
      if (!mapped) {
        return std::nullopt;
      }
      selected.back().value = *mapped;
    }
  }
  return aggregate(instance_aggregates_[expr.aggregation], selected, a.result, expr.span);
}

Evaluator::Outcome Evaluator::aggregate(const builtins::BoundAggregate& bound,
                                        const std::vector<Produced>& values, const Type& result,
                                        Span span) {
  builtins::Evaluation evaluation;
  evaluation.symbols = &symbols_;
  Cells cells(bound.result.num_cells());
  if (bound.algebra == builtins::Algebra::Holistic) {
    Cells all;
    for (const Produced& p : values) {
      all.insert(all.end(), p.value.begin(), p.value.end());
    }
    bound.finish_values(all, bound.argument, cells.data(), evaluation);
  } else {
    Cells state(bound.state_cells);
    bound.start(state.data());
    for (const Produced& p : values) {
      bound.add(state.data(), p.value.data(), p.time);
    }
    bound.finish(state.data(), cells.data(), evaluation);
  }
  if (evaluation.failure != builtins::Failure::None) {
    return fail(builtins::describe(evaluation.failure, bound.result, evaluation.offender, symbols_),
                span);
  }
  // An exact window makes an optional of a result that would always be there.
  const bool wrap = result.is(TypeKind::Optional) && !bound.result.is(TypeKind::Optional);
  return wrap ? present(cells) : cells;
}

Evaluator::Outcome Evaluator::fail(std::string message, Span span) {
  problem_ = Problem{std::move(message), span};
  return std::nullopt;
}

}  // namespace fairmon::reference
