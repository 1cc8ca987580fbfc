#include <algorithm>

#include "engine/row/cycle_evaluator.hpp"

namespace fairmon::engine {

/// The common case as plain loops: one cell, one kept value, so that the newest value is all there
/// is to read. A slot that is not kNone is that of an existing instance.
void CycleEvaluator::access_newest(const Frame& frame, const ir::Expr& expr,
                                   const std::uint32_t* slots, const Selection& selection,
                                   const Cell** out) {
  const Store& store = state_.stores[expr.stream.index()];
  const Cell* newest = store.newest_column(0).data();
  const std::uint64_t* counts = store.counts().data();
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
    const bool there = slot != kNone && counts[slot] > 0 && (!only_fresh || cycles[slot] == cycle);
    present[lane] = cell_of(there);
    value[lane] = there ? newest[slot] : 0;
    missing += there ? 0 : 1;
  });
  out[0] = missing == 0 ? ones(frame.count) : present;
  out[1] = value;
}

const std::uint32_t* CycleEvaluator::linked(const Frame& frame, const ir::Expr& expr,
                                            std::uint32_t table, const Selection& selection,
                                            bool lingering) {
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
  const Cell** keys = pointers(target.num_key_cells());
  std::uint32_t cell = 0;
  for (const ir::ExprId operand : expr.operands) {
    const ir::Expr& parameter = plan_.expr(operand);
    const std::uint32_t first = plan_.tables[frame.table].parameter_cells[parameter.index];
    for (std::uint32_t i = 0; i < parameter.type.num_cells(); ++i) {
      keys[cell++] = own.key_column(first + i).data();
    }
  }
  Links& known = links_[static_cast<std::size_t>(&expr - plan_.program->exprs.raw().data())];
  // An expression that streams of several tables share is remembered for the first one only.
  if (known.table != frame.table && known.table != kNone) {
    return nullptr;
  }
  known.table = frame.table;
  std::vector<Link>& links = known.by_slot;
  if (links.size() < own.num_slots()) {
    links.resize(own.num_slots());
  }
  std::uint32_t* found = arena_.indices(frame.count);
  for_each(selection, [&](std::uint32_t lane) {
    const std::uint32_t slot = frame.slots[lane];
    Link& link = links[slot];
    const std::uint32_t witness =
        link.target == kNone ? target.births() : target.generation(link.target);
    if (link.generation != own.generation(slot) || link.witness != witness) {
      const std::uint32_t searched = target.find(keys, slot);
      const bool good = searched != kNone && (lingering || target.exists(searched));
      link.generation = own.generation(slot);
      link.target = good ? searched : kNone;
      link.witness = good ? target.generation(searched) : target.births();
    }
    found[lane] = link.target;
  });
  return found;
}

}  // namespace fairmon::engine
