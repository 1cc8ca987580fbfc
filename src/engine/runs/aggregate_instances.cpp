#include <algorithm>

#include "engine/columns/accumulator.hpp"
#include "engine/runs/run_evaluator.hpp"

namespace fairmon::engine {

namespace {
constexpr std::uint32_t kInstancesAtOnce = InstanceFold::kBlock;

/// All values side by side, for aggregates that need them all.
void append_values(const FoldBlock& block, std::uint32_t width, std::vector<Cell>& values) {
  for (std::uint32_t i = 0; i < block.count; ++i) {
    for (std::uint32_t cell = 0; block.has[i] != 0 && cell < width; ++cell) {
      values.push_back(block.columns[cell][i]);
    }
  }
}

}  // namespace

void RunEvaluator::aggregate(const Frame& frame, ir::ExprId id, const Selection& selection,
                             const Cell** out) {
  const ir::Expr& expr = plan_.expr(id);
  if (state_.folds[expr.aggregation.index()]) {
    return read_fold(frame, expr, selection, out);
  }
  const bool depends = aggregations_[expr.aggregation.index()].depends_on_reader;
  const std::uint32_t num_cells = expr.type.num_cells();
  // Lambdas may aggregate again, so the result of each level has a place of its own.
  Cell* result = arena_.cells(num_cells);
  std::fill_n(result, num_cells, Cell{0});
  Cell** made = columns(num_cells, frame.count);
  std::uint32_t known_row = kNone;
  AggregateFailure failure;
  for_each(selection, [&](std::uint32_t lane) {
    if (depends || frame.row_of(lane) != known_row) {
      failure = aggregate_for(frame, expr, lane, result);
      known_row = frame.row_of(lane);
    }
    if (failure.failed) {
      enter_failure(frame, lane, failure);
    }
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      made[cell][lane] = result[cell];
    }
  });
  std::copy_n(made, num_cells, out);
}

void RunEvaluator::enter_failure(const Frame& frame, std::uint32_t lane,
                                 const AggregateFailure& failure) const {
  if (failure.reason) {
    LaneFailure reason = *failure.reason;
    reason.lane = lane;
    fail(frame, lane, reason);
  }
  frame.bad[lane] |= 1;
}

RunEvaluator::AggregateFailure RunEvaluator::failed_result(
    const ir::Expr& expr, const builtins::Evaluation& evaluation) const {
  AggregateFailure failure;
  if (evaluation.failure != builtins::Failure::None) {
    failure.failed = true;
    failure.reason = LaneFailure{0,
                                 evaluation.failure,
                                 evaluation.offender,
                                 expr.span,
                                 nullptr,
                                 &aggregations_[expr.aggregation.index()].aggregate.result};
  }
  return failure;
}

const std::vector<std::uint32_t>& RunEvaluator::valued_at(std::uint32_t stream, std::uint32_t row) {
  const Store& store = state_.stores[stream];
  const RunLog& log = logs_[stream];
  if (!log.used) {
    return store.valued();
  }
  Valued& valued = valued_[stream];
  if (valued.num_rows == kNone || valued.num_rows > row + 1) {
    valued.slots.assign(store.valued().begin(), store.valued().end());
    valued.listed.begin(state_.tables[plan_.streams[stream].table].num_slots());
    valued.num_rows = 0;
  }
  // Its own values of this row are there already: what it reads is evaluated before it.
  log.for_values(valued.num_rows, row + 1, [&](std::uint32_t, std::uint32_t slot, std::uint32_t) {
    if (store.count(slot) == 0 && valued.listed.newest(slot) == kNone) {
      valued.listed.set(slot, 0);
      valued.slots.push_back(slot);
    }
  });
  valued.num_rows = row + 1;
  return valued.slots;
}

RunEvaluator::AggregateFailure RunEvaluator::aggregate_for(const Frame& frame, const ir::Expr& expr,
                                                           std::uint32_t lane, Cell* result) {
  ArenaScope scope(arena_);
  BoundAggregation& bound = aggregations_[expr.aggregation.index()];
  const builtins::BoundAggregate& aggregate = bound.aggregate;
  const bool holistic = aggregate.algebra == builtins::Algebra::Holistic;
  Accumulator state(aggregate, arena_.cells(Accumulator::room(aggregate)));
  bound.values.clear();
  const ir::StreamId target = plan_.program->aggregations[expr.aggregation].target;
  const std::vector<std::uint32_t>& valued = valued_at(target.value, frame.row_of(lane));
  AggregateFailure failed;
  for (std::size_t first = 0; first < valued.size(); first += kInstancesAtOnce) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(kInstancesAtOnce, valued.size() - first));
    ArenaScope inner(arena_);
    const FoldBlock block =
        gather(frame, expr.aggregation, lane, valued.data() + first, count, failed);
    if (holistic) {
      append_values(block, aggregate.input.num_cells(), bound.values);
    } else {
      add_block(state, block, aggregate.input.num_cells());
    }
  }
  if (failed.failed) {
    return failed;
  }
  builtins::Evaluation evaluation = aggregate_context();
  if (holistic) {
    aggregate.finish_values(bound.values, aggregate.argument, result, evaluation);
  } else {
    state.finish(result, evaluation);
  }
  return failed_result(expr, evaluation);
}

/// Of all instances for which a lambda fails the one with the smallest key gives the reason, in
/// whatever order they are asked.
void RunEvaluator::note_failed(const Frame& inner, AggregateFailure& failed) const {
  const InstanceTable& table = state_.tables[plan_.streams[inner.lambda_stream].table];
  for (std::uint32_t lane = 0; lane < inner.count; ++lane) {
    const std::uint32_t slot = inner.lambda_slots[lane];
    if (inner.bad[lane] == 0 || (failed.slot != kNone && !table.key_less(slot, failed.slot))) {
      continue;
    }
    const auto reason = std::ranges::find(*inner.failures, lane, &LaneFailure::lane);
    failed.failed = true;
    failed.slot = slot;
    failed.reason = reason == inner.failures->end() ? std::nullopt : std::optional(*reason);
  }
}

/// Those of the instances looked at that have a value in the row itself.
Selection RunEvaluator::only_fresh(const Frame& inner) {
  const RunLog& log = logs_[inner.lambda_stream];
  const Store& store = state_.stores[inner.lambda_stream];
  std::uint32_t* fresh = arena_.indices(inner.count);
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < inner.count; ++i) {
    const std::uint32_t slot = inner.lambda_slots[i];
    const bool is_fresh =
        log.used ? fresh_value(log, slot, inner.row) != kNone : store.fresh(slot, cycle(inner.row));
    fresh[count] = i;
    count += is_fresh ? 1U : 0U;
  }
  return {fresh, count};
}

void RunEvaluator::lambda_value(const Frame& frame, const Selection& selection, const Cell** out) {
  const RunLog& log = logs_[frame.lambda_stream];
  const Store& store = state_.stores[frame.lambda_stream];
  if (frame.lambda_values != nullptr) {
    std::copy_n(frame.lambda_values, store.num_cells(), out);
    return;
  }
  Cell** made = columns(store.num_cells(), frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = frame.lambda_slots[lane];
    const std::uint32_t value =
        log.used ? overlay_at(frame.lambda_stream, frame.row_of(lane)).newest(slot) : kNone;
    for (std::uint32_t cell = 0; cell < store.num_cells(); ++cell) {
      made[cell][lane] = value != kNone ? log.columns[cell][value] : store.value(slot, cell);
    }
  });
  std::copy_n(made, store.num_cells(), out);
}

FoldBlock RunEvaluator::gather(const Frame& frame, ir::AggregationId id, std::uint32_t lane,
                               const std::uint32_t* candidates, std::uint32_t count,
                               AggregateFailure& failed) {
  const ir::InstanceAggregation& aggregation = plan_.program->aggregations[id];
  std::vector<LaneFailure> failures;
  Frame inner;
  inner.count = count;
  inner.row = frame.row_of(lane);
  inner.table = frame.table;
  inner.lambda_slots = candidates;
  inner.lambda_stream = aggregation.target.value;
  inner.bad = arena_.bytes(count);
  std::fill_n(inner.bad, count, std::uint8_t{0});
  inner.failures = &failures;
  renew(inner);
  if (frame.slots != nullptr) {
    std::uint32_t* reader = arena_.indices(count);
    std::fill_n(reader, count, frame.slots[lane]);
    inner.slots = reader;
  }
  Selection selection =
      aggregation.selection == ir::Selection::Fresh ? only_fresh(inner) : Selection::all(count);
  const std::uint32_t width = aggregations_[id.index()].aggregate.input.num_cells();
  const Cell** mapped = pointers(width);
  selection = filter(inner, aggregations_[id.index()].conditions, selection);
  if (!selection.empty()) {
    if (aggregation.map.valid()) {
      eval(inner, aggregation.map, selection, mapped);
    } else {
      lambda_value(inner, selection, mapped);
    }
  }
  if (std::any_of(inner.bad, inner.bad + count, [](std::uint8_t bad) { return bad != 0; })) {
    note_failed(inner, failed);
  }
  std::uint8_t* has = arena_.bytes(count);
  std::fill_n(has, count, std::uint8_t{0});
  for_each(selection, [&](std::uint32_t i) { has[i] = 1; });
  return {candidates, 0, count, has, mapped};
}

}  // namespace fairmon::engine
