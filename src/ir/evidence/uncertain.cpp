#include <limits>

#include "ir/evidence/companions.hpp"

namespace fairmon::ir::evidence {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Interval kAnything{-kInfinity, kInfinity};

Interval hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

}  // namespace

void Companions::find_uncertain_streams() {
  uncertain_.assign(program_.streams.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    known_.clear();
    for (const StreamId id : program_.streams.ids()) {
      for (const EvalClause& eval : program_.streams[id].evals) {
        if (!uncertain_[id.index()] && is_uncertain(eval.with)) {
          uncertain_[id.index()] = changed = true;
        }
      }
    }
  }
  known_.clear();
}

/// Whether the value depends on a chance that is known by its trials only.
bool Companions::is_uncertain(ExprId id) {
  if (!id.valid()) {
    return false;
  }
  if (notes_.places.contains(id.value)) {
    return true;
  }
  if (const auto found = known_.find(id.value); found != known_.end()) {
    return found->second;
  }
  const Expr& expr = program_.exprs[id];
  const auto stream_is = [&](StreamId stream) {
    return stream.index() < uncertain_.size() && uncertain_[stream.index()];
  };
  bool result = false;
  switch (expr.kind) {
    case ExprKind::Sync:
    case ExprKind::Offset:
    case ExprKind::Hold:
    case ExprKind::Get:
      result = stream_is(expr.stream);
      break;
    case ExprKind::WindowRead: {
      const Window& window = program_.windows[expr.window];
      result = stream_is(window.target) && window.aggregate != nullptr &&
               window.aggregate->ends != builtins::AggregateEnds::Point;
      break;
    }
    case ExprKind::InstanceAggregate: {
      const InstanceAggregation& aggregation = program_.aggregations[expr.aggregation];
      result = stream_is(aggregation.target) && !aggregation.map.valid() &&
               aggregation.aggregate->ends != builtins::AggregateEnds::Point;
      break;
    }
    case ExprKind::Constant:
    case ExprKind::Parameter:
    case ExprKind::LambdaParameter:
    case ExprKind::Now:
    case ExprKind::IsFresh:
    case ExprKind::Error:
      break;
    case ExprKind::Apply:
    case ExprKind::Equal:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::If:
    case ExprKind::Defaults:
    case ExprKind::Tuple:
    case ExprKind::Project:
    case ExprKind::Some:
      for (const ExprId operand : expr.operands) {
        result = result || is_uncertain(operand);
      }
      break;
  }
  known_[id.value] = result;
  return result;
}

Interval Companions::range_of_stream(StreamId stream, int depth) {
  if (const auto found = notes_.input_ranges.find(stream.value);
      found != notes_.input_ranges.end()) {
    return found->second;
  }
  const std::vector<EvalClause>& evals = program_.streams[stream].evals;
  if (program_.streams[stream].type.is(TypeKind::Prob)) {
    return {0.0, 1.0};
  }
  if (evals.empty()) {
    return kAnything;
  }
  Interval all = range_of(evals.front().with, depth);
  for (const EvalClause& eval : evals) {
    all = hull(all, range_of(eval.with, depth));
  }
  return all;
}

/// Where all values of an expression lie, whatever the data.
Interval Companions::range_of(ExprId id, int depth) {
  constexpr int kDeepest = 12;  // a stream that reads its own past ends here
  const Expr expr = program_.exprs[id];
  const Type& type = expr.type.is(TypeKind::Optional) ? expr.type.inner() : expr.type;
  if (type.is(TypeKind::Prob)) {
    return {0.0, 1.0};
  }
  if (depth > kDeepest) {
    return kAnything;
  }
  if (const auto found = notes_.places.find(id.value); found != notes_.places.end()) {
    const Place& place = found->second;
    return place.is_mean ? range_of_stream(place.source, depth + 1) : Interval{0.0, 1.0};
  }
  const auto part = [&](std::size_t i) { return range_of(expr.operands[i], depth + 1); };
  switch (expr.kind) {
    case ExprKind::Constant: {
      const auto value = constant_in(id);
      return value ? Interval{*value, *value} : kAnything;
    }
    case ExprKind::Sync:
    case ExprKind::Offset:
    case ExprKind::Hold:
    case ExprKind::Get:
      return range_of_stream(expr.stream, depth + 1);
    case ExprKind::InstanceAggregate:
    case ExprKind::WindowRead: {
      const bool window = expr.kind == ExprKind::WindowRead;
      const builtins::Aggregate* aggregate =
          window ? program_.windows[expr.window].aggregate
                 : program_.aggregations[expr.aggregation].aggregate;
      const StreamId target = window ? program_.windows[expr.window].target
                                     : program_.aggregations[expr.aggregation].target;
      const bool within =
          aggregate != nullptr &&
          (aggregate->name == "min" || aggregate->name == "max" || aggregate->name == "avg");
      return within ? range_of_stream(target, depth + 1) : kAnything;
    }
    case ExprKind::Apply:
      if (expr.function->name == "subtract") {
        const Interval a = part(0);
        const Interval b = part(1);
        return {a.low - b.high, a.high - b.low};
      }
      if (expr.function->name == "abs") {
        return builtins::evidence::magnitude(part(0));
      }
      if (expr.function->name == "min" || expr.function->name == "max") {
        return hull(part(0), part(1));
      }
      if (expr.function->name == "cast" || expr.function->name == "widen") {
        return part(0);
      }
      return kAnything;
    case ExprKind::If:
      return hull(part(1), part(2));
    case ExprKind::Defaults:
      return hull(part(0), part(1));
    case ExprKind::Some:
      return part(0);
    case ExprKind::Parameter:
    case ExprKind::LambdaParameter:
    case ExprKind::Now:
    case ExprKind::IsFresh:
    case ExprKind::Equal:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Tuple:
    case ExprKind::Project:
    case ExprKind::Error:
      break;
  }
  return kAnything;
}

}  // namespace fairmon::ir::evidence
