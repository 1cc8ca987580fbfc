#include <algorithm>

#include "engine/runs/run_evaluator.hpp"

namespace fairmon::engine {

std::uint32_t RunEvaluator::fresh_value(const RunLog& log, std::uint32_t slot,
                                        std::uint32_t row) const noexcept {
  if (!log.cross) {
    const bool hit = log.has[row] != 0 && (log.slots == nullptr || log.slots[row] == slot);
    return hit ? row : kNone;
  }
  // Entries of one row are in order of their slots.
  const std::uint32_t* first = log.slots + log.row_begin[row];
  const std::uint32_t* last = log.slots + log.row_begin[row + 1];
  const std::uint32_t* found = std::lower_bound(first, last, slot);
  return found != last && *found == slot ? static_cast<std::uint32_t>(found - log.slots) : kNone;
}

void RunEvaluator::access(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                          const Selection& selection, const Cell** out) {
  if (!logs_[expr.stream.index()].used) {
    return access_store(frame, expr, slots, selection, out);
  }
  if (expr.kind == ir::ExprKind::Offset || expr.kind == ir::ExprKind::Hold) {
    return access_past(frame, expr, slots, selection, out);
  }
  access_fresh(frame, expr, slots, selection, out);
}

/// Where a row's value stands at the row's own place, its column is the answer.
bool RunEvaluator::pass_through(const Frame& frame, const ir::Expr& expr,
                                const std::uint32_t* slots, const Selection& selection,
                                const Cell** out) {
  const RunLog& log = logs_[expr.stream.index()];
  // Without rows there may be no column either, and callers look at more rows than they select.
  if (log.cross || !frame.lanes_are_rows() || selection.empty()) {
    return false;
  }
  bool all = log.all;
  if (!all || (log.slots != nullptr && log.slots != slots)) {
    std::uint32_t missing = 0;
    for_each(selection, [&](std::uint32_t lane) {
      const bool hit =
          log.has[lane] != 0 && (log.slots == nullptr || log.slots[lane] == slots[lane]);
      missing += hit ? 0U : 1U;
    });
    all = missing == 0;
  }
  if (!all) {
    return false;
  }
  const std::uint32_t num_cells = plan_.streams[expr.stream.index()].num_cells;
  if (expr.kind == ir::ExprKind::Sync) {
    std::copy_n(log.columns, num_cells, out);
    return true;
  }
  out[0] = ones(frame.count);
  if (expr.kind != ir::ExprKind::IsFresh) {
    std::copy_n(log.columns, num_cells, out + 1);
  }
  return true;
}

void RunEvaluator::access_fresh(const Frame& frame, const ir::Expr& expr,
                                const std::uint32_t* slots, const Selection& selection,
                                const Cell** out) {
  if (pass_through(frame, expr, slots, selection, out)) {
    return;
  }
  const RunLog& log = logs_[expr.stream.index()];
  const std::uint32_t num_cells = plan_.streams[expr.stream.index()].num_cells;
  const bool marks = expr.kind != ir::ExprKind::Sync;
  const std::uint32_t first = marks ? 1 : 0;
  const std::uint32_t values = expr.kind == ir::ExprKind::IsFresh ? 0 : num_cells;
  Cell** made = columns(first + values, frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = slots == nullptr ? 0 : slots[lane];
    const std::uint32_t value = fresh_value(log, slot, frame.row_of(lane));
    if (marks) {
      made[0][lane] = cell_of(value != kNone);
    } else if (value == kNone) {
      frame.bad[lane] = 1;
    }
    for (std::uint32_t cell = 0; cell < values; ++cell) {
      made[first + cell][lane] = value == kNone ? 0 : log.columns[cell][value];
    }
  });
  std::copy_n(made, first + values, out);
}

void RunEvaluator::chain(std::uint32_t stream) {
  RunLog& log = logs_[stream];
  if (log.chained) {
    return;
  }
  const std::uint32_t table = plan_.streams[stream].table;
  const std::uint32_t size = log.cross ? log.num_entries : num_rows_;
  log.previous = run_arena_.indices(size);
  log.depth = run_arena_.indices(size);
  log.jump = run_arena_.indices(size);
  Overlay& overlay = overlays_[stream];
  overlay.begin(state_.tables[table].num_slots());
  log.for_values(0, num_rows_, [&](std::uint32_t value, std::uint32_t slot, std::uint32_t) {
    log.link(value, overlay.newest(slot));
    overlay.set(slot, value);
  });
  log.chained = true;
  shown_[stream] = num_rows_;
}

const Overlay& RunEvaluator::overlay_at(std::uint32_t stream, std::uint32_t row) {
  const RunLog& log = logs_[stream];
  Overlay& overlay = overlays_[stream];
  if (log.growing) {
    return overlay;
  }
  std::uint32_t& shown = shown_[stream];
  if (shown == kNone || shown > row + 1) {
    overlay.begin(state_.tables[plan_.streams[stream].table].num_slots());
    shown = 0;
  }
  if (shown <= row) {
    log.for_values(shown, row + 1, [&](std::uint32_t value, std::uint32_t slot, std::uint32_t) {
      overlay.set(slot, value);
    });
    shown = row + 1;
  }
  return overlay;
}

/// The newest value that the run or the store has, or one some steps before it.
struct RunEvaluator::Past {
  const RunLog& log;
  const Store& store;

  [[nodiscard]] bool stored(std::uint32_t slot, std::uint32_t value,
                            std::uint64_t back) const noexcept {
    return value == kNone && slot != kNone && store.count(slot) > back;
  }
  /// `value` of the run, or what is stored `back` steps ago, or 0.
  [[nodiscard]] Cell cell(std::uint32_t cell, std::uint32_t slot, std::uint32_t value,
                          std::uint64_t back) const noexcept {
    if (value != kNone) {
      return log.columns[cell][value];
    }
    return stored(slot, value, back) ? store.value(slot, cell, back) : 0;
  }
};

/// Hold of a stream of one cell, row by row: what `replay` does, as one plain loop.
void RunEvaluator::hold_rows(const Frame& frame, std::uint32_t stream, const std::uint32_t* slots,
                             const Selection& selection, const Cell** out) {
  const Past past{logs_[stream], state_.stores[stream]};
  const std::uint32_t table = plan_.streams[stream].table;
  // The instance that a row is evaluated for exists in that row.
  const bool own = slots != nullptr && slots == frame.slots;
  Cell* present = arena_.cells(frame.count);
  Cell* value = arena_.cells(frame.count);
  std::uint32_t missing = 0;
  if (!selection.empty()) {
    static_cast<void>(overlay_at(stream, selection[0]));
  }
  Overlay& overlay = overlays_[stream];
  std::uint32_t& shown = shown_[stream];
  for_each(selection, [&](std::uint32_t row) {
    for (; shown <= row; ++shown) {
      if (past.log.has[shown] != 0) {
        overlay.set(past.log.slots == nullptr ? 0 : past.log.slots[shown], shown);
      }
    }
    const std::uint32_t slot = slots == nullptr ? 0 : slots[row];
    const bool lives = slot != kNone && (own || exists(table, slot, row));
    const std::uint32_t newest = lives ? overlay.newest(slot) : kNone;
    const bool there = newest != kNone || past.stored(lives ? slot : kNone, newest, 0);
    present[row] = cell_of(there);
    missing += there ? 0U : 1U;
    value[row] = there ? past.cell(0, slot, newest, 0) : 0;
  });
  out[0] = missing == 0 ? ones(frame.count) : present;
  out[1] = value;
}

void RunEvaluator::access_past(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                               const Selection& selection, const Cell** out) {
  const std::uint32_t stream = expr.stream.value;
  const bool hold = expr.kind == ir::ExprKind::Hold;
  if (hold && pass_through(frame, expr, slots, selection, out)) {
    return;
  }
  const Past past{logs_[stream], state_.stores[stream]};
  const std::uint32_t num_cells = past.store.num_cells();
  if (hold && num_cells == 1 && frame.lanes_are_rows() && !past.log.growing && !past.log.cross) {
    return hold_rows(frame, stream, slots, selection, out);
  }
  Cell** made = columns(num_cells + 1, frame.count);
  const std::uint32_t table = plan_.streams[stream].table;
  if (!hold) {
    chain(stream);
  }
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t row = frame.row_of(lane);
    std::uint32_t slot = slots == nullptr ? 0 : slots[lane];
    slot = slot != kNone && exists(table, slot, row) ? slot : kNone;
    const std::uint32_t newest = slot == kNone ? kNone : overlay_at(stream, row).newest(slot);
    const bool fresh = !hold && newest != kNone && fresh_value(past.log, slot, row) != kNone;
    std::uint64_t back = hold ? 0 : (fresh ? expr.index : expr.index - 1);
    const std::uint32_t value = past.log.before(newest, back);
    made[0][lane] = cell_of(value != kNone || past.stored(slot, value, back));
    for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
      made[cell + 1][lane] = past.cell(cell, slot, value, back);
    }
  });
  std::copy_n(made, num_cells + 1, out);
}

}  // namespace fairmon::engine
