// Whether a trigger's condition holds, as an output of its own that speaks when that changes. A
// trigger itself is silent both where its condition is false and where nothing was evaluated.
#include "lower/lowering.hpp"

namespace fairmon::lower {

void Lowering::declare_trigger_states() {
  for (const syntax::OutputId id : output_order_) {
    if (decl(id).trigger) {
      trigger_states_.emplace_back(id, declare_companion(id, "state", Type::boolean()));
    }
  }
}

void Lowering::lower_trigger_states() {
  for (const auto& [id, state] : trigger_states_) {
    lower_trigger_state(id, state);
  }
}

/// The conjuncts `parameter == key` of a condition: they choose whose event it is. An event of
/// another instance says nothing about this one.
std::vector<ir::ExprId> Lowering::choice_of_instance(ir::ExprId condition) const {
  std::vector<ir::ExprId> chosen;
  std::vector<ir::ExprId> open = {condition};
  while (!open.empty()) {
    const ir::Expr& expr = program_.exprs[open.back()];
    const ir::ExprId id = open.back();
    open.pop_back();
    if (expr.kind == ir::ExprKind::And) {
      open.insert(open.end(), expr.operands.rbegin(), expr.operands.rend());
      continue;
    }
    const auto is_parameter = [this](ir::ExprId operand) {
      return program_.exprs[operand].kind == ir::ExprKind::Parameter;
    };
    if (expr.kind == ir::ExprKind::Equal &&
        is_parameter(expr.operands[0]) != is_parameter(expr.operands[1])) {
      chosen.push_back(id);
    }
  }
  return chosen;
}

/// When a trigger's condition counts as evaluated: for an event of its instance, and where what it
/// reads in step has values.
ir::ExprId Lowering::condition_is_evaluated(ir::ExprId condition, const Scope& scope) {
  if (!condition.valid()) {
    return {};
  }
  std::vector<ir::ExprId> parts = choice_of_instance(condition);
  parts.push_back(freshness_guard(condition, {}, scope));
  return builder_.conjunction(std::move(parts));
}

/// A helper says in every cycle in which the condition was evaluated whether the trigger fired; the
/// state repeats what differs from the time before.
void Lowering::lower_trigger_state(syntax::OutputId id, ir::StreamId state) {
  const ir::StreamId trigger = output_streams_[id];
  builder_.set_span(program_.streams[trigger].span);
  const Scope whole{trigger, id, Part::EvalWhen, 0, {}};
  const ir::StreamId fired =
      add_hidden(whole, "fired", Type::boolean(), decl(id).spawn.has_value());
  copy_life(id, fired);
  copy_life(id, state);
  const auto now = [&] {
    return builder_.access(ir::ExprKind::Sync, fired, own_parameters(fired));
  };
  for (std::size_t clause = 0; clause < decl(id).evals.size(); ++clause) {
    const ir::ExprId condition = program_.streams[trigger].evals[clause].when;
    ir::EvalClause eval;
    eval.pacing = program_.streams[trigger].evals[clause].pacing;
    eval.span = decl(id).evals[clause].span;
    const Scope scope{fired, id, Part::EvalWhen, clause, eval.pacing};
    ir::EvalClause change = eval;
    eval.when = condition_is_evaluated(condition, scope);
    eval.with = builder_.access(ir::ExprKind::IsFresh, trigger, own_parameters(trigger));
    program_.streams[fired].evals.push_back(std::move(eval));
    const ir::ExprId before =
        builder_.defaults(builder_.access(ir::ExprKind::Offset, fired, own_parameters(fired), 1),
                          builder_.boolean(false));
    change.when = builder_.conjunction({condition_is_evaluated(condition, scope),
                                        builder_.negation(builder_.equal(now(), before))});
    change.with = now();
    program_.streams[state].evals.push_back(std::move(change));
  }
}

}  // namespace fairmon::lower
