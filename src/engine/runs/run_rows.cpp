#include <algorithm>

#include "engine/runs/run.hpp"

namespace fairmon::engine {

namespace {
/// Lanes evaluated together: their columns fit the first-level cache.
constexpr std::uint32_t kChunk = InstanceTable::kBlock;
/// Lanes that follow each other are a chunk of their own from this number on.
constexpr std::uint32_t kWorthwhile = 64;

struct Chunk {
  std::uint32_t count = 0;
  bool consecutive = false;
};

/// How many of the slots, which ascend, make the next chunk. Where they follow each other it ends
/// with that, or with the block of the table, so that the same slots make a chunk next time.
Chunk next_chunk(const std::uint32_t* slots, std::uint32_t count) {
  const std::uint32_t most = std::min(kChunk, count);
  const std::uint32_t in_block = std::min(kChunk - slots[0] % kChunk, count);
  if (slots[in_block - 1] - slots[0] == in_block - 1) {
    return {in_block, true};
  }
  std::uint32_t run = 1;
  while (slots[run] == slots[0] + run) {
    ++run;
  }
  return run >= kWorthwhile ? Chunk{run, true} : Chunk{most, false};
}

}  // namespace

std::optional<Error> Run::one_event(const EventBatch& events, std::size_t row) {
  const std::int64_t time = events.times()[row].ns;
  state_.begin_cycle(time);
  state_.had_event = true;
  state_.last_event = time;
  recorder_.open_cycle(time, true);
  at_deadline_ = false;
  for (std::uint32_t input = 0; input < present_.size(); ++input) {
    const InputColumn& column = events.column(input);
    present_[input] = column.has(row) ? 1 : 0;
    if (present_[input] != 0) {
      const Cell* cell = column.cells.data() + row;
      state_.push(input, 0, &cell, 0, time, state_.cycle);
      recorder_.value(input, 0, &cell, 0);
    }
  }
  run_steps();
  std::optional<Error> error = recorder_.close_cycle();
  recorder_.verdicts().num_events += error ? 0 : 1;
  return error;
}

std::optional<Error> Run::deadline(std::int64_t time) {
  state_.begin_cycle(time);
  recorder_.open_cycle(time, false);
  at_deadline_ = true;
  collect_due();
  run_steps();
  std::optional<Error> error = recorder_.close_cycle();
  recorder_.mark_deadline();
  recorder_.verdicts().num_deadlines += error ? 0 : 1;
  return error;
}

/// Moves all clocks past the current time and notes what is due.
void Run::collect_due() {
  for (std::size_t i = 0; i < state_.globals.size(); ++i) {
    global_due_[i] = state_.globals[i].due == state_.now ? 1 : 0;
    while (state_.globals[i].due <= state_.now) {
      state_.globals[i].step();
    }
  }
  for (std::size_t i = 0; i < state_.locals.size(); ++i) {
    local_due_[i].clear();
    LocalClock& clock = state_.locals[i];
    const InstanceTable& table = state_.tables[state_.plan.local_periods[i].table];
    while (!clock.empty() && clock.front().due <= state_.now) {
      const LocalClock::Entry& entry = clock.front();
      if (table.generation(entry.slot) != entry.generation) {
        clock.drop();
        continue;
      }
      local_due_[i].push_back(entry.slot);
      clock.renew();
    }
    std::sort(local_due_[i].begin(), local_due_[i].end());
  }
}

bool Run::due(const ClausePlan& clause, std::uint32_t row) {
  if (logged_) {
    return clause.activation.always() || active(clause.activation).marks[row] != 0;
  }
  if (!at_deadline_) {
    return clause.pacing == ir::PacingKind::Event && clause.activation(present_);
  }
  switch (clause.pacing) {
    case ir::PacingKind::Event:
      return false;
    case ir::PacingKind::Global:
      return global_due_[clause.clock] != 0;
    case ir::PacingKind::Local:
      return !local_due_[clause.clock].empty();
  }
  return false;
}

/// A run of one row: values are stored at once.
void Run::run_steps() {
  logged_ = false;
  closes_.clear();
  evaluator_.begin_one();
  for (const StepPlan& step : state_.plan.steps) {
    ArenaScope scope(evaluator_.arena());
    if (step.kind == StepPlan::Kind::Spawn) {
      spawn_row(step.index, 0);
    } else {
      evaluate_row(step.index, 0);
    }
  }
  for (const std::uint32_t table : state_.plan.closing) {
    close_row(table, 0);
  }
}

/// The steps of a segment that cannot take all rows at once.
void Run::evaluate_rows(const Segment& segment) {
  for (const StepPlan& step : segment.steps) {
    if (step.kind == StepPlan::Kind::Eval) {
      begin_log(step.index);
    }
  }
  evaluator_.set_lasting(false);
  bool closed = false;
  for (std::uint32_t row = 0; row < evaluator_.num_rows() && !closed; ++row) {
    for (const StepPlan& step : segment.steps) {
      open_row(step, row);
    }
    for (const StepPlan& step : segment.steps) {
      ArenaScope scope(evaluator_.arena());
      if (step.kind == StepPlan::Kind::Spawn) {
        spawn_row(step.index, row);
      } else {
        evaluate_row(step.index, row);
      }
    }
    if (segment.closes) {
      for (const std::uint32_t table : plan_.closing) {
        closed = close_row(table, row) || closed;
      }
    }
    if (closed) {
      cut(row + 1);
    }
  }
  evaluator_.set_lasting(true);
  for (const StepPlan& step : segment.steps) {
    if (step.kind == StepPlan::Kind::Eval) {
      end_log(step.index);
    }
  }
}

/// Nothing in this row so far: others may look before it is evaluated.
void Run::open_row(const StepPlan& step, std::uint32_t row) {
  if (step.kind == StepPlan::Kind::Eval && evaluator_.log(step.index).cross) {
    RunLog& log = evaluator_.log(step.index);
    log.row_begin[row + 1] = log.row_begin[row] = log.num_entries;
  }
}

void Run::begin_log(std::uint32_t stream) {
  const std::uint32_t num_rows = evaluator_.num_rows();
  RunLog& log = evaluator_.log(stream);
  log.used = true;
  log.has = evaluator_.arena().bytes(num_rows);
  std::fill_n(log.has, num_rows, std::uint8_t{0});
  evaluator_.start_growing(stream);
  if (plan_.streams[stream].mode == RunMode::Cross) {
    log.cross = true;
    log.row_begin = evaluator_.arena().indices(num_rows + 1);
    std::fill_n(log.row_begin, num_rows + 1, 0U);
    cross_[stream].clear(state_.plan.streams[stream].num_cells);
    cross_[stream].show(log);
    return;
  }
  own_columns(stream);
  log.previous = evaluator_.arena().indices(num_rows);
  log.depth = evaluator_.arena().indices(num_rows);
  log.jump = evaluator_.arena().indices(num_rows);
  if (plan_.streams[stream].mode == RunMode::Keyed) {
    log.slots = evaluator_.arena().indices(num_rows);
  }
}

void Run::end_log(std::uint32_t stream) {
  RunLog& log = evaluator_.log(stream);
  const std::uint32_t num_rows = evaluator_.num_rows();
  evaluator_.stop_growing(stream);
  log.all = !log.cross &&
            std::all_of(log.has, log.has + num_rows, [](std::uint8_t has) { return has != 0; });
}

void Run::spawn_row(std::uint32_t table, std::uint32_t row) {
  const TablePlan& planned = state_.plan.tables[table];
  if (!due(planned.spawn, row)) {
    return;
  }
  Frame frame = evaluator_.frame(1);
  frame.row = row;
  Selection selection = evaluator_.filter(frame, planned.spawn.conditions, Selection::all(1));
  auto** keys = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_key_cells));
  if (!selection.empty() && planned.num_key_cells > 0) {
    evaluator_.eval(frame, planned.spawn.with, selection, keys);
    selection = evaluator_.without_bad(frame, selection);
  }
  if (!evaluator_.failures().empty()) {
    for (const std::uint32_t stream : planned.members) {
      report(stream, frame);
    }
    return;
  }
  if (selection.empty()) {
    return;
  }
  const InstanceTable::Spawned spawned =
      state_.tables[table].spawn(keys, 0, evaluator_.time(row), evaluator_.cycle(row));
  if (!spawned.fresh) {
    return;
  }
  state_.begin_life(table, spawned, evaluator_.time(row));
  if (logged_) {
    spawns_.push_back({table, row, spawned.slot, spawned.revived});
  } else {
    recorder_.life(table, ChangeKind::Spawn, spawned.slot);
  }
}

Run::Lanes Run::lanes_of(const ClausePlan& clause, std::uint32_t table, std::uint32_t row) {
  if (clause.pacing == ir::PacingKind::Local) {
    const std::vector<std::uint32_t>& slots = local_due_[clause.clock];
    return {slots.data(), static_cast<std::uint32_t>(slots.size())};
  }
  if (!clause.keys.empty()) {
    Frame frame = evaluator_.frame(1);
    frame.row = row;
    const TablePlan& planned = state_.plan.tables[table];
    auto** keys = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_key_cells));
    for (std::size_t i = 0; i < clause.keys.size(); ++i) {
      evaluator_.eval(frame, clause.keys[i], Selection::all(1), keys + planned.parameter_cells[i]);
    }
    if (frame.bad[0] != 0) {
      return {};
    }
    const std::uint32_t* found = evaluator_.find(frame, table, keys, Selection::all(1), false);
    return {found, found[0] == kNone ? 0U : 1U};
  }
  const std::vector<std::uint32_t>& live = state_.tables[table].live();
  if (!logged_) {
    return {live.data(), static_cast<std::uint32_t>(live.size())};
  }
  // Some of them may spawn in a later row only.
  std::uint32_t* slots = evaluator_.arena().indices(live.size());
  std::uint32_t count = 0;
  for (const std::uint32_t slot : live) {
    slots[count] = slot;
    count += evaluator_.exists(table, slot, row) ? 1U : 0U;
  }
  return {slots, count};
}

void Run::evaluate_row(std::uint32_t stream, std::uint32_t row) {
  const StreamPlan& planned = state_.plan.streams[stream];
  if (std::ranges::none_of(planned.evals, [&](const ClausePlan& c) { return due(c, row); })) {
    return;
  }
  evaluate_lanes(stream, lanes_of(planned.evals.front(), planned.table, row), row);
}

void Run::evaluate_lanes(std::uint32_t stream, const Lanes& lanes, std::uint32_t row) {
  const StreamPlan& planned = state_.plan.streams[stream];
  // Nobody wants to see each value.
  const bool silent = !logged_ && planned.evals.size() == 1 && planned.windows.empty() &&
                      !recorder_.observes(stream);
  std::uint32_t first = 0;
  while (first < lanes.count) {
    ArenaScope scope(evaluator_.arena());
    Frame frame = next_frame(planned.table, lanes.slots + first, lanes.count - first, row);
    first += frame.count;
    if (!silent) {
      clauses_of_lanes(stream, frame);
      continue;
    }
    const ClausePlan& clause = planned.evals.front();
    const Selection applies =
        evaluator_.filter(frame, clause.conditions, Selection::all(frame.count));
    if (!applies.empty()) {
      auto** value = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_cells));
      evaluator_.eval(frame, clause.with, applies, value);
      state_.stores[stream].push_all(frame, value, applies, state_.cycle);
      for (const std::uint32_t fold : planned.folds) {
        state_.folds[fold]->touch(frame.slots, applies);
      }
    }
    report(stream, frame);
  }
}

/// The first clause that is due and whose conditions hold gives the value of a lane.
void Run::clauses_of_lanes(std::uint32_t stream, Frame& frame) {
  const StreamPlan& planned = state_.plan.streams[stream];
  const bool single = planned.evals.size() == 1;
  auto** value = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_cells));
  // The values of a log stand in the order of their instances.
  const bool collects = logged_ && !single && frame.count > 1;
  Cell** collected = nullptr;
  std::uint8_t* has = nullptr;
  if (collects) {
    collected = evaluator_.columns(planned.num_cells, frame.count);
    has = evaluator_.arena().bytes(frame.count);
    std::fill_n(has, frame.count, std::uint8_t{0});
  }
  Selection open = Selection::all(frame.count);
  for (const ClausePlan& clause : planned.evals) {
    // A stream gets here when one of its clauses is due.
    if (open.empty() || (!single && !due(clause, frame.row))) {
      continue;
    }
    evaluator_.renew(frame);
    const Selection applies = evaluator_.filter(frame, clause.conditions, open);
    if (!applies.empty()) {
      evaluator_.eval(frame, clause.with, applies, value);
    }
    for_each(applies, [&](std::uint32_t lane) {
      if (frame.bad[lane] == 0 && !collects) {
        keep_value(stream, frame, lane, value);
      } else if (frame.bad[lane] == 0) {
        has[lane] = 1;
        for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
          collected[cell][lane] = value[cell][lane];
        }
      }
      frame.bad[lane] |= 2;  // decided: later clauses do not apply
    });
    open = evaluator_.without_bad(frame, open);
  }
  for (std::uint32_t lane = 0; collects && lane < frame.count; ++lane) {
    if (has[lane] != 0) {
      keep_value(stream, frame, lane, collected);
    }
  }
  report(stream, frame);
}

void Run::keep_value(std::uint32_t stream, const Frame& frame, std::uint32_t lane,
                     const Cell* const* value) {
  const std::uint32_t slot = frame.slots[lane];
  if (!logged_) {
    state_.push(stream, slot, value, lane, state_.now, state_.cycle);
    recorder_.value(stream, slot, value, lane);
    return;
  }
  RunLog& log = evaluator_.log(stream);
  Overlay& overlay = evaluator_.overlay(stream);
  const std::uint32_t num_cells = state_.plan.streams[stream].num_cells;
  if (!log.cross) {
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      const_cast<Cell*>(log.columns[cell])[frame.row] = value[cell][lane];
    }
    if (log.slots != nullptr) {
      const_cast<std::uint32_t*>(log.slots)[frame.row] = slot;
    }
    log.has[frame.row] = 1;
    log.link(frame.row, overlay.newest(slot));
    overlay.set(slot, frame.row);
    return;
  }
  CrossBuffer& buffer = cross_[stream];
  buffer.rows.push_back(frame.row);
  buffer.slots.push_back(slot);
  buffer.previous.push_back(overlay.newest(slot));
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    buffer.columns[cell].push_back(value[cell][lane]);
  }
  buffer.show(log);
  overlay.set(slot, log.num_entries - 1);
  log.row_begin[frame.row + 1] = log.num_entries;
}

Frame Run::next_frame(std::uint32_t table, const std::uint32_t* slots, std::uint32_t count,
                      std::uint32_t row) {
  const Chunk chunk = next_chunk(slots, count);
  Frame frame = evaluator_.frame(chunk.count);
  frame.table = table;
  frame.row = row;
  frame.slots = slots;
  frame.first_slot = chunk.consecutive ? slots[0] : kNone;
  return frame;
}

void Run::report(std::uint32_t stream, const Frame& frame) {
  if (logged_) {
    return note_failures(stream, frame);
  }
  for (const LaneFailure& failure : evaluator_.failures()) {
    recorder_.error(stream, frame.slots == nullptr ? kNone : frame.slots[failure.lane], failure);
  }
}

}  // namespace fairmon::engine
