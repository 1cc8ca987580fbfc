#include "engine/runs/links.hpp"

#include <algorithm>

#include "engine/columns/sweep.hpp"

namespace fairmon::engine {

const std::uint32_t* Links::find(Arena& arena, const Frame& frame, ir::ExprId id,
                                 std::uint32_t table, const Selection& selection, bool lingering) {
  const ir::Expr& expr = state_.plan.expr(id);
  for (const ir::ExprId operand : expr.operands) {
    if (state_.plan.expr(operand).kind != ir::ExprKind::Parameter) {
      return nullptr;
    }
  }
  const InstanceTable& own = state_.tables[frame.table];
  const InstanceTable& target = state_.tables[table];
  Known& known = known_of(id, frame.table);
  known.grow(own.num_slots());
  if (const std::uint32_t* unchanged = known.unchanged(frame, own, target)) {
    run_ = unchanged;
    return unchanged;
  }
  auto** keys = reinterpret_cast<const Cell**>(arena.cells(target.num_key_cells()));
  std::uint32_t cell = 0;
  for (const ir::ExprId operand : expr.operands) {
    const ir::Expr& parameter = state_.plan.expr(operand);
    const std::uint32_t first = state_.plan.tables[frame.table].parameter_cells[parameter.index];
    for (std::uint32_t i = 0; i < parameter.type.num_cells(); ++i) {
      keys[cell++] = own.key_column(first + i).data();
    }
  }
  std::uint32_t* found = arena.indices(frame.count);
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

Links::Known& Links::known_of(ir::ExprId id, std::uint32_t table) {
  std::vector<Known>& by_table = links_[id.index()];
  for (Known& known : by_table) {
    if (known.table == table) {
      return known;
    }
  }
  by_table.emplace_back();
  by_table.back().table = table;
  return by_table.back();
}

void Links::forget() {
  for (std::vector<Known>& by_table : links_) {
    by_table.clear();
  }
  run_ = nullptr;
}

void Links::Known::grow(std::uint32_t num_slots) {
  if (target.size() < num_slots) {
    generation.resize(num_slots, 0);
    target.resize(num_slots, kNone);
    witness.resize(num_slots, 0);
    checked.resize(num_slots / InstanceTable::kBlock + 1);
  }
}

/// Where reading instances and targets both follow each other, all can be compared in one sweep.
const std::uint32_t* Links::Known::unchanged(const Frame& frame, const InstanceTable& own,
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
