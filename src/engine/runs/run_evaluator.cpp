#include "engine/runs/run_evaluator.hpp"

#include <algorithm>

namespace fairmon::engine {

namespace {

/// Are the bits first … first+count−1 all set?
bool all_present(const InputColumn& column, std::size_t first, std::size_t count) {
  const std::size_t end = first + count;
  for (std::size_t word = first / 64; word * 64 < end; ++word) {
    std::uint64_t wanted = ~std::uint64_t{0};
    if (word == first / 64) {
      wanted <<= first % 64;
    }
    if (end - word * 64 < 64) {
      wanted &= (std::uint64_t{1} << (end - word * 64)) - 1;
    }
    if ((column.present[word] & wanted) != wanted) {
      return false;
    }
  }
  return true;
}

}  // namespace

RunEvaluator::RunEvaluator(State& state)
    : Evaluator(state),
      logs_(state.plan.streams.size()),
      overlays_(state.plan.streams.size()),
      window_fed_(state.windows.size()),
      fold_fed_(state.folds.size()) {
  std::uint32_t widest = 1;
  for (const StreamPlan& stream : plan_.streams) {
    widest = std::max(widest, stream.num_cells);
  }
  value_.resize(widest);
}

void RunEvaluator::begin_run(const EventBatch& events, std::size_t first, std::uint32_t count) {
  num_rows_ = count;
  num_found_ = 0;
  run_arena_.release({});
  times_ = events.times().data() + first;
  first_cycle_ = state_.cycle;
  std::fill(window_fed_.begin(), window_fed_.end(), 0U);
  std::fill(fold_fed_.begin(), fold_fed_.end(), 0U);
  for (RunLog& log : logs_) {
    log.reset();
  }
  if (present_rows_.size() < count) {
    present_rows_.resize(count, 1);
  }
  for (std::uint32_t input = 0; input < plan_.program->num_inputs; ++input) {
    const InputColumn& column = events.column(input);
    RunLog& log = logs_[input];
    log.used = true;
    const Cell** columns = pointers(1);
    columns[0] = column.cells.data() + first;
    log.columns = columns;
    log.all = all_present(column, first, count);
    if (log.all) {
      log.has = present_rows_.data();
      continue;
    }
    log.has = arena_.bytes(count);
    for (std::uint32_t row = 0; row < count; ++row) {
      log.has[row] = column.has(first + row) ? 1 : 0;
    }
  }
}

bool RunEvaluator::exists(std::uint32_t table, std::uint32_t slot,
                          std::uint32_t row) const noexcept {
  const InstanceTable& instances = state_.tables[table];
  return slot < instances.num_slots() && instances.exists(slot) &&
         instances.spawn_cycle(slot) <= cycle(row);
}

const std::uint32_t* RunEvaluator::find_rows(std::uint32_t table, const Cell* const* keys,
                                             const Selection& rows) {
  Frame frame;
  frame.count = num_rows_;
  return find(frame, table, keys, rows, false);
}

void RunEvaluator::remember(std::uint32_t table, const Cell* const* keys,
                            const std::uint32_t* slots) {
  if (num_found_ == found_.size()) {
    found_.emplace_back();
  }
  Found& entry = found_[num_found_++];
  entry.table = table;
  entry.keys.assign(keys, keys + plan_.tables[table].num_key_cells);
  entry.slots = slots;
}

const std::uint32_t* RunEvaluator::find(const Frame& frame, std::uint32_t table,
                                        const Cell* const* keys, const Selection& selection,
                                        bool lingering) {
  // The same columns were looked up for all rows before, usually by the spawn.
  for (std::size_t i = 0; i < num_found_ && frame.rows == nullptr && !lingering; ++i) {
    if (found_[i].table == table &&
        std::equal(found_[i].keys.begin(), found_[i].keys.end(), keys)) {
      return found_[i].slots;
    }
  }
  const InstanceTable& instances = state_.tables[table];
  std::uint32_t* slots = arena_.indices(frame.count);
  std::uint64_t* hashes = arena_.cells(frame.count);
  instances.find_all(keys, selection, hashes, slots);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = slots[lane];
    const bool good = slot != kNone && (lingering || exists(table, slot, row_of(frame, lane)));
    slots[lane] = good ? slot : kNone;
  });
  // Columns of a recursive evaluation do not last, so nothing can be recognised by them.
  if (frame.rows == nullptr && !lingering && selection.count == num_rows_ && recursive_ == kNone) {
    remember(table, keys, slots);
  }
  return slots;
}

const Cell* RunEvaluator::now(const Frame& frame, const Selection& selection) {
  Cell* column = arena_.cells(frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    column[lane] = cell_of(time(row_of(frame, lane)) + state_.start_time);
  });
  return column;
}

void RunEvaluator::feed_window(std::uint32_t window, std::uint32_t row) {
  const std::uint32_t target = plan_.program->windows[ir::WindowId(window)].target.value;
  const RunLog& log = logs_[target];
  std::uint32_t& fed = window_fed_[window];
  if (!log.used || fed > row) {
    return;
  }
  WindowFeed feed{&log,         fed, row + 1, times_, first_cycle_, plan_.streams[target].num_cells,
                  value_.data()};
  state_.windows[window]->feed_all(feed);
  fed = row + 1;
}

void RunEvaluator::feed_fold(std::uint32_t fold, std::uint32_t row) {
  const std::uint32_t target = plan_.program->aggregations[ir::AggregationId(fold)].target.value;
  const RunLog& log = logs_[target];
  std::uint32_t& fed = fold_fed_[fold];
  if (!log.used || fed > row) {
    return;
  }
  const std::uint32_t num_cells = plan_.streams[target].num_cells;
  log.for_values(fed, row + 1, [&](std::uint32_t value, std::uint32_t slot, std::uint32_t) {
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      value_[cell] = log.columns[cell][value];
    }
    state_.folds[fold]->update(slot, value_.data());
  });
  fed = row + 1;
}

void RunEvaluator::read_window(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                               const Selection& selection, const Cell** out) {
  const ir::Window& planned = plan_.program->windows[expr.window];
  Window& window = *state_.windows[expr.window.index()];
  const std::uint32_t table = plan_.streams[planned.target.index()].table;
  const bool discrete = planned.kind == ir::WindowKind::Discrete;
  const bool from_spawn = planned.start == ir::WindowStart::CallerSpawn && frame.table != kNone;
  const std::uint32_t num_cells = expr.type.num_cells();
  Cell** made = columns(num_cells, frame.count);
  Cell* result = arena_.cells(num_cells);
  WindowMoment moment;
  builtins::Evaluation evaluation = aggregate_context();
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t row = row_of(frame, lane);
    feed_window(expr.window.value, row);
    moment.now = time(row);
    if (from_spawn) {
      const std::uint32_t caller = frame.slots == nullptr ? 0 : frame.slots[lane];
      moment.start = state_.tables[frame.table].spawn_time(caller);
      moment.first_cycle = state_.tables[frame.table].spawn_cycle(caller);
    }
    std::uint32_t slot = slots != nullptr ? slots[lane] : 0;
    if (slots == nullptr &&
        (state_.tables[table].num_slots() == 0 || (discrete && !exists(table, 0, row)))) {
      slot = kNone;
    }
    window.read(slot, moment, result, evaluation);
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      made[cell][lane] = result[cell];
    }
    if (evaluation.failure != builtins::Failure::None) {
      fail(frame, lane,
           {lane, evaluation.failure, evaluation.offender, expr.span, nullptr, &window.result()});
      evaluation.failure = builtins::Failure::None;
    }
  });
  std::copy_n(made, num_cells, out);
}

void RunEvaluator::aggregate(const Frame& frame, ir::ExprId id, const Selection& selection,
                             const Cell** out) {
  const ir::Expr& expr = plan_.expr(id);
  InstanceFold& fold = *state_.folds[expr.aggregation.index()];
  const std::uint32_t num_cells = expr.type.num_cells();
  Cell** made = columns(num_cells, frame.count);
  const RunLog& log = logs_[plan_.program->aggregations[expr.aggregation].target.index()];
  if (fold.is_extreme() && log.used && !log.cross && frame.rows == nullptr) {
    fold.follow(log, fold_fed_[expr.aggregation.index()], selection, made[0], made[1]);
    std::copy_n(made, num_cells, out);
    return;
  }
  Cell* result = arena_.cells(num_cells);
  builtins::Evaluation evaluation = aggregate_context();
  for_each(selection, [&](std::uint32_t lane) {
    feed_fold(expr.aggregation.value, row_of(frame, lane));
    fold.read(result, evaluation);
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      made[cell][lane] = result[cell];
    }
    if (evaluation.failure != builtins::Failure::None) {
      fail(
          frame, lane,
          {lane, evaluation.failure, evaluation.offender, expr.span, nullptr, &fold.result_type()});
      evaluation.failure = builtins::Failure::None;
    }
  });
  std::copy_n(made, num_cells, out);
}

std::size_t RunEvaluator::overlay_bytes() const noexcept {
  std::size_t total = 0;
  for (const Overlay& overlay : overlays_) {
    total += overlay.memory_bytes();
  }
  return total;
}

}  // namespace fairmon::engine
