#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "engine/runs/run_evaluator.hpp"

// Aggregates over instances that are kept up to date, or swept when most has changed.
namespace fairmon::engine {

void RunEvaluator::read_fold(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                             const Cell** out) {
  const std::uint32_t num_cells = expr.type.num_cells();
  const std::uint32_t target = plan_.program->aggregations[expr.aggregation].target.value;
  if (!logs_[target].used) {
    // Nothing changes within this run.
    Cell* result = arena_.cells(num_cells);
    builtins::Evaluation evaluation = aggregate_context();
    read_stored_fold(expr.aggregation, result, evaluation);
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      out[cell] = constant_column(result[cell], frame.count);
    }
    const AggregateFailure failure = failed_result(expr, evaluation);
    if (failure.failed) {
      for_each(selection, [&](std::uint32_t lane) { enter_failure(frame, lane, failure); });
    }
    return;
  }
  if (selection.empty()) {
    return;
  }
  const FoldResults& results = fold_results_[expr.aggregation.index()];
  const std::uint32_t last = frame.row_of(selection[selection.count - 1]);
  // Row by row, the rows behind may not be there yet, or not for long.
  feed_fold(expr.aggregation.value, frame.lanes_are_rows() ? num_rows_ - 1 : last);
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    if (frame.lanes_are_rows()) {
      out[cell] = results.columns[cell];
      continue;
    }
    Cell* column = arena_.cells(frame.count);
    for_each(selection,
             [&](std::uint32_t lane) { column[lane] = results.columns[cell][frame.row_of(lane)]; });
    out[cell] = column;
  }
  if (results.failed.empty()) {
    return;
  }
  for_each(selection, [&](std::uint32_t lane) {
    const auto failed =
        std::ranges::lower_bound(results.failed, frame.row_of(lane), {}, &FoldResults::Failed::row);
    if (failed != results.failed.end() && failed->row == frame.row_of(lane)) {
      builtins::Evaluation evaluation;
      evaluation.fail(failed->failure, failed->offender);
      enter_failure(frame, lane, failed_result(expr, evaluation));
    }
  });
}

void RunEvaluator::read_stored_fold(ir::AggregationId id, Cell* result,
                                    builtins::Evaluation& evaluation) {
  InstanceFold& fold = *state_.folds[id.index()];
  switch (fold.way()) {
    case InstanceFold::Way::Sweep:
      fold.begin_sweep();
      stored_blocks(id, [&](const FoldBlock& block) { fold.sweep(block); });
      fold.end_sweep();
      [[fallthrough]];
    case InstanceFold::Way::Known:
      return fold.read_known(result, evaluation);
    case InstanceFold::Way::Rebuild:
    case InstanceFold::Way::Touched:
      settle_fold(id);
      return fold.read(result, evaluation);
  }
}

/// Brings what is kept up to the store, which must be that of before the run.
void RunEvaluator::settle_fold(ir::AggregationId id) {
  InstanceFold& fold = *state_.folds[id.index()];
  if (fold.way() == InstanceFold::Way::Touched) {
    stored_blocks_of(id, fold.touched(), [&](const FoldBlock& block) { fold.update(block); });
  } else {
    const std::uint32_t target = plan_.program->aggregations[id].target.value;
    fold.begin_rebuild(state_.stores[target].valued().size());
    stored_blocks(id, [&](const FoldBlock& block) { fold.update(block); });
  }
  fold.settled();
}

template <class Take>
void RunEvaluator::stored_blocks(ir::AggregationId id, Take&& take) {
  const Store& store = state_.stores[plan_.program->aggregations[id].target.index()];
  const std::uint64_t* cycles = store.cycles().data();
  const auto num_slots = static_cast<std::uint32_t>(store.cycles().size());
  if (store.kept() != 1 || store.num_cells() != 1 || store.valued().size() < num_slots / 4) {
    return stored_blocks_of(id, store.valued(), take);
  }
  for (std::uint32_t first = 0; first < num_slots; first += InstanceFold::kBlock) {
    ArenaScope scope(arena_);
    const std::uint32_t count = std::min(InstanceFold::kBlock, num_slots - first);
    std::uint8_t* has = nullptr;
    if (!store.surely_valued(first, count)) {
      has = arena_.bytes(count);
      mark_set(cycles + first, has, count);
    }
    const Cell* column = store.newest_column(0).data() + first;
    take(through_lambda(id, {nullptr, first, count, has, &column}));
  }
}

template <class Take>
void RunEvaluator::stored_blocks_of(ir::AggregationId id, const std::vector<std::uint32_t>& slots,
                                    Take&& take) {
  const Store& store = state_.stores[plan_.program->aggregations[id].target.index()];
  for (std::size_t first = 0; first < slots.size(); first += InstanceFold::kBlock) {
    ArenaScope scope(arena_);
    const auto count = static_cast<std::uint32_t>(
        std::min<std::size_t>(InstanceFold::kBlock, slots.size() - first));
    const std::uint32_t* some = slots.data() + first;
    std::uint8_t* has = arena_.bytes(count);
    Cell** made = columns(store.num_cells(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
      has[i] = store.count(some[i]) > 0 ? 1 : 0;
      for (std::uint32_t cell = 0; cell < store.num_cells(); ++cell) {
        made[cell][i] = has[i] != 0 ? store.value(some[i], cell) : 0;
      }
    }
    take(through_lambda(id, {some, 0, count, has, made}));
  }
}

/// Such a lambda cannot fail, so that its parts may be computed for values that it leaves out.
FoldBlock RunEvaluator::through_lambda(ir::AggregationId id, const FoldBlock& block) {
  const ir::InstanceAggregation& aggregation = plan_.program->aggregations[id];
  if (!aggregation.where.valid() && !aggregation.map.valid()) {
    return block;
  }
  const Selection selection = there(block);
  std::vector<LaneFailure> failures;
  Frame frame;
  frame.count = block.count;
  frame.row = 0;
  frame.lambda_stream = aggregation.target.value;
  frame.lambda_values = block.columns;
  frame.bad = arena_.bytes(block.count);
  std::fill_n(frame.bad, block.count, std::uint8_t{0});
  frame.failures = &failures;
  renew(frame);
  if (aggregations_[id.index()].reads_keys) {
    std::uint32_t* slots = arena_.indices(block.count);
    for (std::uint32_t i = 0; i < block.count; ++i) {
      slots[i] = block.slot(i);
    }
    frame.lambda_slots = slots;
  }
  FoldBlock result = block;
  if (selection.empty()) {
    return result;
  }
  if (aggregation.where.valid()) {
    const Cell* holds = nullptr;
    eval(frame, aggregation.where, selection, &holds);
    std::uint8_t* has = arena_.bytes(block.count);
    if (selection.lanes == nullptr) {
      mark_true(holds, has, block.count);
    } else {
      std::fill_n(has, block.count, std::uint8_t{0});
      for_each(selection, [&](std::uint32_t i) { has[i] = holds[i] & 1U; });
    }
    result.has = has;
  }
  if (aggregation.map.valid()) {
    const Cell** mapped = pointers(plan_.expr(aggregation.map).type.num_cells());
    eval(frame, aggregation.map, selection, mapped);
    result.columns = mapped;
  }
  return result;
}

Selection RunEvaluator::there(const FoldBlock& block) {
  if (block.has == nullptr || count_marked(block.has, block.count) == block.count) {
    return Selection::all(block.count);
  }
  std::uint32_t* listed = arena_.indices(block.count);
  Selection selection{listed, 0};
  for (std::uint32_t i = 0; i < block.count; ++i) {
    listed[selection.count] = i;
    selection.count += block.has[i];
  }
  return selection;
}

FoldBlock RunEvaluator::logged_block(ir::AggregationId id, std::uint32_t from, std::uint32_t to,
                                     const std::uint32_t** rows) {
  const std::uint32_t target = plan_.program->aggregations[id].target.value;
  const RunLog& log = logs_[target];
  const std::uint32_t num_cells = plan_.streams[target].num_cells;
  const std::uint32_t most = log.cross ? log.row_begin[to] - log.row_begin[from] : to - from;
  std::uint32_t* value_rows = arena_.indices(most);
  std::uint32_t* slots = arena_.indices(most);
  Cell** made = columns(num_cells, most);
  std::uint32_t count = 0;
  log.for_values(from, to, [&](std::uint32_t value, std::uint32_t slot, std::uint32_t row) {
    value_rows[count] = row;
    slots[count] = slot;
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      made[cell][count] = log.columns[cell][value];
    }
    ++count;
  });
  std::uint8_t* has = arena_.bytes(most);
  std::fill_n(has, count, std::uint8_t{1});
  *rows = value_rows;
  return through_lambda(id, {slots, 0, count, has, made});
}

void RunEvaluator::feed_fold(std::uint32_t id, std::uint32_t row) {
  const ir::InstanceAggregation& aggregation = plan_.program->aggregations[ir::AggregationId(id)];
  const RunLog& log = logs_[aggregation.target.index()];
  FoldResults& results = fold_results_[id];
  InstanceFold& fold = *state_.folds[id];
  if (results.num_rows > row) {
    return;
  }
  if (results.columns == nullptr) {
    settle_fold(ir::AggregationId(id));
    const std::uint32_t num_cells = fold.result_type().num_cells();
    results.columns = reinterpret_cast<Cell**>(run_arena_.cells(num_cells));
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      results.columns[cell] = run_arena_.cells(num_rows_);
    }
  }
  const bool plain = !aggregation.where.valid() && !aggregation.map.valid();
  if (plain && fold.is_extreme() && !log.cross) {
    fold.follow(log, results.num_rows, row + 1, results.columns[0], results.columns[1]);
    results.num_rows = row + 1;
    return;
  }
  fold_rows(ir::AggregationId(id), row + 1);
}

void RunEvaluator::fold_rows(ir::AggregationId id, std::uint32_t to) {
  ArenaScope scope(arena_);
  FoldResults& results = fold_results_[id.index()];
  InstanceFold& fold = *state_.folds[id.index()];
  const std::uint32_t* rows = nullptr;
  const FoldBlock block = logged_block(id, results.num_rows, to, &rows);
  const std::uint32_t num_cells = fold.result_type().num_cells();
  Cell* result = arena_.cells(num_cells);
  builtins::Evaluation evaluation = aggregate_context();
  bool changed = true;
  std::uint32_t next = 0;
  for (; results.num_rows < to; ++results.num_rows) {
    const std::uint32_t begin = next;
    while (next < block.count && rows[next] == results.num_rows) {
      ++next;
    }
    if (next > begin) {
      FoldBlock part = block;
      part.slots += begin;
      part.has += begin;
      part.count = next - begin;
      fold.update(part, begin);
      changed = true;
    }
    if (changed) {
      evaluation.failure = builtins::Failure::None;
      fold.read(result, evaluation);
      changed = false;
    }
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      results.columns[cell][results.num_rows] = result[cell];
    }
    if (evaluation.failure != builtins::Failure::None) {
      results.failed.push_back({results.num_rows, evaluation.failure, evaluation.offender});
    }
  }
}

void RunEvaluator::finish_fold(std::uint32_t id) {
  const std::uint32_t target = plan_.program->aggregations[ir::AggregationId(id)].target.value;
  InstanceFold& fold = *state_.folds[id];
  const FoldResults& results = fold_results_[id];
  if (results.columns == nullptr) {
    logs_[target].for_values(
        0, num_rows_, [&](std::uint32_t, std::uint32_t slot, std::uint32_t) { fold.touch(slot); });
    return;
  }
  if (results.num_rows < num_rows_) {
    ArenaScope scope(arena_);
    const std::uint32_t* rows = nullptr;
    fold.update(logged_block(ir::AggregationId(id), results.num_rows, num_rows_, &rows));
  }
}

}  // namespace fairmon::engine
