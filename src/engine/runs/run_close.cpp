#include <algorithm>
#include <ranges>

#include "engine/runs/run.hpp"

namespace fairmon::engine {

namespace {
constexpr std::size_t kLanesToAsk = 1024;
}

/// Rows behind the first in which an instance closes do not belong to the run: their instances are
/// others.
void Run::close_columns() {
  for (const std::uint32_t table : plan_.closing) {
    find_closing(table);
  }
  if (closes_.empty()) {
    return;
  }
  const std::uint32_t last = std::ranges::min(closes_, {}, &RunChange::row).row;
  std::erase_if(closes_, [&](const RunChange& close) { return close.row > last; });
  for (const RunChange& close : closes_) {
    state_.tables[close.table].close(close.slot);
  }
  cut(last + 1);
}

void Run::find_closing(std::uint32_t table) {
  const ClausePlan& clause = state_.plan.tables[table].close;
  const Selection due = active(clause.activation).rows;
  const bool single = state_.plan.tables[table].num_key_cells == 0;
  if (single || !clause.keys.empty()) {
    Frame frame = evaluator_.frame(evaluator_.num_rows());
    frame.table = table;
    const Selection rows = single ? living(table, due) : find_keyed(clause, table, frame, due);
    return ask_to_close(table, frame, rows);
  }
  const std::vector<std::uint32_t>& live = state_.tables[table].live();
  lane_rows_.clear();
  lane_slots_.clear();
  const std::size_t before = closes_.size();
  const auto ask = [&] {
    ArenaScope scope(evaluator_.arena());
    Frame frame = evaluator_.frame(static_cast<std::uint32_t>(lane_rows_.size()));
    frame.table = table;
    frame.rows = lane_rows_.data();
    frame.slots = lane_slots_.data();
    evaluator_.set_lasting(false);
    ask_to_close(table, frame, Selection::all(frame.count));
    evaluator_.set_lasting(true);
    lane_rows_.clear();
    lane_slots_.clear();
  };
  for (std::uint32_t i = 0; i < due.count && closes_.size() == before; ++i) {
    for (const std::uint32_t slot : live) {
      if (evaluator_.exists(table, slot, due[i])) {
        lane_rows_.push_back(due[i]);
        lane_slots_.push_back(slot);
      }
    }
    if (lane_rows_.size() >= kLanesToAsk) {
      ask();
    }
  }
  if (!lane_rows_.empty()) {
    ask();
  }
}

/// Notes the lanes that close in the first row in which one does.
void Run::ask_to_close(std::uint32_t table, const Frame& frame, const Selection& open) {
  const TablePlan& planned = state_.plan.tables[table];
  const Selection ends = evaluator_.filter(frame, planned.close.conditions, open);
  for (const std::uint32_t stream : planned.members) {
    note_failures(stream, frame);
  }
  for (std::uint32_t i = 0; i < ends.count; ++i) {
    if (frame.row_of(ends[i]) != frame.row_of(ends[0])) {
      return;
    }
    const std::uint32_t slot = frame.slots == nullptr ? 0 : frame.slots[ends[i]];
    closes_.push_back({table, frame.row_of(ends[i]), slot, false});
  }
}

bool Run::close_row(std::uint32_t table, std::uint32_t row) {
  const TablePlan& planned = state_.plan.tables[table];
  if (!due(planned.close, row)) {
    return false;
  }
  ArenaScope scope(evaluator_.arena());
  const Lanes lanes = lanes_of(planned.close, table, row);
  bool closed = false;
  std::uint32_t first = 0;
  while (first < lanes.count) {
    ArenaScope inner(evaluator_.arena());
    const Frame frame = next_frame(table, lanes.slots + first, lanes.count - first, row);
    first += frame.count;
    const Selection ends =
        evaluator_.filter(frame, planned.close.conditions, Selection::all(frame.count));
    for (const std::uint32_t stream : planned.members) {
      report(stream, frame);
    }
    for_each(ends, [&](std::uint32_t lane) {
      const std::uint32_t slot = frame.slots[lane];
      if (state_.tables[table].life(slot) != InstanceTable::Life::Alive) {
        return;
      }
      state_.tables[table].close(slot);
      closed = true;
      closes_.push_back({table, row, slot, false});
      if (!logged_) {
        recorder_.life(table, ChangeKind::Close, slot);
      }
    });
  }
  return closed;
}

/// Takes back what was done for rows behind.
void Run::cut(std::uint32_t num_rows) {
  if (num_rows == evaluator_.num_rows()) {
    return;
  }
  evaluator_.cut(num_rows);
  active_.clear();
  for (const RunChange& spawn : std::views::reverse(spawns_)) {
    if (spawn.row >= num_rows) {
      state_.tables[spawn.table].take_back(spawn.slot, spawn.revived);
    }
  }
  std::erase_if(spawns_, [&](const RunChange& spawn) { return spawn.row >= num_rows; });
  std::erase_if(failures_, [&](const RunFailure& failure) { return failure.row >= num_rows; });
}

}  // namespace fairmon::engine
