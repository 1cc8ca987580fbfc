#include "engine/runs/run.hpp"

#include <algorithm>

namespace fairmon::engine {

namespace {
/// Rows of one run: their columns stay in the second-level cache.
constexpr std::size_t kMostRows = 1024;
}  // namespace

Run::Run(State& state, Recorder& recorder)
    : state_(state),
      recorder_(recorder),
      plan_(make_run_plan(state.plan)),
      evaluator_(state),
      scans_(state.plan.streams.size()),
      cross_(state.plan.streams.size()),
      narrowed_(state.plan.streams.size()) {
  for (std::uint32_t stream = 0; stream < plan_.streams.size(); ++stream) {
    const RunStream& planned = plan_.streams[stream];
    if (planned.recursive && !planned.recursive_condition) {
      scans_[stream] = Scan::make(state.plan, stream);
    }
    if (planned.mode == RunMode::Cross) {
      narrowed_[stream] = narrow(stream);
    }
  }
}

std::uint32_t Run::extent(const EventBatch& events, std::size_t first,
                          std::int64_t next_deadline) const {
  const std::vector<Timestamp>& times = events.times();
  std::int64_t limit = next_deadline;
  if (plan_.has_local && times[first].ns < limit - plan_.shortest_local) {
    limit = times[first].ns + plan_.shortest_local;
  }
  const std::size_t last = std::min(times.size(), first + kMostRows);
  std::size_t row = first + 1;
  while (row < last && times[row].ns <= limit && times[row].ns >= times[row - 1].ns) {
    ++row;
  }
  return static_cast<std::uint32_t>(row - first);
}

std::optional<Error> Run::rows(const EventBatch& events, std::size_t first, std::uint32_t count) {
  ArenaScope scope(evaluator_.arena());
  state_.begin_cycle(events.times()[first].ns);
  evaluator_.begin_run(events, first, count);
  active_.clear();
  spawns_.clear();
  failures_.clear();
  for (const StepPlan& step : plan_.steps) {
    if (step.kind == StepPlan::Kind::Spawn) {
      spawn(step.index);
    } else {
      evaluate(step.index);
    }
  }
  commit();
  state_.cycle += count - 1;
  state_.now = events.times()[first + count - 1].ns;
  state_.had_event = true;
  state_.last_event = state_.now;
  return recorder_.run(evaluator_, spawns_, failures_);
}

void Run::mark_active(const ir::Activation& formula, std::uint8_t* marks) {
  const std::uint32_t num_rows = evaluator_.num_rows();
  switch (formula.kind) {
    case ir::Activation::Kind::True:
      std::fill_n(marks, num_rows, std::uint8_t{1});
      return;
    case ir::Activation::Kind::Input:
      std::copy_n(evaluator_.log(formula.input.value).has, num_rows, marks);
      return;
    case ir::Activation::Kind::And:
    case ir::Activation::Kind::Or:
      break;
  }
  const bool conjunction = formula.kind == ir::Activation::Kind::And;
  std::fill_n(marks, num_rows, static_cast<std::uint8_t>(conjunction ? 1 : 0));
  std::uint8_t* part_marks = evaluator_.arena().bytes(num_rows);
  for (const ir::Activation& part : formula.parts) {
    mark_active(part, part_marks);
    for (std::uint32_t row = 0; row < num_rows; ++row) {
      marks[row] = static_cast<std::uint8_t>(conjunction ? marks[row] & part_marks[row]
                                                         : marks[row] | part_marks[row]);
    }
  }
}

Selection Run::active(const ActivationTest& activation) {
  const std::uint32_t num_rows = evaluator_.num_rows();
  if (activation.always()) {
    return Selection::all(num_rows);
  }
  for (const ActiveRows& known : active_) {
    if (*known.formula == activation.formula()) {
      return known.rows;
    }
  }
  std::uint8_t* marks = evaluator_.arena().bytes(num_rows);
  mark_active(activation.formula(), marks);
  std::uint32_t* rows = evaluator_.arena().indices(num_rows);
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    rows[count] = row;
    count += marks[row];
  }
  const Selection selection = count == num_rows ? Selection::all(num_rows) : Selection{rows, count};
  active_.push_back({&activation.formula(), selection});
  return selection;
}

void Run::spawn(std::uint32_t table) {
  const TablePlan& planned = state_.plan.tables[table];
  InstanceTable& instances = state_.tables[table];
  const Frame frame = evaluator_.frame(evaluator_.num_rows());
  Selection rows =
      evaluator_.filter(frame, planned.spawn.conditions, active(planned.spawn.activation));
  auto** keys = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_key_cells));
  if (!rows.empty() && planned.num_key_cells > 0) {
    evaluator_.eval(frame, planned.spawn.with, rows, keys);
    rows = evaluator_.without_bad(frame, rows);
  }
  for (const std::uint32_t stream : planned.members) {
    note_failures(stream, Frame());
  }
  std::uint32_t* slots = evaluator_.arena().indices(frame.count);
  std::uint64_t* hashes = evaluator_.arena().cells(frame.count);
  instances.find_all(keys, rows, hashes, slots);
  for_each(rows, [&](std::uint32_t row) {
    if (slots[row] != kNone && instances.exists(slots[row])) {
      return;
    }
    // An earlier row of the run may have given it life meanwhile.
    const InstanceTable::Spawned spawned =
        instances.spawn(keys, row, evaluator_.time(row), evaluator_.cycle(row));
    slots[row] = spawned.slot;
    if (spawned.fresh) {
      state_.begin_life(table, spawned, evaluator_.time(row));
      spawns_.push_back({table, row, spawned.slot});
    }
  });
  if (rows.count == frame.count && planned.num_key_cells > 0) {
    evaluator_.remember(table, keys, slots);
  }
}

Selection Run::living(std::uint32_t table, const Selection& rows) {
  if (!state_.plan.tables[table].spawned && !state_.plan.tables[table].closed) {
    return rows;
  }
  const InstanceTable& instances = state_.tables[table];
  if (instances.num_slots() == 0 || !instances.exists(0)) {
    return {};
  }
  std::uint32_t* alive = evaluator_.arena().indices(rows.count);
  std::uint32_t count = 0;
  for_each(rows, [&](std::uint32_t row) {
    alive[count] = row;
    count += instances.spawn_cycle(0) <= evaluator_.cycle(row) ? 1U : 0U;
  });
  return {alive, count};
}

Selection Run::due_rows(const StreamPlan& planned) {
  const Selection first = active(planned.evals.front().activation);
  if (planned.evals.size() == 1) {
    return first;
  }
  const std::uint32_t num_rows = evaluator_.num_rows();
  std::uint8_t* marks = evaluator_.arena().bytes(num_rows);
  std::fill_n(marks, num_rows, std::uint8_t{0});
  for (const ClausePlan& clause : planned.evals) {
    for_each(active(clause.activation), [&](std::uint32_t row) { marks[row] = 1; });
  }
  std::uint32_t* rows = evaluator_.arena().indices(num_rows);
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    rows[count] = row;
    count += marks[row];
  }
  return {rows, count};
}

void Run::evaluate(std::uint32_t stream) {
  const StreamPlan& planned = state_.plan.streams[stream];
  RunLog& log = evaluator_.log(stream);
  log.used = true;
  log.has = evaluator_.arena().bytes(evaluator_.num_rows());
  std::fill_n(log.has, evaluator_.num_rows(), std::uint8_t{0});
  Selection rows = due_rows(planned);
  if (plan_.streams[stream].mode == RunMode::Cross) {
    return evaluate_cross(stream, rows);
  }
  Frame frame = evaluator_.frame(evaluator_.num_rows());
  frame.table = planned.table;
  if (plan_.streams[stream].mode == RunMode::Single) {
    rows = living(planned.table, rows);
  } else {
    const TablePlan& table = state_.plan.tables[planned.table];
    auto** keys = reinterpret_cast<const Cell**>(evaluator_.arena().cells(table.num_key_cells));
    const ClausePlan& first = planned.evals.front();
    if (!rows.empty()) {
      for (std::size_t i = 0; i < first.keys.size(); ++i) {
        evaluator_.eval(frame, first.keys[i], rows, keys + table.parameter_cells[i]);
      }
      rows = evaluator_.without_bad(frame, rows);
    }
    if (!rows.empty()) {
      frame.slots = evaluator_.find_rows(planned.table, keys, rows);
      frame.parameters = state_.tables[planned.table].plain_keys() ? keys : nullptr;
      std::uint32_t* found = evaluator_.arena().indices(rows.count);
      std::uint32_t count = 0;
      for_each(rows, [&](std::uint32_t row) {
        found[count] = row;
        count += frame.slots[row] != kNone ? 1U : 0U;
      });
      rows = count == rows.count ? rows : Selection{found, count};
      prefetch(stream, frame.slots, rows);
    }
    log.slots = frame.slots;
  }
  if (plan_.streams[stream].recursive) {
    evaluate_recursive(stream, frame, rows);
  } else {
    evaluate_clauses(stream, frame, rows);
  }
  note_failures(stream, frame);
}

void Run::prefetch(std::uint32_t stream, const std::uint32_t* slots, const Selection& rows) {
  const StreamPlan& planned = state_.plan.streams[stream];
  if (!state_.tables[planned.table].is_large()) {
    return;
  }
  if (planned.remembered) {
    const Store& store = state_.stores[stream];
    for_each(rows, [&](std::uint32_t row) { store.prefetch(slots[row]); });
  }
  if (plan_.streams[stream].recursive && !running_total(stream)) {
    Overlay& overlay = evaluator_.overlay(stream);
    for_each(rows, [&](std::uint32_t row) { overlay.prefetch(slots[row]); });
  }
}

Cell** Run::own_columns(std::uint32_t stream) {
  const std::uint32_t num_cells = state_.plan.streams[stream].num_cells;
  auto** made = reinterpret_cast<Cell**>(evaluator_.arena().cells(num_cells));
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    made[cell] = evaluator_.arena().cells(evaluator_.num_rows());
  }
  evaluator_.log(stream).columns = made;
  return made;
}

void Run::evaluate_clauses(std::uint32_t stream, Frame& frame, const Selection& rows) {
  const StreamPlan& planned = state_.plan.streams[stream];
  RunLog& log = evaluator_.log(stream);
  auto** value = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_cells));
  std::uint32_t produced = 0;
  if (planned.evals.size() == 1) {
    const ClausePlan& clause = planned.evals.front();
    const Selection applies = evaluator_.filter(frame, clause.conditions, rows);
    log.columns = value;
    if (!applies.empty()) {
      evaluator_.eval(frame, clause.with, applies, value);
    }
    for_each(applies, [&](std::uint32_t row) {
      log.has[row] = frame.bad[row] == 0 ? 1 : 0;
      produced += log.has[row];
    });
    log.all = produced == frame.count;
    log.listed = produced == applies.count;
    log.produced = applies;
    return;
  }
  Cell** result = own_columns(stream);
  for (const ClausePlan& clause : planned.evals) {
    // Rows in which the clause is due and no earlier one applied.
    const Selection due = active(clause.activation);
    std::uint8_t* is_due = evaluator_.arena().bytes(frame.count);
    std::fill_n(is_due, frame.count, std::uint8_t{0});
    for_each(due, [&](std::uint32_t row) { is_due[row] = 1; });
    std::uint32_t* open = evaluator_.arena().indices(frame.count);
    std::uint32_t count = 0;
    for_each(rows, [&](std::uint32_t row) {
      open[count] = row;
      count += is_due[row] != 0 && frame.bad[row] == 0 ? 1U : 0U;
    });
    const Selection applies = evaluator_.filter(frame, clause.conditions, {open, count});
    if (applies.empty()) {
      continue;
    }
    evaluator_.eval(frame, clause.with, applies, value);
    for_each(applies, [&](std::uint32_t row) {
      if (frame.bad[row] == 0) {
        for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
          result[cell][row] = value[cell][row];
        }
        log.has[row] = 1;
        ++produced;
      }
      frame.bad[row] |= 2;
    });
  }
  log.all = produced == frame.count;
}

void Run::note_failures(std::uint32_t stream, const Frame& frame) {
  for (const LaneFailure& failure : evaluator_.failures()) {
    const std::uint32_t row = frame.rows == nullptr ? failure.lane : frame.rows[failure.lane];
    const bool has_instance = frame.table != kNone;
    const std::uint32_t slot =
        !has_instance ? kNone : (frame.slots == nullptr ? 0 : frame.slots[failure.lane]);
    failures_.push_back({stream, row, slot, failure});
  }
}

void Run::commit() {
  const std::uint32_t last = evaluator_.num_rows() - 1;
  for (std::uint32_t stream = 0; stream < state_.plan.streams.size(); ++stream) {
    if (!evaluator_.log(stream).used) {
      continue;
    }
    for (const std::uint32_t window : state_.plan.streams[stream].windows) {
      evaluator_.feed_window(window, last);
    }
    for (const std::uint32_t fold : state_.plan.streams[stream].folds) {
      evaluator_.feed_fold(fold, last);
    }
    store(stream);
  }
}

void Run::store(std::uint32_t stream) {
  const RunLog& log = evaluator_.log(stream);
  if (log.stored || !state_.plan.streams[stream].remembered) {
    return;
  }
  Store& target = state_.stores[stream];
  const std::uint32_t num_rows = evaluator_.num_rows();
  if (log.cross) {
    for (std::uint32_t entry = 0; entry < log.num_entries; ++entry) {
      target.push(log.slots[entry], log.columns, entry, evaluator_.cycle(log.entry_rows[entry]));
    }
    return;
  }
  if (log.slots != nullptr) {
    if (log.listed) {
      target.push_rows(log.slots, log.produced, log.columns, evaluator_.cycle(0));
      return;
    }
    for (std::uint32_t row = 0; row < num_rows; ++row) {
      if (log.has[row] != 0) {
        target.push(log.slots[row], log.columns, row, evaluator_.cycle(row));
      }
    }
    return;
  }
  // Only the newest values of a single instance can be read later.
  std::uint32_t total = 0;
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    total += log.has[row];
  }
  std::uint32_t first = num_rows;
  std::uint32_t kept = std::min(total, target.kept());
  for (std::uint32_t left = kept; left > 0;) {
    --first;
    left -= log.has[first];
  }
  if (total > kept) {
    target.skip(0, total - kept);
  }
  for (std::uint32_t row = first; row < num_rows; ++row) {
    if (log.has[row] != 0) {
      target.push(0, log.columns, row, evaluator_.cycle(row));
    }
  }
}

}  // namespace fairmon::engine
