// Comparisons of two rates: where a joint bound may replace the two single ones, and how.
#include <algorithm>

#include "ir/dependencies.hpp"
#include "ir/evidence/companions.hpp"
#include "ir/structure.hpp"

namespace fairmon::ir::evidence {
namespace {

void flatten_conjunction(const Program& program, ExprId id, std::vector<ExprId>& parts) {
  if (!id.valid()) {
    return;
  }
  if (program.exprs[id].kind != ExprKind::And) {
    parts.push_back(id);
    return;
  }
  for (const ExprId operand : program.exprs[id].operands) {
    flatten_conjunction(program, operand, parts);
  }
}

bool is_call(const Expr& expr, std::string_view name) {
  return expr.kind == ExprKind::Apply && expr.function->name == name;
}

}  // namespace

std::optional<double> Companions::constant_in(ExprId id) const {
  const Expr& expr = program_.exprs[id];
  if (is_call(expr, "negate")) {
    const auto inner = constant_in(expr.operands[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  if (expr.kind != ExprKind::Constant || !expr.type.is_real()) {
    return std::nullopt;
  }
  return expr.constant.as<double>();
}

/// The place that is the whole value of a stream with counters over its whole history.
const Place* Companions::place_of_stream(StreamId stream) const {
  const std::vector<EvalClause>& evals = program_.streams[stream].evals;
  if (evals.size() != 1) {
    return nullptr;
  }
  const auto found = notes_.places.find(evals.front().with.value);
  return found != notes_.places.end() && found->second.trials_stream.valid() ? &found->second
                                                                             : nullptr;
}

std::optional<JointRate> Companions::rate_in(ExprId id) {
  if (const auto found = notes_.places.find(id.value); found != notes_.places.end()) {
    const Place& place = found->second;
    if (!place.trials_stream.valid()) {
      return std::nullopt;
    }
    return JointRate{&place, place.sum, place.trials, place.instance};
  }
  const Expr expr = program_.exprs[id];
  if (expr.kind != ExprKind::Sync) {
    return std::nullopt;
  }
  const Place* place = place_of_stream(expr.stream);
  if (place == nullptr) {
    return std::nullopt;
  }
  JointRate rate{place, {}, {}, place->per_instance ? expr.operands : std::vector<ExprId>()};
  const auto now = [&](StreamId counter) {
    return builder_.defaults(builder_.access(ExprKind::Hold, counter, rate.instance),
                             builder_.unsigned_number(0));
  };
  rate.hits = now(place->hits_stream);
  rate.trials = now(place->trials_stream);
  return rate;
}

/// The aggregation if the expression is the largest (smallest) rate of all instances.
std::optional<ExprId> Companions::extreme_in(ExprId id, const char* aggregate) {
  if (program_.exprs[id].kind == ExprKind::Defaults) {
    id = program_.exprs[id].operands[0];
  }
  const Expr& expr = program_.exprs[id];
  if (expr.kind != ExprKind::InstanceAggregate) {
    return std::nullopt;
  }
  const InstanceAggregation& all = program_.aggregations[expr.aggregation];
  const Place* place = place_of_stream(all.target);
  const bool fits = all.aggregate->name == aggregate && all.selection == Selection::All &&
                    !all.map.valid() && place != nullptr && place->per_instance && is_keyed(*place);
  return fits ? std::optional(id) : std::nullopt;
}

/// What must hold for an event to be a trial.
std::vector<ExprId> Companions::trial_conditions(const Place& place) {
  std::vector<ExprId> parts;
  const EvalClause& eval = program_.streams[place.trials_stream].evals.back();
  flatten_conjunction(program_, eval.when, parts);
  for_each_expr(program_, eval.with, [&](ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::If) {
      ExprId condition = expr.operands[0];
      // An event that can fail is asked too: (given && event) || given.
      const Expr& either = program_.exprs[condition];
      if (either.kind == ExprKind::Or && either.operands.size() == 2) {
        condition = either.operands[1];
      }
      flatten_conjunction(program_, condition, parts);
    }
  });
  return parts;
}

/// Whether an event is a trial of one instance at most: every parameter is compared with something
/// that is the same for all instances.
bool Companions::is_keyed(const Place& place) {
  const std::size_t num_parameters = program_.streams[place.trials_stream].parameters.size();
  std::vector<bool> pinned(num_parameters, false);
  for (const ExprId part : trial_conditions(place)) {
    const Expr& equal = program_.exprs[part];
    if (equal.kind != ExprKind::Equal) {
      continue;
    }
    for (const std::size_t side : {0U, 1U}) {
      const Expr& parameter = program_.exprs[equal.operands[side]];
      bool common = true;
      for_each_expr(program_, equal.operands[1 - side], [&](ExprId id) {
        common = common && program_.exprs[id].kind != ExprKind::Parameter;
      });
      if (parameter.kind == ExprKind::Parameter && common) {
        pinned[parameter.index] = true;
      }
    }
  }
  return num_parameters > 0 && std::all_of(pinned.begin(), pinned.end(), [](bool x) { return x; });
}

bool Companions::exclude_each_other(const JointRate& a, const JointRate& b) {
  if (a.place->number == b.place->number) {
    return a.place->per_instance && is_keyed(*a.place);
  }
  if (a.place->per_instance || b.place->per_instance) {
    return false;
  }
  Structure structure(program_);
  structure.set_self(StreamId());
  for (const ExprId one : trial_conditions(*a.place)) {
    for (const ExprId other : trial_conditions(*b.place)) {
      for (const auto& [negated, plain] : {std::pair(one, other), std::pair(other, one)}) {
        const Expr& expr = program_.exprs[negated];
        if (is_call(expr, "logical_not") &&
            structure.number(expr.operands[0]) == structure.number(plain)) {
          return true;
        }
      }
    }
  }
  return false;
}

std::optional<Joint> Companions::joint_of_difference(ExprId id, bool more, double margin) {
  const Expr expr = program_.exprs[id];
  Joint joint;
  joint.more = more;
  joint.margin = margin;
  if (is_call(expr, "subtract")) {
    const auto largest = extreme_in(expr.operands[0], "max");
    const auto smallest = extreme_in(expr.operands[1], "min");
    if (largest && smallest) {
      const auto& x = program_.aggregations[program_.exprs[*largest].aggregation];
      const auto& y = program_.aggregations[program_.exprs[*smallest].aggregation];
      Structure structure(program_);
      structure.set_self(StreamId());
      if (x.target == y.target && structure.number(x.where) == structure.number(y.where)) {
        joint.kind = Joint::Kind::All;
        joint.members = *largest;
        return joint;
      }
      return std::nullopt;
    }
    const auto a = rate_in(expr.operands[0]);
    const auto b = a ? rate_in(expr.operands[1]) : std::nullopt;
    if (b && exclude_each_other(*a, *b)) {
      joint.a = *a;
      joint.b = *b;
      return joint;
    }
    return std::nullopt;
  }
  if (is_call(expr, "abs")) {
    auto inner = joint_of_difference(expr.operands[0], more, margin);
    if (inner && inner->kind == Joint::Kind::Pair && margin >= 0.0) {
      inner->kind = Joint::Kind::Distance;
      return inner;
    }
    return std::nullopt;
  }
  if (expr.kind == ExprKind::Sync && place_of_stream(expr.stream) == nullptr) {
    const std::vector<EvalClause>& evals = program_.streams[expr.stream].evals;
    if (evals.size() != 1 || !joint_of_difference(evals.front().with, more, margin)) {
      return std::nullopt;
    }
    joint.kind = Joint::Kind::Elsewhere;
    joint.stream = expr.stream;
    joint.instance = expr.operands;
    return joint;
  }
  return std::nullopt;
}

/// `d > ε`, `d < ε` and their like, where d is a difference; also `a > b + ε` and `a > b`.
std::optional<Joint> Companions::find_joint(ExprId comparison) {
  const Expr expr = program_.exprs[comparison];
  const bool greater = is_call(expr, "greater") || is_call(expr, "greater_equal");
  const bool less = is_call(expr, "less") || is_call(expr, "less_equal");
  if ((!greater && !less) || !program_.exprs[expr.operands[0]].type.is_real()) {
    return std::nullopt;
  }
  const ExprId upper = expr.operands[greater ? 0 : 1];
  const ExprId lower = expr.operands[greater ? 1 : 0];
  if (const auto margin = constant_in(lower)) {
    return joint_of_difference(upper, true, *margin);
  }
  if (const auto margin = constant_in(upper)) {
    return joint_of_difference(lower, false, *margin);
  }
  // a > b + margin, with either side first
  double margin = 0.0;
  ExprId rate = lower;
  const Expr sum = program_.exprs[lower];
  if (is_call(sum, "add")) {
    for (const std::size_t side : {0U, 1U}) {
      if (const auto constant = constant_in(sum.operands[side])) {
        margin = *constant;
        rate = sum.operands[1 - side];
      }
    }
  }
  const auto a = rate_in(upper);
  const auto b = a ? rate_in(rate) : std::nullopt;
  if (!b || !exclude_each_other(*a, *b)) {
    return std::nullopt;
  }
  Joint joint;
  joint.margin = margin;
  joint.a = *a;
  joint.b = *b;
  return joint;
}

ExprId Companions::decide_all(const Joint& joint, bool exceeds, const Spending& spending) {
  const InstanceAggregation members =
      program_.aggregations[program_.exprs[joint.members].aggregation];
  const Place& place = *place_of_stream(members.target);
  InstanceAggregation pairs;
  pairs.aggregate =
      builtins::find_aggregate(exceeds ? "some_pair_exceeds" : "every_pair_within")->aggregate;
  pairs.result = Type::boolean();
  if (spending.scale == 0 && moves_with_trials(members, place)) {
    pairs.target = tally_stream(place, joint.margin, spending, false);
    return builder_.instance_aggregate(program_.aggregations.push_back(std::move(pairs)));
  }
  std::vector<ExprId> instance;
  const std::vector<Parameter> parameters = program_.streams[members.target].parameters;
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    instance.push_back(builder_.lambda_parameter(i, parameters[i].type));
  }
  const auto now = [&](StreamId counter) {
    return builder_.defaults(builder_.access(ExprKind::Hold, counter, instance),
                             builder_.unsigned_number(0));
  };
  const auto [hits, trials] =
      in_block(place, instance, {now(place.hits_stream), now(place.trials_stream)}, spending);
  pairs.target = members.target;
  pairs.selection = members.selection;
  pairs.where = members.where;
  pairs.map =
      builder_.tuple({hits, trials, rank_of(place.life, instance), builder_.real(joint.margin),
                      unit_share(spending), builder_.unsigned_number(spending.groups)});
  return builder_.instance_aggregate(program_.aggregations.push_back(std::move(pairs)));
}

/// Whether the difference certainly exceeds the margin, or certainly does not.
ExprId Companions::decide(const Joint& joint, bool exceeds, const Spending& spending) {
  if (joint.kind == Joint::Kind::All) {
    return decide_all(joint, exceeds, spending);
  }
  ExprId share = unit_share(spending);
  if (joint.a.place->number == joint.b.place->number) {
    share = builder_.apply("pair_share", {rank_of(joint.a.place->life, joint.a.instance),
                                          rank_of(joint.b.place->life, joint.b.instance), share,
                                          builder_.unsigned_number(spending.groups)});
  }
  const char* function = exceeds ? "surely_exceeds" : "surely_within";
  const ExprId margin = builder_.real(joint.margin);
  const auto tally = [&](const JointRate& rate) {
    return in_block(*rate.place, rate.instance, {rate.hits, rate.trials}, spending);
  };
  const Tally first = tally(joint.a);
  const Tally second = tally(joint.b);
  const auto ask = [&](const Tally& a, const Tally& b) {
    return builder_.apply(function, {a.hits, a.trials, b.hits, b.trials, margin, share});
  };
  const ExprId forth = ask(first, second);
  if (joint.kind == Joint::Kind::Pair) {
    return forth;
  }
  const ExprId back = ask(second, first);
  return exceeds ? builder_.disjunction({forth, back}) : builder_.conjunction({forth, back});
}

Ends Companions::ends_of_joint(const Joint& joint, StreamId owner, const Spending& spending) {
  if (joint.kind == Joint::Kind::Elsewhere) {
    const EndStreams streams = joint_streams(joint, spending);
    std::vector<ExprId> instance;
    for (const ExprId part : joint.instance) {
      instance.push_back(copy(part, owner));
    }
    const ExprId low = builder_.access(ExprKind::Sync, streams.low, instance);
    return {low, builder_.access(ExprKind::Sync, streams.high, instance)};
  }
  const ExprId exceeds = decide(joint, true, spending);
  const ExprId within = decide(joint, false, spending);
  return joint.more ? Ends{exceeds, builder_.negation(within)}
                    : Ends{within, builder_.negation(exceeds)};
}

/// The comparison beside the stream that computes the difference, at the same times.
EndStreams Companions::joint_streams(const Joint& joint, const Spending& spending) {
  const auto key = std::tuple(joint.stream.value, joint.more, joint.margin, spending);
  if (const auto found = joint_streams_.find(key); found != joint_streams_.end()) {
    return found->second;
  }
  EndStreams made;
  made.low = add_hidden(joint.stream, "certain", Type::boolean(), true);
  made.high = add_hidden(joint.stream, "possible", Type::boolean(), true);
  joint_streams_[key] = made;
  const EvalClause clause = program_.streams[joint.stream].evals.front();
  for (const bool low : {true, false}) {
    const StreamId end = low ? made.low : made.high;
    copy_life(joint.stream, end);
    EvalClause eval;
    eval.pacing = clause.pacing;
    eval.span = clause.span;
    eval.when = copy(clause.when, end);
    builder_.set_span(program_.exprs[clause.with].span);
    const auto inner = joint_of_difference(clause.with, joint.more, joint.margin);
    const Ends value = ends_of_joint(*inner, end, spending);
    eval.with = low ? value.low : value.high;
    if (spending.scale > 0) {
      const ExprId later = is_later_block(spending);
      eval.with = low ? builder_.conjunction({later, value.low})
                      : builder_.disjunction({builder_.negation(later), value.high});
    }
    program_.streams[end].evals.push_back(std::move(eval));
  }
  return made;
}

}  // namespace fairmon::ir::evidence
