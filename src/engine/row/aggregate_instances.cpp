#include <algorithm>

#include "engine/row/cycle_evaluator.hpp"

namespace fairmon::engine {

namespace {
constexpr std::uint32_t kInstancesAtOnce = 1024;
}

void CycleEvaluator::aggregate(const Frame& frame, ir::ExprId id, const Selection& selection,
                               const Cell** out) {
  const ir::Expr& expr = plan_.expr(id);
  const std::uint32_t num_cells = expr.type.num_cells();
  // Lambdas may aggregate again, so the result of each level has a place of its own.
  Cell* result = arena_.cells(num_cells);
  std::fill_n(result, num_cells, Cell{0});
  if (aggregations_[expr.aggregation.index()].depends_on_reader) {
    Cell** made = columns(num_cells, frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      aggregate_for(frame, expr, lane, result);
      for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
        made[cell][lane] = result[cell];
      }
    });
    std::copy_n(made, num_cells, out);
    return;
  }
  const std::size_t failed_before = frame.failures->size();
  const bool good = selection.empty() || aggregate_for(frame, expr, selection[0], result);
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    out[cell] = constant_column(result[cell], frame.count);
  }
  if (good) {
    return;
  }
  const bool has_reason = frame.failures->size() > failed_before;
  LaneFailure reason = has_reason ? frame.failures->back() : LaneFailure{};
  for_each(selection, [&](std::uint32_t lane) {
    reason.lane = lane;
    if (has_reason) {
      fail(frame, lane, reason);
    }
    frame.bad[lane] = 1;
  });
}

bool CycleEvaluator::aggregate_for(const Frame& frame, const ir::Expr& expr, std::uint32_t lane,
                                   Cell* result) {
  ArenaScope scope(arena_);
  if (InstanceFold* fold = state_.folds[expr.aggregation.index()].get()) {
    builtins::Evaluation evaluation = aggregate_context();
    fold->read(result, evaluation);
    return finished(frame, expr, lane, evaluation);
  }
  BoundAggregation& bound = aggregations_[expr.aggregation.index()];
  const builtins::BoundAggregate& aggregate = bound.aggregate;
  const bool holistic = aggregate.algebra == builtins::Algebra::Holistic;
  const std::uint32_t width = aggregate.input.num_cells();
  Cell* state = arena_.cells(std::max(1U, aggregate.state_cells));
  bound.values.clear();
  if (!holistic) {
    aggregate.start(state);
  }
  const auto take = [&](const Cell* value) {
    if (holistic) {
      bound.values.insert(bound.values.end(), value, value + width);
    } else {
      aggregate.add(state, value, state_.now);
    }
  };
  const ir::StreamId target = plan_.program->aggregations[expr.aggregation].target;
  const std::vector<std::uint32_t>& valued = state_.stores[target.index()].valued();
  LambdaFailure failed;
  for (std::size_t first = 0; first < valued.size(); first += kInstancesAtOnce) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(kInstancesAtOnce, valued.size() - first));
    gather(frame, expr.aggregation, lane, valued.data() + first, count, failed, take);
  }
  if (failed.slot != kNone) {
    if (failed.reason) {
      failed.reason->lane = lane;
      fail(frame, lane, *failed.reason);
    }
    frame.bad[lane] = 1;
    return false;
  }
  builtins::Evaluation evaluation = aggregate_context();
  if (holistic) {
    aggregate.finish_values(bound.values, aggregate.argument, result, evaluation);
  } else {
    aggregate.finish(state, result, evaluation);
  }
  return finished(frame, expr, lane, evaluation);
}

bool CycleEvaluator::finished(const Frame& frame, const ir::Expr& expr, std::uint32_t lane,
                              const builtins::Evaluation& evaluation) {
  if (evaluation.failure == builtins::Failure::None) {
    return true;
  }
  const Type& result = aggregations_[expr.aggregation.index()].aggregate.result;
  fail(frame, lane, {lane, evaluation.failure, evaluation.offender, expr.span, nullptr, &result});
  return false;
}

/// Of all instances for which a lambda fails the one with the smallest key gives the reason, in
/// whatever order they are asked.
void CycleEvaluator::note_failed(const Frame& inner, LambdaFailure& failed) const {
  const InstanceTable& table = state_.tables[plan_.streams[inner.lambda_stream].table];
  for (std::uint32_t lane = 0; lane < inner.count; ++lane) {
    const std::uint32_t slot = inner.lambda_slots[lane];
    if (inner.bad[lane] == 0 || (failed.slot != kNone && !table.key_less(slot, failed.slot))) {
      continue;
    }
    const auto reason = std::ranges::find(*inner.failures, lane, &LaneFailure::lane);
    failed.slot = slot;
    failed.reason = reason == inner.failures->end() ? std::nullopt : std::optional(*reason);
  }
}

template <class Take>
void CycleEvaluator::gather(const Frame& frame, ir::AggregationId id, std::uint32_t lane,
                            const std::uint32_t* candidates, std::uint32_t count,
                            LambdaFailure& failed, Take&& take) {
  ArenaScope scope(arena_);
  const ir::InstanceAggregation& aggregation = plan_.program->aggregations[id];
  const Store& store = state_.stores[aggregation.target.index()];
  Selection selection = Selection::all(count);
  if (aggregation.selection == ir::Selection::Fresh) {
    std::uint32_t* fresh = arena_.indices(count);
    selection = {fresh, 0};
    for (std::uint32_t i = 0; i < count; ++i) {
      fresh[selection.count] = i;
      selection.count += store.fresh(candidates[i], state_.cycle) ? 1U : 0U;
    }
  }
  const std::uint32_t width = aggregations_[id.index()].aggregate.input.num_cells();
  const Cell** mapped = pointers(width);
  if (aggregation.where.valid() || aggregation.map.valid()) {
    std::vector<LaneFailure> failures;
    Frame inner;
    inner.count = count;
    inner.table = frame.table;
    inner.lambda_slots = candidates;
    inner.lambda_stream = aggregation.target.value;
    inner.bad = arena_.bytes(count);
    std::fill_n(inner.bad, count, std::uint8_t{0});
    inner.failures = &failures;
    if (frame.slots != nullptr) {
      std::uint32_t* reader = arena_.indices(count);
      std::fill_n(reader, count, frame.slots[lane]);
      inner.slots = reader;
    }
    selection = filter(inner, aggregations_[id.index()].conditions, selection);
    if (aggregation.map.valid() && !selection.empty()) {
      eval(inner, aggregation.map, selection, mapped);
    }
    if (std::any_of(inner.bad, inner.bad + count, [](std::uint8_t bad) { return bad != 0; })) {
      return note_failed(inner, failed);
    }
  }
  Cell* value = arena_.cells(width);
  for_each(selection, [&](std::uint32_t i) {
    for (std::uint32_t cell = 0; cell < width; ++cell) {
      value[cell] = aggregation.map.valid() ? mapped[cell][i] : store.value(candidates[i], cell);
    }
    take(value);
  });
}

}  // namespace fairmon::engine
