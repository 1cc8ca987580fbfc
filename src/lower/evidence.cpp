// Notes for the pass that adds bounds: where statements stand, and where rates.
#include "lower/lowering.hpp"

namespace fairmon::lower {

using ir::evidence::Place;
using sema::ConstructKind;
using sema::ConstructUse;

ir::ExprId Lowering::lower_claim(const ConstructUse& use, const Scope& scope) {
  const ir::ExprId formula = lower(use.operand, scope);
  if (!asks_what_is_possible_) {
    const ir::ExprId claim = note_claim(formula, use.claim, use.error, use.num_groups, scope.owner);
    notes_.claims.back().recent = use.recent;
    return claim;
  }
  const bool condition = use.claim == ir::evidence::ClaimKind::Certain;
  const bool end = use.claim == ir::evidence::ClaimKind::Lower;
  const auto kind = condition ? ir::evidence::ClaimKind::Possible
                    : end     ? ir::evidence::ClaimKind::Upper
                              : use.claim;
  const ir::ExprId claim = note_claim(formula, kind, use.error, use.num_groups, scope.owner);
  notes_.claims.back().derived = true;
  notes_.claims.back().recent = use.recent;
  return claim;
}

ir::ExprId Lowering::note_claim(ir::ExprId formula, ir::evidence::ClaimKind kind, double error,
                                std::uint32_t groups, ir::StreamId owner) {
  ir::evidence::Claim claim;
  claim.formula = formula;
  claim.owner = owner;
  claim.kind = kind;
  claim.error = error;
  claim.groups = groups;
  claim.span = builder_.span();
  // Something of the right type that nobody shares; the pass puts the answer here.
  claim.expr = program_.exprs.push_back(ir::Expr(program_.exprs[formula]));
  notes_.claims.push_back(claim);
  return claim.expr;
}

/// The number by which a rate is known: the same wherever the same trials are counted.
std::uint32_t Lowering::place_number(std::int32_t construct, const Scope& scope) {
  const auto key = std::pair(construct, scope.output.value);
  return place_numbers_.emplace(key, static_cast<std::uint32_t>(place_numbers_.size()))
      .first->second;
}

void Lowering::note_counters(syntax::ExprId id, ir::ExprId value, const Counters& counters,
                             const Scope& scope) {
  const ConstructUse& use = *construct(id);
  Place place;
  place.number = place_number(analysis_.exprs[id].construct, scope);
  const ir::StreamId reader = output_streams_[scope.output];
  if (counters.per_instance) {
    place.life = reader;
    place.instance = own_parameters(counters.hits);
  }
  if (use.duration) {
    place.sum = read_outcomes(counters, use, "sum", scope);
    place.trials = read_outcomes(counters, use, "count", scope);
    note_window(place, scope, counters.hits, own_parameters(counters.hits));
  } else {
    place.sum = read_counter(counters, counters.hits, scope);
    place.trials = read_counter(counters, counters.trials, scope);
    place.hits_stream = counters.hits;
    place.trials_stream = counters.trials;
    place.per_instance = counters.per_instance;
  }
  notes_.places[value.value] = std::move(place);
}

/// A window is a fresh sample whenever it is read; how fresh is told by a clock or by its trials.
void Lowering::note_window(Place& place, const Scope& scope, ir::StreamId target,
                           std::vector<ir::ExprId> instance) {
  place.reader = output_streams_[scope.output];
  place.reader_pacing = scope.pacing;
  place.read_at_spawn = scope.part == Part::Spawn;
  if (scope.pacing.kind == ir::PacingKind::Event) {
    place.trials_ever = builder_.defaults(
        builder_.access(ir::ExprKind::Hold, values_ever(target), std::move(instance)),
        builder_.unsigned_number(0));
  }
}

/// How many values a stream has produced, per instance.
ir::StreamId Lowering::values_ever(ir::StreamId target) {
  if (const auto found = values_ever_.find(target); found != values_ever_.end()) {
    return found->second;
  }
  const ir::Stream counted = program_.streams[target];
  ir::Stream stream;
  stream.name = counted.name + "..values";
  stream.kind = ir::StreamKind::Hidden;
  stream.type = Type::unsigned_integer();
  stream.origin = counted.kind == ir::StreamKind::Hidden ? counted.origin : target;
  stream.span = counted.span;
  stream.parameters = counted.parameters;
  const ir::StreamId made = program_.streams.push_back(std::move(stream));
  values_ever_[target] = made;
  return made;
}

/// The output that a stream was written as.
syntax::OutputId Lowering::output_of(ir::StreamId stream) const {
  for (const syntax::OutputId id : output_streams_.ids()) {
    if (output_streams_[id] == stream) {
      return id;
    }
  }
  FAIRMON_CHECK(false, "a stream that nobody wrote");
  return {};
}

/// Once all streams are there: one more whenever the counted stream has a value.
void Lowering::fill_values_ever() {
  for (const auto& [target, counter] : values_ever_) {
    const ir::Stream counted = program_.streams[target];
    if (counted.spawn || counted.close) {
      // Lowered anew: a window belongs to the one stream that reads it.
      copy_life(output_of(counted.kind == ir::StreamKind::Hidden ? counted.origin : target),
                counter);
    }
    std::vector<ir::Pacing> pacings;
    if (counted.kind == ir::StreamKind::Input) {
      ir::Pacing pacing;
      pacing.activation.kind = ir::Activation::Kind::Input;
      pacing.activation.input = target;
      pacings.push_back(pacing);
    }
    for (const ir::EvalClause& clause : counted.evals) {
      pacings.push_back(clause.pacing);
    }
    for (const ir::Pacing& pacing : pacings) {
      ir::EvalClause eval;
      eval.pacing = pacing;
      eval.span = counted.span;
      eval.when = builder_.access(ir::ExprKind::IsFresh, target, own_parameters(counter));
      eval.with = counter_value(counter, {});
      program_.streams[counter].evals.push_back(std::move(eval));
    }
  }
}

void Lowering::note_instances(syntax::ExprId id, ir::ExprId value, ir::ExprId hits,
                              ir::ExprId trials, const Scope& scope) {
  Place place;
  place.number = place_number(analysis_.exprs[id].construct, scope);
  place.sum = hits;
  place.trials = trials;
  // Every instance that reads picks its own trials. A spawn clause is read by none: what it says
  // decides who is born, and must not wait for the order of births.
  const ir::StreamId reader = output_streams_[scope.output];
  if (scope.part != Part::Spawn && !program_.streams[reader].parameters.empty()) {
    place.life = reader;
    place.instance = own_parameters(reader);
  }
  notes_.places[value.value] = std::move(place);
}

/// A share or a mean of the values in a window.
void Lowering::note_average(std::int32_t number, ir::ExprId value, const ConstructUse& use,
                            const Scope& scope) {
  const Type& type = builder_.type_of(value);
  const Type inner = type.is(TypeKind::Optional) ? type.inner() : type;
  const bool window =
      use.kind == ConstructKind::Window || use.kind == ConstructKind::DiscreteWindow;
  if (!window || !use.aggregate->rate || !inner.is_real()) {
    return;
  }
  Place place;
  place.number = place_number(number, scope);
  place.is_mean = use.aggregate->name != "true_ratio";
  place.source = stream_of(use.target);
  ConstructUse part = use;
  part.exact = false;
  part.aggregate = builtins::find_aggregate("sum")->aggregate;
  part.aggregate_argument = 0;
  place.sum = lower_window(part, scope);
  if (place.is_mean) {
    place.sum = to_real(place.sum);
  }
  part.aggregate = builtins::find_aggregate("count")->aggregate;
  place.trials = lower_window(part, scope);
  const std::vector<ir::ExprId> instance = lower_instance(use, scope);
  if (!program_.streams[place.source].parameters.empty()) {
    place.life = place.source;
    place.instance = instance;
  }
  note_window(place, scope, place.source, instance);
  notes_.places[value.value] = std::move(place);
}

}  // namespace fairmon::lower
