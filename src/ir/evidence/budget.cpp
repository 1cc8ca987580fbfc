// Who shares the error of a statement.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ir/dependencies.hpp"
#include "ir/evidence/companions.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::ir::evidence {

void Companions::collect_stream(StreamId stream, Units& units, std::set<std::uint32_t>& seen) {
  const std::vector<EvalClause> evals = program_.streams[stream].evals;
  for (const EvalClause& eval : evals) {
    collect(eval.with, units, seen);
  }
}

void Companions::collect_joint(const Joint& joint, Units& units, std::set<std::uint32_t>& seen) {
  switch (joint.kind) {
    case Joint::Kind::Elsewhere: {
      const ExprId value = program_.streams[joint.stream].evals.front().with;
      collect_joint(*joint_of_difference(value, joint.more, joint.margin), units, seen);
      return;
    }
    case Joint::Kind::All: {
      const AggregationId members = program_.exprs[joint.members].aggregation;
      const Place& place = *place_of_stream(program_.aggregations[members].target);
      units.joints.emplace(place.number, place.number);
      units.instances = true;
      return;
    }
    case Joint::Kind::Pair:
    case Joint::Kind::Distance: {
      // One region serves both directions, and all pairs of one place.
      const auto [first, second] = std::minmax(joint.a.place->number, joint.b.place->number);
      units.joints.emplace(first, second);
      units.instances = units.instances || first == second;
      return;
    }
  }
}

/// The places that decide the ends of an expression, each once.
void Companions::collect(ExprId id, Units& units, std::set<std::uint32_t>& seen) {
  if (!id.valid() || !seen.insert(id.value).second) {
    return;
  }
  if (const auto found = notes_.places.find(id.value); found != notes_.places.end()) {
    const Place& place = found->second;
    units.places.insert(place.number);
    units.instances = units.instances || has_many_births(place.life);
    units.windows = units.windows || place.is_window();
    return;
  }
  if (!is_uncertain(id)) {
    return;
  }
  const Expr expr = program_.exprs[id];
  if (expr.kind == ExprKind::Apply) {
    if (const auto joint = find_joint(id)) {
      collect_joint(*joint, units, seen);
      return;
    }
  }
  if (expr.stream.valid()) {
    collect_stream(expr.stream, units, seen);
    return;
  }
  if (expr.kind == ExprKind::WindowRead) {
    collect_stream(program_.windows[expr.window].target, units, seen);
    return;
  }
  if (expr.kind == ExprKind::InstanceAggregate) {
    collect_stream(program_.aggregations[expr.aggregation].target, units, seen);
    return;
  }
  for (const ExprId operand : expr.operands) {
    collect(operand, units, seen);
  }
}

/// A statement whose stream waits for itself by way of companions.
std::optional<Span> Companions::statement_in_loop() const {
  const auto loop = find_cycle(program_);
  if (!loop) {
    return std::nullopt;
  }
  for (const Claim& claim : notes_.claims) {
    if (std::find(loop->begin(), loop->end(), claim.owner) != loop->end()) {
      return claim.span;
    }
  }
  return notes_.claims.front().span;
}

Added Companions::run() {
  find_uncertain_streams();
  std::vector<Budget> budgets;
  for (const Claim& claim : notes_.claims) {
    Units units;
    std::set<std::uint32_t> seen;
    collect(claim.kind == ClaimKind::Needed ? claim.comparison : claim.formula, units, seen);
    Budget budget;
    budget.span = claim.span;
    budget.error = claim.error;
    budget.num_single = static_cast<std::uint32_t>(units.places.size());
    budget.num_joint = static_cast<std::uint32_t>(units.joints.size());
    budget.instances = units.instances;
    budget.windows = units.windows;
    budget.groups = claim.groups;
    budget.recent = claim.recent;
    budget.derived = claim.derived;
    const std::uint32_t num_units = std::max(budget.num_single + budget.num_joint, 1U);
    if (claim.recent && claim.kind != ClaimKind::Needed) {
      const ExprId answer = recent_answer(claim, units, num_units);
      program_.exprs[claim.expr] = Expr(program_.exprs[answer]);
      budgets.push_back(std::move(budget));
      continue;
    }
    const Spending spending{claim.error / num_units, claim.groups};
    const Ends value = ends(claim.formula, claim.owner, spending);
    if (claim.kind == ClaimKind::Needed) {
      const ExprId needed = trials_needed(claim, value, units);
      program_.exprs[claim.expr] = Expr(program_.exprs[needed]);
      continue;
    }
    const bool low = claim.kind == ClaimKind::Certain || claim.kind == ClaimKind::Lower;
    program_.exprs[claim.expr] = Expr(program_.exprs[low ? value.low : value.high]);
    budgets.push_back(std::move(budget));
  }
  // What took the place of a statement was made after the expressions that read it.
  rewrite_exprs(program_, [](Expr expr, const AddExpr& add) { return add(std::move(expr)); });
  Added added{std::move(budgets), statement_in_loop()};
  if (!added.waits_for_itself) {
    assign_layers(program_);
  }
  return added;
}

/// All trials so far, of the places that are counted over the whole history. Fails with more
/// instances of one of them than given (0: any number).
ExprId Companions::trials_so_far(const Units& units, std::uint64_t most_instances) {
  ExprId total = builder_.unsigned_number(0);
  std::set<std::uint32_t> numbers = units.places;
  for (const auto& [first, second] : units.joints) {
    numbers.insert({first, second});
  }
  std::set<std::uint32_t> counted;
  for (const auto& [id, place] : notes_.places) {
    if (!numbers.contains(place.number) || !place.trials_stream.valid() ||
        !counted.insert(place.number).second) {
      continue;
    }
    // A stream may be spawned without parameters: then there is one instance at most.
    if (!place.per_instance || program_.streams[place.trials_stream].parameters.empty()) {
      const ExprId trials = builder_.defaults(
          builder_.access(ExprKind::Hold, place.trials_stream, {}), builder_.unsigned_number(0));
      total = builder_.apply("add", {total, trials});
      continue;
    }
    ExprId trials = over_instances(place.trials_stream, "sum");
    if (most_instances > 0) {
      const ExprId few = builder_.apply(
          "check_instances",
          {over_instances(place.trials_stream, "count"), builder_.unsigned_number(most_instances)});
      trials = builder_.choice(builder_.equal(few, builder_.unsigned_number(0)),
                               builder_.unsigned_number(0), trials);
    }
    total = builder_.apply("add", {total, trials});
  }
  return total;
}

/// An aggregate of the latest numbers of all instances; 0 without any.
ExprId Companions::over_instances(StreamId target, const char* aggregate) {
  InstanceAggregation all;
  all.target = target;
  all.aggregate = builtins::find_aggregate(aggregate)->aggregate;
  all.result = all.aggregate->bind(Type::unsigned_integer(), 0)->result;
  const ExprId result =
      builder_.instance_aggregate(program_.aggregations.push_back(std::move(all)));
  return builder_.type_of(result).is(TypeKind::Optional)
             ? builder_.defaults(result, builder_.unsigned_number(0))
             : result;
}

ExprId Companions::trials_needed(const Claim& claim, const Ends& ends, const Units& units) {
  const bool joint = !units.joints.empty() && units.places.empty();
  return builder_.apply("trials_needed", {copy(claim.formula, claim.owner), ends.low, ends.high,
                                          trials_so_far(units), builder_.boolean(joint)});
}

Added add_companions(Program& program, const Notes& notes) {
  return Companions(program, notes).run();
}

}  // namespace fairmon::ir::evidence
