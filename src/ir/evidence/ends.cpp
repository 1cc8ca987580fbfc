#include <cmath>
#include <limits>

#include "ir/evidence/companions.hpp"

namespace fairmon::ir::evidence {

Ends Companions::ends(ExprId id, StreamId owner, const Spending& spending) {
  const auto key = std::tuple(id.value, owner.value, spending);
  if (const auto found = made_.find(key); found != made_.end()) {
    return found->second;
  }
  const Span outer = builder_.span();
  builder_.set_span(program_.exprs[id].span);
  const Ends made = make_ends(id, owner, spending);
  builder_.set_span(outer);
  made_[key] = made;
  return made;
}

Ends Companions::make_ends(ExprId id, StreamId owner, const Spending& spending) {
  if (const auto found = notes_.places.find(id.value); found != notes_.places.end()) {
    return ends_of_place(id, found->second, owner, spending);
  }
  if (!is_uncertain(id)) {
    const ExprId value = copy(id, owner);
    return {value, value};
  }
  switch (program_.exprs[id].kind) {
    case ExprKind::Sync:
    case ExprKind::Offset:
    case ExprKind::Hold:
    case ExprKind::Get:
      return ends_of_access(id, owner, spending);
    case ExprKind::WindowRead:
      return ends_of_window(id, owner, spending);
    case ExprKind::InstanceAggregate:
      return ends_of_instances(id, owner, spending);
    case ExprKind::Apply:
      return ends_of_call(id, owner, spending);
    case ExprKind::Equal:
      return ends_of_equality(id, owner, spending);
    case ExprKind::If:
      return ends_of_choice(id, owner, spending);
    case ExprKind::Defaults:
      return ends_of_defaults(id, owner, spending);
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Tuple:
    case ExprKind::Project:
    case ExprKind::Some:
      return ends_of_parts(id, owner, spending);
    case ExprKind::Constant:
    case ExprKind::Parameter:
    case ExprKind::LambdaParameter:
    case ExprKind::Now:
    case ExprKind::IsFresh:
    case ExprKind::Error:
      break;
  }
  return {id, id};
}

Ends Companions::ends_of_access(ExprId id, StreamId owner, const Spending& spending) {
  Expr expr = program_.exprs[id];
  const EndStreams streams = companion(expr.stream, spending);
  for (ExprId& operand : expr.operands) {
    operand = copy(operand, owner);
  }
  const auto read = [&](StreamId stream) {
    Expr access = expr;
    access.stream = stream;
    return program_.exprs.push_back(std::move(access));
  };
  const ExprId low = read(streams.low);
  return {low, read(streams.high)};
}

Ends Companions::ends_of_window(ExprId id, StreamId owner, const Spending& spending) {
  Expr expr = program_.exprs[id];
  const Window window = program_.windows[expr.window];
  if (window.aggregate->ends != builtins::AggregateEnds::EndByEnd) {
    return anything(expr.type, range_of(id));
  }
  const EndStreams streams = companion(window.target, spending);
  for (ExprId& operand : expr.operands) {
    operand = copy(operand, owner);
  }
  const auto read = [&](StreamId target) {
    Window over = window;
    over.target = target;
    over.caller = owner;
    Expr access = expr;
    access.window = program_.windows.push_back(std::move(over));
    return program_.exprs.push_back(std::move(access));
  };
  const ExprId low = read(streams.low);
  return {low, read(streams.high)};
}

Ends Companions::ends_of_instances(ExprId id, StreamId owner, const Spending& spending) {
  const Expr expr = program_.exprs[id];
  const InstanceAggregation aggregation = program_.aggregations[expr.aggregation];
  if (aggregation.aggregate->ends != builtins::AggregateEnds::EndByEnd) {
    return anything(expr.type, range_of(id));
  }
  const EndStreams streams = companion(aggregation.target, spending);
  const ExprId where = copy(aggregation.where, owner);
  const auto read = [&](StreamId target) {
    InstanceAggregation over = aggregation;
    over.target = target;
    over.where = where;
    Expr access = expr;
    access.aggregation = program_.aggregations.push_back(std::move(over));
    return program_.exprs.push_back(std::move(access));
  };
  const ExprId low = read(streams.low);
  return {low, read(streams.high)};
}

/// Ends of real numbers are rounded outward; of probabilities they stay between 0 and 1.
ExprId Companions::outward(ExprId end, const Type& type, bool low) {
  if (!type.is_real()) {
    return end;
  }
  const ExprId rounded = builder_.apply(low ? "outward_low" : "outward_high", {end});
  return type.is(TypeKind::Prob) ? builder_.apply("prob_end", {rounded}) : rounded;
}

Ends Companions::ends_of_call(ExprId id, StreamId owner, const Spending& spending) {
  if (const auto joint = find_joint(id)) {
    return ends_of_joint(*joint, owner, spending);
  }
  const Expr expr = program_.exprs[id];
  const builtins::EndRule& rule = expr.function->ends;
  const bool fits = expr.type.is_real() || expr.type.is(TypeKind::Bool) ||
                    expr.function->name == "cast" || expr.function->name == "widen";
  if (!rule.known() || !fits) {
    return anything(expr.type, range_of(id));
  }
  std::vector<Ends> operands;
  operands.reserve(expr.operands.size());
  for (const ExprId operand : expr.operands) {
    operands.push_back(ends(operand, owner, spending));
  }
  const auto make = [&](bool low) {
    std::vector<ExprId> chosen;
    if (rule.directions.empty()) {
      for (const Ends& operand : operands) {
        chosen.push_back(operand.low);
        chosen.push_back(operand.high);
      }
      const ExprId end = builder_.apply(low ? rule.low : rule.high, std::move(chosen));
      return expr.type.is(TypeKind::Prob) ? builder_.apply("prob_end", {end}) : end;
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const bool same = rule.directions[i] == '+';
      chosen.push_back(same == low ? operands[i].low : operands[i].high);
    }
    const bool to_prob = expr.type.is(TypeKind::Prob) && expr.function->name == "cast";
    const std::string_view at_ends = to_prob ? "prob_end" : rule.at_ends;
    if (at_ends == "prob_end") {
      return builder_.apply(at_ends, std::move(chosen));
    }
    const ExprId end = at_ends.empty() ? builder_.apply_overload(*expr.function, expr.overload,
                                                                 std::move(chosen), expr.type)
                                       : builder_.apply(at_ends, std::move(chosen));
    return outward(end, expr.type, low);
  };
  const ExprId low = make(true);
  return {low, make(false)};
}

Ends Companions::ends_of_choice(ExprId id, StreamId owner, const Spending& spending) {
  const std::vector<ExprId> operands = program_.exprs[id].operands;
  const Type type = program_.exprs[id].type;
  const Ends condition = ends(operands[0], owner, spending);
  const Ends then = ends(operands[1], owner, spending);
  const Ends otherwise = ends(operands[2], owner, spending);
  if (!is_uncertain(operands[0])) {
    const ExprId low = builder_.choice(condition.low, then.low, otherwise.low);
    return {low, builder_.choice(condition.low, then.high, otherwise.high)};
  }
  if (!type.is_numeric() && !type.is(TypeKind::Bool)) {
    return anything(type, range_of(id));
  }
  const auto either = [&](ExprId a, ExprId b, bool low) {
    if (type.is(TypeKind::Bool)) {
      return low ? builder_.conjunction({a, b}) : builder_.disjunction({a, b});
    }
    return builder_.apply(low ? "min" : "max", {a, b}, type);
  };
  const auto make = [&](ExprId a, ExprId b, bool low) {
    const ExprId open = builder_.choice(condition.high, either(a, b, low), b);
    return builder_.choice(condition.low, a, open);
  };
  const ExprId low = make(then.low, otherwise.low, true);
  return {low, make(then.high, otherwise.high, false)};
}

/// Certainly equal are points only; possibly equal is what overlaps.
Ends Companions::ends_of_equality(ExprId id, StreamId owner, const Spending& spending) {
  const std::vector<ExprId> operands = program_.exprs[id].operands;
  const Type type = program_.exprs[operands[0]].type;
  const Ends a = ends(operands[0], owner, spending);
  const Ends b = ends(operands[1], owner, spending);
  const ExprId low = builder_.conjunction(
      {builder_.equal(a.low, a.high), builder_.equal(b.low, b.high), builder_.equal(a.low, b.low)});
  if (type.is(TypeKind::Bool)) {
    const ExprId left = builder_.conjunction({a.low, builder_.negation(b.high)});
    const ExprId right = builder_.conjunction({b.low, builder_.negation(a.high)});
    return {low, builder_.negation(builder_.disjunction({left, right}))};
  }
  if (!type.is_numeric()) {
    return {low, builder_.boolean(true)};
  }
  return {low, builder_.conjunction({builder_.apply("less_equal", {a.low, b.high}),
                                     builder_.apply("less_equal", {b.low, a.high})})};
}

/// A default stands for a value that is missing: it is no knowledge about a chance.
Ends Companions::ends_of_defaults(ExprId id, StreamId owner, const Spending& spending) {
  const std::vector<ExprId> operands = program_.exprs[id].operands;
  const Type type = program_.exprs[id].type;
  if (!is_uncertain(operands[0])) {
    const ExprId value = copy(operands[0], owner);
    const Ends substitute = ends(operands[1], owner, spending);
    const ExprId low = builder_.defaults(value, substitute.low);
    return {low, builder_.defaults(value, substitute.high)};
  }
  const Ends value = ends(operands[0], owner, spending);
  const Ends unknown = anything(type, range_of(operands[0]));
  const ExprId low = builder_.defaults(value.low, unknown.low);
  return {low, builder_.defaults(value.high, unknown.high)};
}

/// And, Or, tuples and their components: end by end.
Ends Companions::ends_of_parts(ExprId id, StreamId owner, const Spending& spending) {
  const Expr expr = program_.exprs[id];
  Expr low = expr;
  Expr high = expr;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    const Ends part = ends(expr.operands[i], owner, spending);
    low.operands[i] = part.low;
    high.operands[i] = part.high;
  }
  const ExprId first = program_.exprs.push_back(std::move(low));
  return {first, program_.exprs.push_back(std::move(high))};
}

ExprId Companions::real_constant(const Type& type, double value) {
  if (type.is(TypeKind::Int)) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return builder_.constant(type, value < 0 ? kLeast : kMost);
  }
  if (type.is(TypeKind::UInt)) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return builder_.constant(type, value <= 0 ? std::uint64_t{0} : kMost);
  }
  return builder_.constant(type, value);
}

/// The ends of a value of which only the range is known.
Ends Companions::anything(const Type& type, Interval range) {
  if (type.is(TypeKind::Optional)) {
    const Ends inner = anything(type.inner(), range);
    return {builder_.some(inner.low), builder_.some(inner.high)};
  }
  if (type.is(TypeKind::Bool)) {
    return {builder_.boolean(false), builder_.boolean(true)};
  }
  FAIRMON_CHECK(type.is_real() || type.is_integer(), "bounds of something without an order");
  if (type.is(TypeKind::Prob)) {
    range = {std::max(range.low, 0.0), std::min(range.high, 1.0)};
  }
  return {real_constant(type, range.low), real_constant(type, range.high)};
}

}  // namespace fairmon::ir::evidence
