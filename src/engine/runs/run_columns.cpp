#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "engine/runs/run.hpp"

namespace fairmon::engine {

void Run::spawn(std::uint32_t table) {
  const TablePlan& planned = state_.plan.tables[table];
  InstanceTable& instances = state_.tables[table];
  const Frame frame = evaluator_.frame(evaluator_.num_rows());
  Selection rows =
      evaluator_.filter(frame, planned.spawn.conditions, active(planned.spawn.activation).rows);
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
      spawns_.push_back({table, row, spawned.slot, spawned.revived});
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
  std::uint32_t* alive = evaluator_.arena().indices(rows.count);
  std::uint32_t count = 0;
  for_each(rows, [&](std::uint32_t row) {
    alive[count] = row;
    count += evaluator_.exists(table, 0, row) ? 1U : 0U;
  });
  return {alive, count};
}

Selection Run::due_rows(const StreamPlan& planned) {
  const Selection first = active(planned.evals.front().activation).rows;
  if (planned.evals.size() == 1) {
    return first;
  }
  const std::uint32_t num_rows = evaluator_.num_rows();
  std::uint8_t* marks = evaluator_.arena().bytes(num_rows);
  std::fill_n(marks, num_rows, std::uint8_t{0});
  for (const ClausePlan& clause : planned.evals) {
    for_each(active(clause.activation).rows, [&](std::uint32_t row) { marks[row] = 1; });
  }
  std::uint32_t* rows = evaluator_.arena().indices(num_rows);
  std::uint32_t count = 0;
  for (std::uint32_t row = 0; row < num_rows; ++row) {
    rows[count] = row;
    count += marks[row];
  }
  return {rows, count};
}

Selection Run::find_keyed(const ClausePlan& clause, std::uint32_t table, Frame& frame,
                          Selection rows) {
  if (rows.empty()) {
    return rows;
  }
  const TablePlan& planned = state_.plan.tables[table];
  auto** keys = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_key_cells));
  for (std::size_t i = 0; i < clause.keys.size(); ++i) {
    evaluator_.eval(frame, clause.keys[i], rows, keys + planned.parameter_cells[i]);
  }
  rows = evaluator_.without_bad(frame, rows);
  if (rows.empty()) {
    return rows;
  }
  frame.slots = evaluator_.find(frame, table, keys, rows, false);
  frame.parameters = state_.tables[table].plain_keys() ? keys : nullptr;
  std::uint32_t* found = evaluator_.arena().indices(rows.count);
  std::uint32_t count = 0;
  for_each(rows, [&](std::uint32_t row) {
    found[count] = row;
    count += frame.slots[row] != kNone ? 1U : 0U;
  });
  return count == rows.count ? rows : Selection{found, count};
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
    rows = find_keyed(planned.evals.front(), planned.table, frame, rows);
    if (!rows.empty()) {
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

/// Rows in which the clause is due and no earlier one applied.
Selection Run::open_rows(const Frame& frame, const ClausePlan& clause, const Selection& rows) {
  const std::uint8_t* is_due = active(clause.activation).marks;
  std::uint32_t* open = evaluator_.arena().indices(rows.count);
  std::uint32_t count = 0;
  for_each(rows, [&](std::uint32_t row) {
    open[count] = row;
    count += is_due[row] != 0 && frame.bad[row] == 0 ? 1U : 0U;
  });
  return {open, count};
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
    if (applies.lanes == nullptr && none_marked(frame.bad, applies.count)) {
      std::fill_n(log.has, applies.count, std::uint8_t{1});
      produced = applies.count;
    } else {
      for_each(applies, [&](std::uint32_t row) {
        log.has[row] = frame.bad[row] == 0 ? 1 : 0;
        produced += log.has[row];
      });
    }
    log.all = produced == frame.count;
    log.listed = produced == applies.count;
    log.produced = applies;
    return;
  }
  Cell** result = own_columns(stream);
  for (const ClausePlan& clause : planned.evals) {
    evaluator_.renew(frame);
    const Selection applies =
        evaluator_.filter(frame, clause.conditions, open_rows(frame, clause, rows));
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

}  // namespace fairmon::engine
