#include "engine/row/cycle.hpp"

#include <algorithm>

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

Cycle::Cycle(State& state, Recorder& recorder)
    : state_(state),
      recorder_(recorder),
      evaluator_(state),
      present_(state.plan.program->num_inputs),
      global_due_(state.globals.size()),
      local_due_(state.locals.size()) {}

std::optional<Error> Cycle::event(const EventBatch& events, std::size_t row) {
  const std::int64_t time = events.times()[row].ns;
  state_.begin_cycle(time);
  state_.had_event = true;
  state_.last_event = time;
  recorder_.open_cycle(time);
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

std::optional<Error> Cycle::deadline(std::int64_t time) {
  state_.begin_cycle(time);
  recorder_.open_cycle(time);
  at_deadline_ = true;
  collect_due();
  run_steps();
  std::optional<Error> error = recorder_.close_cycle();
  recorder_.verdicts().num_deadlines += error ? 0 : 1;
  return error;
}

/// Moves all clocks past the current time and notes what is due.
void Cycle::collect_due() {
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

bool Cycle::due(const ClausePlan& clause) const {
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

void Cycle::run_steps() {
  for (const StepPlan& step : state_.plan.steps) {
    run_step(step);
  }
  for (const std::uint32_t table : state_.plan.closing) {
    close(table);
  }
}

void Cycle::run_step(const StepPlan& step) {
  ArenaScope scope(evaluator_.arena());
  switch (step.kind) {
    case StepPlan::Kind::Spawn:
      return spawn(step.index);
    case StepPlan::Kind::Eval:
      return evaluate(step.index);
  }
}

void Cycle::spawn(std::uint32_t table) {
  const TablePlan& planned = state_.plan.tables[table];
  if (!due(planned.spawn)) {
    return;
  }
  const Frame frame = evaluator_.frame(1);
  Selection selection = evaluator_.filter(frame, planned.spawn.conditions, Selection::all(1));
  const Cell* keys[16] = {};
  std::vector<const Cell*> many;
  const Cell** key = keys;
  if (planned.num_key_cells > std::size(keys)) {
    many.resize(planned.num_key_cells);
    key = many.data();
  }
  if (!selection.empty() && planned.num_key_cells > 0) {
    evaluator_.eval(frame, planned.spawn.with, selection, key);
    selection = evaluator_.without_bad(frame, selection);
  }
  if (!evaluator_.failures().empty()) {
    for (const std::uint32_t stream : planned.members) {
      report(stream, nullptr);
    }
    return;
  }
  if (selection.empty()) {
    return;
  }
  const InstanceTable::Spawned spawned =
      state_.tables[table].spawn(key, 0, state_.now, state_.cycle);
  if (spawned.fresh) {
    state_.begin_life(table, spawned, state_.now);
    recorder_.life(table, ChangeKind::Spawn, spawned.slot);
  }
}

std::uint32_t Cycle::find_keyed(const ClausePlan& clause, std::uint32_t table) {
  const Frame frame = evaluator_.frame(1);
  const TablePlan& planned = state_.plan.tables[table];
  auto** keys = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_key_cells));
  for (std::size_t i = 0; i < clause.keys.size(); ++i) {
    evaluator_.eval(frame, clause.keys[i], Selection::all(1), keys + planned.parameter_cells[i]);
  }
  if (frame.bad[0] != 0) {
    return kNone;
  }
  const InstanceTable& instances = state_.tables[table];
  const std::uint32_t slot = instances.find(keys, 0);
  return slot != kNone && instances.exists(slot) ? slot : kNone;
}

void Cycle::evaluate(std::uint32_t stream) {
  const StreamPlan& planned = state_.plan.streams[stream];
  if (std::ranges::none_of(planned.evals, [&](const ClausePlan& c) { return due(c); })) {
    return;
  }
  const ClausePlan& first = planned.evals.front();
  if (first.pacing == ir::PacingKind::Local) {
    const std::vector<std::uint32_t>& slots = local_due_[first.clock];
    return evaluate_lanes(stream, slots.data(), static_cast<std::uint32_t>(slots.size()));
  }
  if (!first.keys.empty()) {
    const std::uint32_t slot = find_keyed(first, planned.table);
    if (slot != kNone) {
      evaluate_lanes(stream, &slot, 1);
    }
    return;
  }
  const std::vector<std::uint32_t>& live = state_.tables[planned.table].live();
  evaluate_lanes(stream, live.data(), static_cast<std::uint32_t>(live.size()));
}

void Cycle::evaluate_lanes(std::uint32_t stream, const std::uint32_t* slots, std::uint32_t count) {
  const StreamPlan& planned = state_.plan.streams[stream];
  // Nobody but the store wants to know.
  const bool silent =
      planned.windows.empty() && planned.folds.empty() && !recorder_.observes(stream);
  // A stream gets here when one of its clauses is due.
  const bool single = planned.evals.size() == 1;
  std::uint32_t first = 0;
  while (first < count) {
    ArenaScope scope(evaluator_.arena());
    Frame frame = lanes_of(planned.table, slots + first, count - first);
    first += frame.count;
    Selection open = Selection::all(frame.count);
    auto** value = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_cells));
    for (const ClausePlan& clause : planned.evals) {
      if (open.empty() || (!single && !due(clause))) {
        continue;
      }
      const Selection applies = evaluator_.filter(frame, clause.conditions, open);
      if (applies.empty()) {
        open = evaluator_.without_bad(frame, open);
        continue;
      }
      evaluator_.eval(frame, clause.with, applies, value);
      if (silent && single) {
        state_.stores[stream].push_all(frame, value, applies, state_.cycle);
        break;
      }
      for_each(applies, [&](std::uint32_t lane) {
        if (frame.bad[lane] == 0) {
          state_.push(stream, frame.slots[lane], value, lane, state_.now, state_.cycle);
          recorder_.value(stream, frame.slots[lane], value, lane);
        }
        frame.bad[lane] |= 2;  // decided: later clauses do not apply
      });
      open = evaluator_.without_bad(frame, open);
    }
    report(stream, frame.slots);
  }
}

Frame Cycle::lanes_of(std::uint32_t table, const std::uint32_t* slots, std::uint32_t count) {
  const Chunk chunk = next_chunk(slots, count);
  Frame frame = evaluator_.frame(chunk.count);
  frame.table = table;
  frame.slots = slots;
  frame.first_slot = chunk.consecutive ? slots[0] : kNone;
  return frame;
}

void Cycle::close(std::uint32_t table) {
  const TablePlan& planned = state_.plan.tables[table];
  if (!due(planned.close)) {
    return;
  }
  ArenaScope scope(evaluator_.arena());
  if (planned.close.pacing == ir::PacingKind::Local) {
    const std::vector<std::uint32_t>& slots = local_due_[planned.close.clock];
    return close_lanes(table, slots.data(), static_cast<std::uint32_t>(slots.size()));
  }
  if (!planned.close.keys.empty()) {
    const std::uint32_t slot = find_keyed(planned.close, table);
    if (slot != kNone) {
      close_lanes(table, &slot, 1);
    }
    return;
  }
  const std::vector<std::uint32_t>& live = state_.tables[table].live();
  close_lanes(table, live.data(), static_cast<std::uint32_t>(live.size()));
}

void Cycle::close_lanes(std::uint32_t table, const std::uint32_t* slots, std::uint32_t count) {
  const TablePlan& planned = state_.plan.tables[table];
  std::uint32_t first = 0;
  while (first < count) {
    ArenaScope scope(evaluator_.arena());
    const Frame frame = lanes_of(table, slots + first, count - first);
    first += frame.count;
    const Selection ends =
        evaluator_.filter(frame, planned.close.conditions, Selection::all(frame.count));
    for (const std::uint32_t stream : planned.members) {
      report(stream, frame.slots);
    }
    for_each(ends, [&](std::uint32_t lane) {
      const std::uint32_t slot = frame.slots[lane];
      if (state_.tables[table].life(slot) == InstanceTable::Life::Alive) {
        state_.tables[table].close(slot);
        recorder_.life(table, ChangeKind::Close, slot);
      }
    });
  }
}

void Cycle::report(std::uint32_t stream, const std::uint32_t* slots) {
  for (const LaneFailure& failure : evaluator_.failures()) {
    recorder_.error(stream, slots == nullptr ? kNone : slots[failure.lane], failure);
  }
}

}  // namespace fairmon::engine
