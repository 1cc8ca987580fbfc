#include <algorithm>

#include "engine/runs/run.hpp"

namespace fairmon::engine {

namespace {
constexpr std::size_t kLanes = 1024;
}

/// Conditions that are the same for all instances are tested once per row, as long as they cannot
/// fail: a failure would be that of every instance.
std::optional<Run::Narrowed> Run::narrow(std::uint32_t stream) const {
  const StreamPlan& planned = state_.plan.streams[stream];
  const ir::Program& program = *state_.plan.program;
  if (planned.evals.size() != 1) {
    return std::nullopt;
  }
  Narrowed result;
  result.clause.with = planned.evals.front().with;
  for (const ir::ExprId condition : planned.evals.front().conditions) {
    const bool same = result.clause.conditions.empty() &&
                      !mentions_parameters(program, condition) && !ir::can_fail(program, condition);
    (same ? result.common : result.clause.conditions).push_back(condition);
  }
  return result;
}

void Run::CrossBuffer::clear(std::uint32_t num_cells) {
  rows.clear();
  slots.clear();
  previous.clear();
  columns.resize(num_cells);
  addresses.resize(num_cells);
  for (std::vector<Cell>& column : columns) {
    column.clear();
  }
}

void Run::CrossBuffer::show(RunLog& log) {
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    addresses[cell] = columns[cell].data();
  }
  log.columns = addresses.data();
  log.num_entries = static_cast<std::uint32_t>(rows.size());
  log.entry_rows = rows.data();
  log.slots = slots.data();
  if (log.growing) {
    log.previous = previous.data();
  }
}

void Run::evaluate_cross(std::uint32_t stream, const Selection& due) {
  const StreamPlan& planned = state_.plan.streams[stream];
  const std::uint32_t num_rows = evaluator_.num_rows();
  CrossBuffer& buffer = cross_[stream];
  buffer.clear(planned.num_cells);
  const ClausePlan* clause = nullptr;
  Selection rows = due;
  if (narrowed_[stream]) {
    const Frame frame = evaluator_.frame(num_rows);
    rows = evaluator_.filter(frame, narrowed_[stream]->common, rows);
    clause = &narrowed_[stream]->clause;
  }
  InstanceTable& table = state_.tables[planned.table];
  const std::vector<std::uint32_t>& live = table.live();
  lane_rows_.clear();
  lane_slots_.clear();
  for_each(rows, [&](std::uint32_t row) {
    for (const std::uint32_t slot : live) {
      if (table.spawn_cycle(slot) <= evaluator_.cycle(row)) {
        lane_rows_.push_back(row);
        lane_slots_.push_back(slot);
      }
    }
    if (lane_rows_.size() >= kLanes) {
      cross_lanes(stream, clause, buffer);
    }
  });
  cross_lanes(stream, clause, buffer);

  RunLog& log = evaluator_.log(stream);
  log.cross = true;
  buffer.show(log);
  log.row_begin = evaluator_.arena().indices(num_rows + 1);
  std::uint32_t entry = 0;
  for (std::uint32_t row = 0; row <= num_rows; ++row) {
    while (entry < log.num_entries && log.entry_rows[entry] < row) {
      ++entry;
    }
    log.row_begin[row] = entry;
  }
}

/// Lanes whose row is due and that no earlier clause has decided.
Selection Run::open_lanes(const Frame& frame, const ActiveRows& due) {
  std::uint32_t* open = evaluator_.arena().indices(frame.count);
  std::uint32_t count = 0;
  for (std::uint32_t lane = 0; lane < frame.count; ++lane) {
    open[count] = lane;
    count += due.marks[frame.rows[lane]] != 0 && frame.bad[lane] == 0 ? 1U : 0U;
  }
  return {open, count};
}

void Run::cross_lanes(std::uint32_t stream, const ClausePlan* narrowed, CrossBuffer& buffer) {
  if (lane_rows_.empty()) {
    return;
  }
  ArenaScope scope(evaluator_.arena());
  const StreamPlan& planned = state_.plan.streams[stream];
  Frame frame = evaluator_.frame(static_cast<std::uint32_t>(lane_rows_.size()));
  frame.table = planned.table;
  frame.rows = lane_rows_.data();
  frame.slots = lane_slots_.data();
  auto** value = reinterpret_cast<const Cell**>(evaluator_.arena().cells(planned.num_cells));
  auto** result = reinterpret_cast<Cell**>(evaluator_.arena().cells(planned.num_cells));
  for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
    result[cell] = evaluator_.arena().cells(frame.count);
  }
  std::uint8_t* has = evaluator_.arena().bytes(frame.count);
  std::fill_n(has, frame.count, std::uint8_t{0});
  const std::size_t num_clauses = planned.evals.size();
  for (std::size_t i = 0; i < num_clauses; ++i) {
    const ClausePlan& clause = narrowed != nullptr ? *narrowed : planned.evals[i];
    // Rows that do not meet the conditions of a narrowed clause are left out already.
    const Selection open = narrowed != nullptr ? Selection::all(frame.count)
                                               : open_lanes(frame, active(clause.activation));
    evaluator_.renew(frame);
    const Selection applies = evaluator_.filter(frame, clause.conditions, open);
    if (applies.empty()) {
      continue;
    }
    evaluator_.eval(frame, clause.with, applies, value);
    for_each(applies, [&](std::uint32_t lane) {
      for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
        result[cell][lane] = value[cell][lane];
      }
      has[lane] = frame.bad[lane] == 0 ? 1 : 0;
      frame.bad[lane] |= 2;
    });
  }
  note_failures(stream, frame);
  for (std::uint32_t lane = 0; lane < frame.count; ++lane) {
    if (has[lane] != 0) {
      buffer.rows.push_back(frame.rows[lane]);
      buffer.slots.push_back(frame.slots[lane]);
      for (std::uint32_t cell = 0; cell < planned.num_cells; ++cell) {
        buffer.columns[cell].push_back(result[cell][lane]);
      }
    }
  }
  lane_rows_.clear();
  lane_slots_.clear();
}

}  // namespace fairmon::engine
