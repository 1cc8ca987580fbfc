#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

ir::ExprId Lowering::lower_prob(syntax::ExprId id, syntax::ExprId fallback, const Scope& scope) {
  const ConstructUse& use = *construct(id);
  if (use.kind == ConstructKind::ProbInstance) {
    return prob_of_instances(id, fallback, scope);
  }
  const Counters counters = counters_of(id, use, scope);
  const ir::ExprId value = use.duration ? prob_of_window(counters, use, fallback, scope)
                                        : prob_of_counters(counters, use, fallback, scope);
  if (has_claims()) {
    note_counters(id, value, counters, scope);
  }
  return value;
}

/// What stands for the quotient when there were no trials.
ir::ExprId Lowering::zero_value(syntax::ExprId fallback, const Scope& scope) {
  return fallback.valid() ? lower(fallback, scope) : builder_.constant(Type::prob(), 0.0);
}

/// hits / trials, or (hits + p·k) / (trials + k) with a prior.
ir::ExprId Lowering::ratio(ir::ExprId hits, ir::ExprId trials, const ConstructUse& use,
                           syntax::ExprId fallback, const Scope& scope) {
  const ir::ExprId otherwise = zero_value(fallback, scope);
  if (!use.prior.valid()) {
    const ir::ExprId none = builder_.equal(trials, builder_.unsigned_number(0));
    return builder_.choice(none, otherwise,
                           builder_.apply("divide_real", {hits, trials}, Type::prob()));
  }
  ir::ExprId prior = to_real(lower(use.prior, scope));
  ir::ExprId confidence = to_real(lower(use.confidence, scope));
  const bool known = program_.exprs[prior].kind == ir::ExprKind::Constant &&
                     program_.exprs[confidence].kind == ir::ExprKind::Constant;
  ir::ExprId prior_hits;
  if (known) {
    prior_hits = builder_.real(program_.exprs[prior].constant.as<double>() *
                               program_.exprs[confidence].constant.as<double>());
  } else {
    prior = builder_.apply("check_prior", {prior}, Type::floating());
    confidence = builder_.apply("check_confidence", {confidence}, Type::floating());
    prior_hits = builder_.apply("multiply", {prior, confidence}, Type::floating());
  }
  const ir::ExprId over = builder_.apply("add", {to_real(hits), prior_hits}, Type::floating());
  const ir::ExprId under = builder_.apply("add", {to_real(trials), confidence}, Type::floating());
  const ir::ExprId none = builder_.equal(under, builder_.real(0.0));
  return builder_.choice(none, otherwise, builder_.apply("divide", {over, under}, Type::prob()));
}

ir::ExprId Lowering::read_counter(const Counters& counters, ir::StreamId counter,
                                  const Scope& scope) {
  if (counters.in_step && counters.pacing == scope.pacing) {
    return builder_.access(ir::ExprKind::Sync, counter, own_parameters(counter));
  }
  return builder_.defaults(builder_.access(ir::ExprKind::Hold, counter, own_parameters(counter)),
                           builder_.unsigned_number(0));
}

ir::ExprId Lowering::prob_of_counters(const Counters& counters, const ConstructUse& use,
                                      syntax::ExprId fallback, const Scope& scope) {
  const ir::ExprId hits = read_counter(counters, counters.hits, scope);
  const ir::ExprId trials = read_counter(counters, counters.trials, scope);
  return ratio(hits, trials, use, fallback, scope);
}

/// An aggregate of the outcomes that the window of a probability holds.
ir::ExprId Lowering::read_outcomes(const Counters& counters, const ConstructUse& use,
                                   const char* aggregate, const Scope& scope) {
  const std::int64_t duration =
      std::max<std::int64_t>(use.duration->numerator / use.duration->denominator, 1);
  // Trials that live with the reading instance do not outlast it; common ones are never forgotten.
  const bool spawned = program_.streams[counters.hits].spawn.has_value();
  const ir::WindowStart start =
      counters.per_instance && spawned ? ir::WindowStart::CallerSpawn : ir::WindowStart::Run;
  return read_sliding(counters.hits, duration, aggregate, start, scope);
}

ir::ExprId Lowering::prob_of_window(const Counters& counters, const ConstructUse& use,
                                    syntax::ExprId fallback, const Scope& scope) {
  if (!use.prior.valid()) {
    return builder_.defaults(read_outcomes(counters, use, "true_ratio", scope),
                             zero_value(fallback, scope));
  }
  const ir::ExprId hits = read_outcomes(counters, use, "sum", scope);
  const ir::ExprId trials = read_outcomes(counters, use, "count", scope);
  return ratio(hits, trials, use, fallback, scope);
}

ir::ExprId Lowering::prob_of_instances(syntax::ExprId id, syntax::ExprId fallback,
                                       const Scope& scope) {
  const ConstructUse& use = *construct(id);
  const ir::StreamId target = stream_of(use.target);
  const ir::ExprId given = lambda_body(use.given, scope);
  const ir::ExprId event = lambda_body(use.of_lambda, scope);
  ir::ExprId hits;
  ir::ExprId trials;
  if (use.prior.valid() || has_claims()) {
    hits = aggregate_instances(target, "sum", given, event);
    trials = aggregate_instances(target, "count", given, {});
  }
  const ir::ExprId value =
      use.prior.valid() ? ratio(hits, trials, use, fallback, scope)
                        : builder_.defaults(aggregate_instances(target, "true_ratio", given, event),
                                            zero_value(fallback, scope));
  if (has_claims()) {
    note_instances(id, value, hits, trials, scope);
  }
  return value;
}

}  // namespace fairmon::lower
