#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "engine/runs/run_evaluator.hpp"

namespace fairmon::engine {

namespace {

bool all_fresh(const std::uint64_t* cycles, std::uint64_t cycle, const Selection& lanes) {
  if (lanes.lanes == nullptr) {
    return all_are(cycles, cycle, lanes.count);
  }
  return std::all_of(lanes.lanes, lanes.lanes + lanes.count,
                     [&](std::uint32_t lane) { return cycles[lane] == cycle; });
}

bool all_valued(const std::uint64_t* cycles, const Selection& lanes) {
  if (lanes.lanes == nullptr) {
    return all_set(cycles, lanes.count);
  }
  return std::all_of(lanes.lanes, lanes.lanes + lanes.count,
                     [&](std::uint32_t lane) { return cycles[lane] != 0; });
}

}  // namespace

/// The first of the slots if the lanes name slots that follow each other, else kNone.
std::uint32_t RunEvaluator::first_of_run(const Frame& frame, const std::uint32_t* slots,
                                         const Selection& selection) const {
  if (slots == frame.slots) {
    return frame.first_slot;
  }
  if (links_.found_run(slots)) {
    return slots[0];
  }
  if (selection.lanes != nullptr || selection.empty() || slots[0] == kNone) {
    return kNone;
  }
  return ascends_by_one(slots, selection.count) ? slots[0] : kNone;
}

/// The common case as plain loops: one cell, one kept value, so that the newest value is all there
/// is to read. A slot that is not kNone is that of an existing instance.
void RunEvaluator::access_newest(const Frame& frame, const ir::Expr& expr,
                                 const std::uint32_t* slots, const Selection& selection,
                                 const Cell** out) {
  const std::uint32_t first = first_of_run(frame, slots, selection);
  if (first != kNone) {
    return access_columns(frame, expr, first, selection, out);
  }
  const Store& store = state_.stores[expr.stream.index()];
  const Cell* newest = store.newest_column(0).data();
  const std::uint64_t* cycles = store.cycles().data();
  const std::uint64_t cycle = state_.cycle;
  if (expr.kind == ir::ExprKind::Sync) {
    Cell* value = arena_.cells(frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      const std::uint32_t slot = slots[lane];
      const bool fresh = slot != kNone && cycles[slot] == cycle;
      value[lane] = fresh ? newest[slot] : 0;
      frame.bad[lane] |= fresh ? 0 : 1;
    });
    out[0] = value;
    return;
  }
  Cell* present = arena_.cells(frame.count);
  std::uint64_t missing = 0;
  if (expr.kind == ir::ExprKind::IsFresh) {
    for_each(selection, [&](std::uint32_t lane) {
      present[lane] = cell_of(slots[lane] != kNone && cycles[slots[lane]] == cycle);
    });
    out[0] = present;
    return;
  }
  // With one kept value an offset can only be the stream's own, before it has a value in this
  // cycle.
  const bool only_fresh = expr.kind == ir::ExprKind::Get;
  Cell* value = arena_.cells(frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = slots[lane];
    const bool there = slot != kNone && (only_fresh ? cycles[slot] == cycle : cycles[slot] != 0);
    present[lane] = cell_of(there);
    value[lane] = there ? newest[slot] : 0;
    missing += there ? 0 : 1;
  });
  out[0] = missing == 0 ? ones(frame.count) : present;
  out[1] = value;
}

/// The same where the store's own columns, from slot `first` on, are columns by lane.
void RunEvaluator::access_columns(const Frame& frame, const ir::Expr& expr, std::uint32_t first,
                                  const Selection& selection, const Cell** out) {
  const Store& store = state_.stores[expr.stream.index()];
  const Cell* newest = store.newest_column(0).data() + first;
  const std::uint64_t* cycles = store.cycles().data() + first;
  const std::uint64_t cycle = state_.cycle;
  const bool only_fresh = expr.kind != ir::ExprKind::Offset && expr.kind != ir::ExprKind::Hold;
  const bool complete =
      only_fresh
          ? store.surely_fresh(first, frame.count, cycle) || all_fresh(cycles, cycle, selection)
          : store.surely_valued(first, frame.count) || all_valued(cycles, selection);
  if (expr.kind == ir::ExprKind::Sync) {
    if (!complete) {
      for_each(selection,
               [&](std::uint32_t lane) { frame.bad[lane] |= cycles[lane] == cycle ? 0 : 1; });
    }
    out[0] = newest;
    return;
  }
  if (complete) {
    out[0] = ones(frame.count);
  } else {
    Cell* present = arena_.cells(frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      present[lane] = cell_of(only_fresh ? cycles[lane] == cycle : cycles[lane] != 0);
    });
    out[0] = present;
  }
  if (expr.kind == ir::ExprKind::IsFresh) {
    return;
  }
  if (complete) {
    out[1] = newest;
    return;
  }
  Cell* value = arena_.cells(frame.count);
  const Cell* present = out[0];
  for_each(selection,
           [&](std::uint32_t lane) { value[lane] = present[lane] != 0 ? newest[lane] : 0; });
  out[1] = value;
}

/// What an access of any kind reads: some past of the instance that each lane names.
struct RunEvaluator::Reading {
  const Store& store;
  const InstanceTable& table;
  const std::uint32_t* slots;
  std::uint64_t cycle;

  [[nodiscard]] std::uint32_t slot_of(std::uint32_t lane) const noexcept {
    const std::uint32_t slot = slots == nullptr ? 0 : slots[lane];
    return slot < table.num_slots() && table.exists(slot) ? slot : kNone;
  }
  [[nodiscard]] bool fresh(std::uint32_t slot) const noexcept {
    return slot != kNone && store.fresh(slot, cycle);
  }
  /// How many values to step back from the newest one; kNone if there is nothing to read.
  [[nodiscard]] std::uint64_t steps(const ir::Expr& expr, std::uint32_t slot) const noexcept {
    if (slot == kNone || (expr.kind == ir::ExprKind::Get && !fresh(slot))) {
      return kNone;
    }
    std::uint64_t back = 0;
    if (expr.kind == ir::ExprKind::Offset) {
      back = fresh(slot) ? expr.index : expr.index - 1;
    }
    return store.count(slot) > back ? back : kNone;
  }
  /// The value `back` steps ago, or zeros if that is kNone.
  void write(std::uint32_t slot, std::uint64_t back, std::uint32_t lane, Cell** to) const {
    for (std::uint32_t cell = 0; cell < store.num_cells(); ++cell) {
      to[cell][lane] = back == kNone ? 0 : store.value(slot, cell, back);
    }
  }
};

void RunEvaluator::access_store(const Frame& frame, const ir::Expr& expr,
                                const std::uint32_t* slots, const Selection& selection,
                                const Cell** out) {
  if (slots == nullptr && frame.count > 1) {
    return access_one(frame, expr, selection, out);
  }
  const Store& store = state_.stores[expr.stream.index()];
  if (slots != nullptr && store.kept() == 1 && store.num_cells() == 1) {
    return access_newest(frame, expr, slots, selection, out);
  }
  const InstanceTable& table = state_.tables[plan_.streams[expr.stream.index()].table];
  if (slots == nullptr && store.kept() == 1 && store.num_cells() == 1 && table.num_slots() > 0 &&
      table.exists(0)) {
    return access_columns(frame, expr, 0, selection, out);  // one lane, one slot, one cell
  }
  const Reading reading{store, table, slots, state_.cycle};
  if (expr.kind == ir::ExprKind::IsFresh) {
    Cell* result = arena_.cells(frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      result[lane] = cell_of(reading.fresh(reading.slot_of(lane)));
    });
    out[0] = result;
    return;
  }
  const std::uint32_t num_cells = store.num_cells();
  if (expr.kind == ir::ExprKind::Sync) {
    Cell** made = columns(num_cells, frame.count);
    for_each(selection, [&](std::uint32_t lane) {
      const std::uint32_t slot = reading.slot_of(lane);
      const bool fresh = reading.fresh(slot);
      reading.write(slot, fresh ? 0 : kNone, lane, made);
      frame.bad[lane] |= fresh ? 0 : 1;
    });
    std::copy_n(made, num_cells, out);
    return;
  }
  Cell** made = columns(num_cells + 1, frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = reading.slot_of(lane);
    const std::uint64_t back = reading.steps(expr, slot);
    made[0][lane] = cell_of(back != kNone);
    reading.write(slot, back, lane, made + 1);
  });
  std::copy_n(made, num_cells + 1, out);
}

/// A stream without parameters looks the same from every lane.
void RunEvaluator::access_one(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                              const Cell** out) {
  std::uint8_t bad = 0;
  Frame single;
  single.count = 1;
  single.bad = &bad;
  const std::uint32_t num_cells = expr.type.num_cells();
  const Cell** found = pointers(num_cells);
  access_store(single, expr, nullptr, Selection::all(1), found);
  for (std::uint32_t cell = 0; cell < num_cells; ++cell) {
    out[cell] = constant_column(found[cell][0], frame.count);
  }
  if (bad != 0) {
    for_each(selection, [&](std::uint32_t lane) { frame.bad[lane] = 1; });
  }
}

}  // namespace fairmon::engine
