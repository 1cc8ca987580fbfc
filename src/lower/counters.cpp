#include <set>

#include "ir/dependencies.hpp"
#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

std::vector<ir::ExprId> Lowering::own_parameters(ir::StreamId stream) {
  std::vector<ir::ExprId> instance;
  const std::size_t count = program_.streams[stream].parameters.size();
  instance.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    instance.push_back(builder_.parameter(i, program_.streams[stream].parameters[i].type));
  }
  return instance;
}

Counters Lowering::counters_of(syntax::ExprId id, const ConstructUse& use, const Scope& scope) {
  const std::pair key{analysis_.exprs[id].construct, scope.output};
  if (const auto found = counters_.find(key); found != counters_.end()) {
    return found->second;
  }
  const bool stream_form = use.kind == ConstructKind::ProbStream || use.as_stream_form;
  const bool local = use.trial_pacing.kind == ir::PacingKind::Local;
  Counters counters;
  counters.per_instance = !stream_form || use.per_instance || local ||
                          mentions_parameters(use.operand) ||
                          (use.given.valid() && mentions_parameters(use.given));
  const bool spawned = counters.per_instance;
  if (use.duration) {
    counters.hits = add_hidden(scope, "outcomes", Type::boolean(), spawned);
  } else {
    counters.hits = add_hidden(scope, "hits", Type::unsigned_integer(), spawned);
    counters.trials = add_hidden(scope, "trials", Type::unsigned_integer(), spawned);
  }
  counters.pacing = stream_form ? use.trial_pacing : scope.pacing;
  counters_[key] = counters;
  if (spawned) {
    copy_life(scope.output, counters.hits);
    if (counters.trials.valid()) {
      copy_life(scope.output, counters.trials);
    }
  }
  if (stream_form) {
    fill_stream_form(counters, use, scope);
    counters.in_step = !program_.streams[counters.hits].evals.front().when.valid();
  } else {
    fill_evaluation_form(counters, use, scope);
    counters.in_step = true;
  }
  counters_[key] = counters;
  return counters;
}

ir::ExprId Lowering::own_previous(ir::StreamId counter) {
  return builder_.defaults(
      builder_.access(ir::ExprKind::Offset, counter, own_parameters(counter), 1),
      builder_.unsigned_number(0));
}

/// One more than before where the condition (invalid: always) holds.
ir::ExprId Lowering::counter_value(ir::StreamId counter, ir::ExprId condition) {
  const ir::ExprId one = builder_.unsigned_number(1);
  const ir::ExprId step =
      condition.valid() ? builder_.choice(condition, one, builder_.unsigned_number(0)) : one;
  return builder_.apply("add", {own_previous(counter), step});
}

/// What makes a trial. Where the event can fail the condition depends on it as well, so that hits
/// and trials count the same evaluations.
ir::ExprId Lowering::trial_condition(ir::ExprId event, ir::ExprId given, bool guarded) {
  bool can_fail = false;
  ir::for_each_expr(program_, event, [&](ir::ExprId id) {
    const ir::Expr& expr = program_.exprs[id];
    const bool reads =
        expr.kind == ir::ExprKind::Sync && !guarded && expr.stream.index() >= program_.num_inputs;
    can_fail = can_fail || reads || (expr.kind == ir::ExprKind::Apply && expr.body().can_fail);
  });
  if (!can_fail) {
    return given;
  }
  return given.valid() ? builder_.disjunction({builder_.conjunction({given, event}), given})
                       : builder_.disjunction({event, builder_.boolean(true)});
}

void Lowering::fill_stream_form(const Counters& counters, const ConstructUse& use,
                                const Scope& scope) {
  const auto fill = [&](ir::StreamId counter, bool hits) {
    const Scope inside{counter, scope.output, Part::EvalWith, scope.clause, use.trial_pacing};
    const ir::ExprId event = lower(use.operand, inside);
    const ir::ExprId given = lower_optional(use.given, inside);
    const ir::ExprId guard = freshness_guard(event, given, scope);
    ir::EvalClause eval;
    eval.pacing = use.trial_pacing;
    eval.span = builder_.span();
    if (use.duration) {
      eval.when = builder_.conjunction({guard, given});
      eval.with = event;
    } else if (counters.per_instance && given.valid()) {
      // As a condition of the clause it can name the one instance that is concerned.
      eval.when = builder_.conjunction({guard, given});
      eval.with = counter_value(counter, hits ? event : trial_condition(event, {}, true));
    } else {
      eval.when = guard;
      eval.with = counter_value(counter, hits ? builder_.conjunction({given, event})
                                              : trial_condition(event, given, true));
    }
    program_.streams[counter].evals.push_back(std::move(eval));
  };
  fill(counters.hits, true);
  if (counters.trials.valid()) {
    fill(counters.trials, false);
  }
}

/// The streams read in step that need not have a value whenever the trials' pacing is active. A
/// stream that waits for the probability itself, which sees its past only, cannot be waited for.
ir::ExprId Lowering::freshness_guard(ir::ExprId event, ir::ExprId given, const Scope& scope) {
  std::vector<std::pair<ir::StreamId, std::vector<ir::ExprId>>> guarded;
  for (const ir::ExprId root : {given, event}) {
    ir::for_each_expr(program_, root, [&](ir::ExprId id) {
      const ir::Expr& expr = program_.exprs[id];
      const bool in_step = expr.kind == ir::ExprKind::Sync || expr.kind == ir::ExprKind::Offset;
      if (!in_step || expr.stream.index() < program_.num_inputs ||
          expr.stream.index() >= program_.num_public) {
        return;
      }
      for (const auto& known : guarded) {
        if (known.first == expr.stream) {
          return;
        }
      }
      guarded.emplace_back(expr.stream, expr.operands);
    });
  }
  std::vector<ir::ExprId> guards;
  for (const auto& [stream, instance] : guarded) {
    for (const syntax::OutputId id : output_order_) {
      if (output_streams_[id] == stream && may_lack_value(id) && !waits_for(id, scope.output)) {
        guards.push_back(builder_.access(ir::ExprKind::IsFresh, stream, instance));
      }
    }
  }
  return builder_.conjunction(std::move(guards));
}

/// Whether an output is the other, or reads it in the same cycle, directly or not.
bool Lowering::waits_for(syntax::OutputId id, syntax::OutputId other) const {
  std::set<syntax::OutputId> seen{id};
  std::vector<syntax::OutputId> open{id};
  while (!open.empty()) {
    const syntax::OutputId next = open.back();
    open.pop_back();
    if (next == other) {
      return true;
    }
    for (const syntax::OutputId read : analysis_.outputs[next].reads_now) {
      if (seen.insert(read).second) {
        open.push_back(read);
      }
    }
  }
  return false;
}

void Lowering::fill_evaluation_form(const Counters& counters, const ConstructUse& use,
                                    const Scope& scope) {
  const bool in_when = scope.part == Part::EvalWhen;
  const sema::OutputFacts& facts = analysis_.outputs[scope.output];
  const auto when_of = [&](std::size_t clause, Scope inside) {
    inside.part = Part::EvalWhen;
    inside.clause = clause;
    inside.pacing = facts.evals[clause].pacing;
    return lower_optional(decl(scope.output).evals[clause].when, inside);
  };
  const auto fill = [&](ir::StreamId counter, bool hits) {
    const Scope inside{counter, scope.output, scope.part, scope.clause, scope.pacing};
    const ir::ExprId event = lower(use.operand, inside);
    const ir::ExprId given = lower_optional(use.given, inside);
    ir::EvalClause eval;
    eval.pacing = scope.pacing;
    eval.span = builder_.span();
    eval.when = in_when ? ir::ExprId() : when_of(scope.clause, inside);
    if (use.duration) {
      const ir::ExprId earlier = in_when ? ir::ExprId() : earlier_clauses_pass(inside);
      eval.when = builder_.conjunction({earlier, eval.when, given});
      eval.with = event;
    } else {
      // An earlier clause that applies keeps this one from being evaluated: nothing is counted.
      for (std::size_t i = 0; i < scope.clause && !in_when; ++i) {
        ir::EvalClause idle;
        idle.pacing = facts.evals[i].pacing;
        idle.when = when_of(i, inside);
        idle.with = own_previous(counter);
        program_.streams[counter].evals.push_back(std::move(idle));
      }
      eval.with = counter_value(counter, hits ? builder_.conjunction({given, event})
                                              : trial_condition(event, given, false));
    }
    program_.streams[counter].evals.push_back(std::move(eval));
  };
  fill(counters.hits, true);
  if (counters.trials.valid()) {
    fill(counters.trials, false);
  }
}

ir::ExprId Lowering::activation_holds(const ir::Activation& formula) {
  if (formula.kind == ir::Activation::Kind::True) {
    return builder_.boolean(true);
  }
  if (formula.kind == ir::Activation::Kind::Input) {
    return builder_.access(ir::ExprKind::IsFresh, formula.input, {});
  }
  std::vector<ir::ExprId> parts;
  parts.reserve(formula.parts.size());
  for (const ir::Activation& part : formula.parts) {
    parts.push_back(activation_holds(part));
  }
  return formula.kind == ir::Activation::Kind::And ? builder_.conjunction(std::move(parts))
                                                   : builder_.disjunction(std::move(parts));
}

ir::ExprId Lowering::clause_applies(const Scope& scope, std::size_t clause) {
  const ir::Pacing& pacing = analysis_.outputs[scope.output].evals[clause].pacing;
  Scope inside = scope;
  inside.part = Part::EvalWhen;
  inside.clause = clause;
  const ir::ExprId when = lower_optional(decl(scope.output).evals[clause].when, inside);
  const bool periodic = pacing.kind != ir::PacingKind::Event;
  const ir::ExprId active =
      periodic || pacing == scope.pacing ? ir::ExprId() : activation_holds(pacing.activation);
  const ir::ExprId both = builder_.conjunction({active, when});
  return both.valid() ? both : builder_.boolean(true);
}

ir::ExprId Lowering::earlier_clauses_pass(const Scope& scope) {
  std::vector<ir::ExprId> passed;
  passed.reserve(scope.clause);
  for (std::size_t i = 0; i < scope.clause; ++i) {
    passed.push_back(builder_.negation(clause_applies(scope, i)));
  }
  return builder_.conjunction(std::move(passed));
}

bool Lowering::mentions_parameters(syntax::ExprId id) const {
  const syntax::Expr& expr = ast_.exprs[id];
  if (expr.kind == syntax::ExprKind::Name &&
      analysis_.exprs[id].ref.kind == sema::RefKind::Parameter) {
    return true;
  }
  for (const syntax::ExprId operand : expr.operands) {
    if (mentions_parameters(operand)) {
      return true;
    }
  }
  for (const syntax::Argument& argument : expr.arguments) {
    if (argument.value.valid() && mentions_parameters(argument.value)) {
      return true;
    }
  }
  return false;
}

bool Lowering::may_lack_value(syntax::OutputId id) {
  if (const auto found = lacks_value_.find(id); found != lacks_value_.end()) {
    return found->second;
  }
  lacks_value_[id] = false;  // a loop over offsets adds nothing
  const syntax::OutputDecl& output = decl(id);
  const bool lacks =
      output.spawn || output.close || output.evals.size() != 1 ||
      output.evals.front().when.valid() || analysis_.outputs[id].checked_type.has_value() ||
      (output.evals.front().with.valid() && expr_may_fail(output.evals.front().with));
  return lacks_value_[id] = lacks;
}

bool Lowering::expr_may_fail(syntax::ExprId id) {
  const syntax::Expr& expr = ast_.exprs[id];
  const sema::ExprFacts& facts = analysis_.exprs[id];
  const bool checked = facts.coercion == sema::Coercion::FloatToProb ||
                       facts.coercion == sema::Coercion::ToUnsignedCheck ||
                       facts.coercion == sema::Coercion::Width;
  const bool fails = facts.function != nullptr &&
                     facts.overload < facts.function->overloads.size() &&
                     facts.function->overloads[facts.overload].can_fail;
  if (checked || fails || facts.real_division) {
    return true;
  }
  const ConstructUse* use = construct(id);
  if (use != nullptr && use->kind == ConstructKind::Sync &&
      use->target.kind == sema::RefKind::Output &&
      may_lack_value(syntax::OutputId(use->target.index))) {
    return true;
  }
  for (const syntax::ExprId operand : expr.operands) {
    if (expr_may_fail(operand)) {
      return true;
    }
  }
  for (const syntax::Argument& argument : expr.arguments) {
    if (argument.value.valid() && expr_may_fail(argument.value)) {
      return true;
    }
  }
  return false;
}

}  // namespace fairmon::lower
