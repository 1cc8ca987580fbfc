#include "engine/runs/run_evaluator.hpp"

#include <algorithm>

#include "support/check.hpp"

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
      shown_(state.plan.streams.size(), kNone),
      window_fed_(state.windows.size()),
      fold_results_(state.folds.size()),
      valued_(state.plan.streams.size()),
      links_(state) {
  const ir::Program& program = *plan_.program;
  std::uint32_t widest = 1;
  for (const StreamPlan& stream : plan_.streams) {
    widest = std::max(widest, stream.num_cells);
  }
  value_.resize(widest);
  for (const ir::InstanceAggregation& aggregation : program.aggregations) {
    const Type& input = aggregation.map.valid() ? program.exprs[aggregation.map].type
                                                : program.streams[aggregation.target].type;
    const auto bound = aggregation.aggregate->bind(input, aggregation.aggregate_argument);
    FAIRMON_CHECK(bound.has_value(), "the aggregate does not take the instances' values");
    BoundAggregation one{*bound, false, false, {}, {}};
    const std::size_t num_keys = program.streams[aggregation.target].parameters.size();
    if (aggregation.where.valid()) {
      one.conditions.push_back(aggregation.where);
    }
    for (const ir::ExprId lambda : {aggregation.where, aggregation.map}) {
      ir::for_each_expr(program, lambda, [&](ir::ExprId part) {
        const ir::Expr& expr = program.exprs[part];
        one.depends_on_reader |= expr.kind == ir::ExprKind::Parameter;
        one.reads_keys |= expr.kind == ir::ExprKind::LambdaParameter && expr.index < num_keys;
      });
    }
    aggregations_.push_back(std::move(one));
  }
}

void RunEvaluator::begin_one() {
  num_rows_ = 1;
  num_found_ = 0;
  one_time_ = Timestamp{state_.now};
  times_ = &one_time_;
  first_cycle_ = state_.cycle;
  if (!logged_) {
    return;
  }
  logged_ = false;
  for (RunLog& log : logs_) {
    log.reset();
  }
}

void RunEvaluator::begin_rows(const EventBatch& events, std::size_t first, std::uint32_t count) {
  num_rows_ = count;
  num_found_ = 0;
  logged_ = true;
  lasting_ = true;
  run_arena_.release({});
  times_ = events.times().data() + first;
  first_cycle_ = state_.cycle;
  std::fill(window_fed_.begin(), window_fed_.end(), 0U);
  std::fill(shown_.begin(), shown_.end(), kNone);
  for (FoldResults& results : fold_results_) {
    results.num_rows = 0;
    results.columns = nullptr;
    results.failed.clear();
  }
  for (Valued& valued : valued_) {
    valued.num_rows = kNone;
  }
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

void RunEvaluator::cut(std::uint32_t num_rows) {
  num_rows_ = num_rows;
  for (RunLog& log : logs_) {
    if (log.listed && log.produced.lanes == nullptr) {
      log.produced.count = std::min(log.produced.count, num_rows);
    } else if (log.listed) {
      const std::uint32_t* lanes = log.produced.lanes;
      const std::uint32_t* end = std::lower_bound(lanes, lanes + log.produced.count, num_rows);
      log.produced.count = static_cast<std::uint32_t>(end - lanes);
    }
    if (log.cross) {
      log.num_entries = log.row_begin[num_rows];
    }
  }
  std::fill(shown_.begin(), shown_.end(), kNone);
}

void RunEvaluator::start_growing(std::uint32_t stream) {
  logs_[stream].growing = true;
  logs_[stream].chained = true;
  overlays_[stream].begin(state_.tables[plan_.streams[stream].table].num_slots());
  shown_[stream] = kNone;
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
  for (std::size_t i = 0; i < num_found_ && frame.lanes_are_rows() && !lingering; ++i) {
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
    const bool good = slot != kNone && (lingering || exists(table, slot, frame.row_of(lane)));
    slots[lane] = good ? slot : kNone;
  });
  if (frame.lanes_are_rows() && !lingering && selection.count == num_rows_ && lasting_) {
    remember(table, keys, slots);
  }
  return slots;
}

const std::uint32_t* RunEvaluator::linked(const Frame& frame, const ir::Expr& expr,
                                          std::uint32_t table, const Selection& selection,
                                          bool lingering) {
  links_.forget_run();
  if (logged_ || frame.slots == nullptr || frame.table == kNone || selection.count < 2) {
    return nullptr;
  }
  const auto place = &expr - plan_.program->exprs.raw().data();
  return links_.find(arena_, frame, ir::ExprId(static_cast<std::uint32_t>(place)), table, selection,
                     lingering);
}

const Cell* RunEvaluator::now(const Frame& frame, const Selection& selection) {
  if (frame.row != kNone) {
    return constant_column(cell_of(time(frame.row) + state_.start_time), frame.count);
  }
  Cell* column = arena_.cells(frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    column[lane] = cell_of(time(frame.row_of(lane)) + state_.start_time);
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

void RunEvaluator::read_window(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                               const Selection& selection, const Cell** out) {
  const ir::Window& planned = plan_.program->windows[expr.window];
  Window& window = *state_.windows[expr.window.index()];
  const std::uint32_t table = plan_.streams[planned.target.index()].table;
  const bool discrete = planned.kind == ir::WindowKind::Discrete;
  const bool from_spawn = planned.start == ir::WindowStart::CallerSpawn && frame.table != kNone;
  const std::uint32_t num_cells = expr.type.num_cells();
  Cell** made = columns(num_cells, frame.count);
  WindowMoment moment;
  builtins::Evaluation evaluation = aggregate_context();
  if (frame.row != kNone && slots != nullptr && !from_spawn) {
    // All lanes at one moment.
    feed_window(expr.window.value, frame.row);
    moment.now = time(frame.row);
    failed_reads_.clear();
    window.read_all({slots, selection, moment, made, &failed_reads_}, evaluation);
    for (const auto& lane : failed_reads_) {
      fail(frame, lane.row,
           {lane.row, lane.failure, lane.offender, expr.span, nullptr, &window.result()});
    }
    std::copy_n(made, num_cells, out);
    return;
  }
  Cell* result = arena_.cells(num_cells);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t row = frame.row_of(lane);
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

std::size_t RunEvaluator::overlay_bytes() const noexcept {
  std::size_t total = 0;
  for (const Overlay& overlay : overlays_) {
    total += overlay.memory_bytes();
  }
  return total;
}

}  // namespace fairmon::engine
