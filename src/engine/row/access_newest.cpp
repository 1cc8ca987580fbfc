#include <algorithm>

#include "engine/columns/sweep.hpp"
#include "engine/row/cycle_evaluator.hpp"

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
std::uint32_t CycleEvaluator::first_of_run(const Frame& frame, const std::uint32_t* slots,
                                           const Selection& selection) const {
  if (slots == frame.slots) {
    return frame.first_slot;
  }
  if (slots == linked_run_) {
    return slots[0];
  }
  if (selection.lanes != nullptr || selection.empty() || slots[0] == kNone) {
    return kNone;
  }
  return ascends_by_one(slots, selection.count) ? slots[0] : kNone;
}

/// The common case as plain loops: one cell, one kept value, so that the newest value is all there
/// is to read. A slot that is not kNone is that of an existing instance.
void CycleEvaluator::access_newest(const Frame& frame, const ir::Expr& expr,
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
void CycleEvaluator::access_columns(const Frame& frame, const ir::Expr& expr, std::uint32_t first,
                                    const Selection& selection, const Cell** out) {
  const Store& store = state_.stores[expr.stream.index()];
  const Cell* newest = store.newest_column(0).data() + first;
  const std::uint64_t* cycles = store.cycles().data() + first;
  const std::uint64_t cycle = state_.cycle;
  const bool only_fresh = expr.kind != ir::ExprKind::Offset && expr.kind != ir::ExprKind::Hold;
  const bool complete =
      only_fresh ? all_fresh(cycles, cycle, selection) : all_valued(cycles, selection);
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

const std::uint32_t* CycleEvaluator::linked(const Frame& frame, const ir::Expr& expr,
                                            std::uint32_t table, const Selection& selection,
                                            bool lingering) {
  linked_run_ = nullptr;  // other slots might lie in the same place by now
  if (frame.slots == nullptr || frame.table == kNone || selection.count < 2) {
    return nullptr;
  }
  for (const ir::ExprId operand : expr.operands) {
    if (plan_.expr(operand).kind != ir::ExprKind::Parameter) {
      return nullptr;
    }
  }
  const InstanceTable& own = state_.tables[frame.table];
  const InstanceTable& target = state_.tables[table];
  Links& known = links_of(expr, frame.table);
  known.grow(own.num_slots());
  if (const std::uint32_t* unchanged = known.unchanged(frame, own, target)) {
    linked_run_ = unchanged;
    return unchanged;
  }
  const Cell** keys = pointers(target.num_key_cells());
  std::uint32_t cell = 0;
  for (const ir::ExprId operand : expr.operands) {
    const ir::Expr& parameter = plan_.expr(operand);
    const std::uint32_t first = plan_.tables[frame.table].parameter_cells[parameter.index];
    for (std::uint32_t i = 0; i < parameter.type.num_cells(); ++i) {
      keys[cell++] = own.key_column(first + i).data();
    }
  }
  std::uint32_t* found = arena_.indices(frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = frame.slots[lane];
    const std::uint32_t linked_to = known.target[slot];
    const std::uint32_t witness =
        linked_to == kNone ? target.births() : target.generation(linked_to);
    if (known.generation[slot] != own.generation(slot) || known.witness[slot] != witness) {
      const std::uint32_t searched = target.find(keys, slot);
      const bool good = searched != kNone && (lingering || target.exists(searched));
      known.generation[slot] = own.generation(slot);
      known.target[slot] = good ? searched : kNone;
      known.witness[slot] = good ? target.generation(searched) : target.births();
    }
    found[lane] = known.target[slot];
  });
  return found;
}

CycleEvaluator::Links& CycleEvaluator::links_of(const ir::Expr& expr, std::uint32_t table) {
  std::vector<Links>& by_table =
      links_[static_cast<std::size_t>(&expr - plan_.program->exprs.raw().data())];
  for (Links& links : by_table) {
    if (links.table == table) {
      return links;
    }
  }
  by_table.emplace_back();
  by_table.back().table = table;
  return by_table.back();
}

void CycleEvaluator::Links::grow(std::uint32_t num_slots) {
  if (target.size() < num_slots) {
    generation.resize(num_slots, 0);
    target.resize(num_slots, kNone);
    witness.resize(num_slots, 0);
    checked.resize(num_slots / InstanceTable::kBlock + 1);
  }
}

/// Where reading instances and targets both follow each other, all can be compared in one sweep.
const std::uint32_t* CycleEvaluator::Links::unchanged(const Frame& frame, const InstanceTable& own,
                                                      const InstanceTable& targets) {
  const std::uint32_t first = frame.first_slot;
  if (first == kNone || target[first] == kNone ||
      targets.num_slots() - target[first] < frame.count) {
    return nullptr;
  }
  const std::uint32_t last = frame.count - 1;
  const Checked now{first, frame.count, target[first], own.changes(first, first + last),
                    targets.changes(target[first], target[first] + last)};
  Checked& before = checked[first / InstanceTable::kBlock];
  if (now == before) {
    return target.data() + first;
  }
  const std::uint32_t* there = target.data() + first;
  if (!ascends_by_one(there, frame.count) ||
      !all_equal(own.generations() + first, generation.data() + first, frame.count) ||
      !all_equal(targets.generations() + there[0], witness.data() + first, frame.count)) {
    return nullptr;
  }
  before = now;
  return there;
}

}  // namespace fairmon::engine
