// What a comparison of all instances of a rate needs to know of each, as one value: aggregations
// over values cost far less than those that ask several streams about every instance.
#include "builtins/evidence/shares.hpp"
#include "ir/evidence/companions.hpp"
#include "ir/structure.hpp"

namespace fairmon::ir::evidence {

using builtins::evidence::kFirstScale;
using builtins::evidence::kLastScale;

/// Whether the instances compared are those with trials, and new at every trial: nothing else
/// decides which of them have a value.
bool Companions::moves_with_trials(const InstanceAggregation& members, const Place& place) {
  const std::vector<EvalClause>& rate = program_.streams[members.target].evals;
  const std::vector<EvalClause>& trials = program_.streams[place.trials_stream].evals;
  if (members.where.valid() || rate.size() != 1 || trials.size() != 1 ||
      rate.front().pacing != trials.front().pacing) {
    return false;
  }
  Structure structure(program_);
  structure.set_self(StreamId());
  return structure.number(rate.front().when) == structure.number(trials.front().when);
}

/// Hits, trials, rank, margin, error, groups of an instance at its latest trial; with `starts` also
/// how many trials were before it and, by scale, the counts where its block began.
StreamId Companions::tally_stream(const Place& place, double margin, const Spending& spending,
                                  bool starts) {
  const auto key = std::tuple(place.number, margin, spending, starts);
  if (const auto found = tallies_.find(key); found != tallies_.end()) {
    return found->second;
  }
  const StreamId tally = add_hidden(place.trials_stream, "tally", Type::unsigned_integer(), true);
  tallies_[key] = tally;
  copy_life(place.trials_stream, tally);
  const std::vector<ExprId> own = own_parameters(tally);
  const auto held = [&](StreamId stream) {
    return builder_.defaults(builder_.access(ExprKind::Hold, stream, own),
                             builder_.unsigned_number(0));
  };
  std::vector<ExprId> parts = {
      held(place.hits_stream),       held(place.trials_stream),
      rank_of(place.life, own),      builder_.real(margin),
      builder_.real(spending.share), builder_.unsigned_number(spending.groups)};
  if (starts) {
    parts.push_back(trials_before(spending));
    Spending at_scale = spending;
    for (at_scale.scale = kFirstScale; at_scale.scale <= kLastScale; ++at_scale.scale) {
      parts.push_back(held(marks(place, at_scale).start));
    }
  }
  EvalClause eval = at_trial(place, program_.streams[place.trials_stream].evals.front(), tally);
  eval.with = builder_.tuple(std::move(parts));
  program_.streams[tally].type = builder_.type_of(eval.with);
  program_.streams[tally].evals.push_back(std::move(eval));
  return tally;
}

/// For "some two instances differ by more" and nothing else: all scales at once. The latest trial
/// of all tells which blocks are the present ones, so no instance may have taken it along.
ExprId Companions::longest_scale(const Claim& claim, const Units& units, const Spending& spending) {
  if (!units.places.empty() || units.joints.size() != 1 ||
      program_.exprs[claim.formula].kind != ExprKind::Apply) {
    return {};
  }
  const auto joint = find_joint(claim.formula);
  return joint && takes_all_scales(*joint) ? scale_beside(*joint, claim.owner, spending) : ExprId();
}

bool Companions::takes_all_scales(const Joint& joint) {
  if (joint.kind == Joint::Kind::Elsewhere) {
    const ExprId value = program_.streams[joint.stream].evals.front().with;
    return takes_all_scales(*joint_of_difference(value, joint.more, joint.margin));
  }
  if (joint.kind != Joint::Kind::All || !joint.more) {
    return false;
  }
  const InstanceAggregation members =
      program_.aggregations[program_.exprs[joint.members].aggregation];
  const Place& place = *place_of_stream(members.target);
  return !program_.streams[place.trials_stream].close && moves_with_trials(members, place);
}

ExprId Companions::scale_beside(const Joint& joint, StreamId owner, const Spending& spending) {
  if (joint.kind == Joint::Kind::All) {
    const AggregationId members = program_.exprs[joint.members].aggregation;
    const Place& place = *place_of_stream(program_.aggregations[members].target);
    InstanceAggregation pairs;
    pairs.aggregate = builtins::find_aggregate("stretch_apart")->aggregate;
    pairs.result = Type::unsigned_integer();
    pairs.target = tally_stream(place, joint.margin, spending, true);
    return builder_.instance_aggregate(program_.aggregations.push_back(std::move(pairs)));
  }
  const auto key = std::tuple(joint.stream.value, joint.margin, spending);
  if (!scales_.contains(key)) {
    const StreamId made = add_hidden(joint.stream, "stretch", Type::unsigned_integer(), true);
    scales_[key] = made;
    copy_life(joint.stream, made);
    const EvalClause clause = program_.streams[joint.stream].evals.front();
    EvalClause eval;
    eval.pacing = clause.pacing;
    eval.span = clause.span;
    eval.when = copy(clause.when, made);
    const auto inner = joint_of_difference(clause.with, joint.more, joint.margin);
    eval.with = scale_beside(*inner, made, spending);
    program_.streams[made].evals.push_back(std::move(eval));
  }
  std::vector<ExprId> instance;
  for (const ExprId part : joint.instance) {
    instance.push_back(copy(part, owner));
  }
  return builder_.access(ExprKind::Sync, scales_[key], std::move(instance));
}

}  // namespace fairmon::ir::evidence
