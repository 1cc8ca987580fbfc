#include "engine/instances/store.hpp"

#include <algorithm>

#include "engine/columns/grow.hpp"
#include "engine/columns/sweep.hpp"

namespace fairmon::engine {

void Store::grow(std::uint32_t num_slots) {
  if (num_slots <= fresh_.size()) {
    return;
  }
  for (std::vector<Cell>& column : columns_) {
    grow_to(column, std::size_t{num_slots} * kept_);
  }
  if (kept_ != 1) {
    grow_to(count_, num_slots);
  }
  grow_to(fresh_, num_slots);
  if (lists_valued_) {
    place_in_valued_.resize(num_slots, kNone);
  }
}

void Store::push_all(const Frame& frame, const Cell* const* columns, const Selection& lanes,
                     std::uint64_t cycle) {
  const std::uint32_t* slots = frame.slots;
  const std::uint8_t* bad = frame.bad;
  if (kept_ != 1 || num_cells_ != 1) {
    for_each(lanes, [&](std::uint32_t lane) {
      if (bad[lane] == 0) {
        push(slots[lane], columns, lane, cycle);
      }
    });
    return;
  }
  Cell* values = columns_[0].data();
  std::uint64_t* cycles = fresh_.data();
  const Cell* from = columns[0];
  const bool side_by_side =
      frame.first_slot != kNone && lanes.lanes == nullptr && none_marked(bad, lanes.count);
  if (lists_valued_ && !(side_by_side && surely_valued(frame.first_slot, lanes.count))) {
    list_valued(slots, bad, lanes);
  }
  if (side_by_side) {
    std::copy_n(from, lanes.count, values + frame.first_slot);
    set_all(cycles + frame.first_slot, cycle, lanes.count);
    if (lanes.count == kBlock && frame.first_slot % kBlock == 0) {
      together_.resize(std::max<std::size_t>(together_.size(), frame.first_slot / kBlock + 1));
      together_[frame.first_slot / kBlock] = cycle;
    }
    return;
  }
  for_each(lanes, [&](std::uint32_t lane) {
    if (bad[lane] == 0) {
      const std::uint32_t slot = slots[lane];
      values[slot] = from[lane];
      cycles[slot] = cycle;
    }
  });
}

/// Those that get their first value.
void Store::list_valued(const std::uint32_t* slots, const std::uint8_t* bad,
                        const Selection& lanes) {
  for_each(lanes, [&](std::uint32_t lane) {
    if (fresh_[slots[lane]] == 0 && bad[lane] == 0) [[unlikely]] {
      list(slots[lane]);
    }
  });
}

void Store::push_rows(const std::uint32_t* slots, const Selection& rows, const Cell* const* columns,
                      std::uint64_t first_cycle) {
  if (kept_ != 1 || lists_valued_ || num_cells_ != 1) {
    for_each(rows, [&](std::uint32_t row) { push(slots[row], columns, row, first_cycle + row); });
    return;
  }
  Cell* values = columns_[0].data();
  std::uint64_t* cycles = fresh_.data();
  const Cell* from = columns[0];
  for_each(rows, [&](std::uint32_t row) {
    values[slots[row]] = from[row];
    cycles[slots[row]] = first_cycle + row;
  });
}

void Store::add_rows(const std::uint32_t* slots, const Selection& rows, const Cell* initial,
                     const Cell* operand, std::uint64_t first_cycle, Cell* result) {
  Cell* values = columns_[0].data();
  std::uint64_t* cycles = fresh_.data();
  for_each(rows, [&](std::uint32_t row) {
    const std::uint32_t slot = slots == nullptr ? 0 : slots[row];
    const Cell sum = (cycles[slot] != 0 ? values[slot] : initial[row]) + operand[row];
    values[slot] = sum;
    cycles[slot] = first_cycle + row;
    result[row] = sum;
  });
}

void Store::forget(std::uint32_t slot) noexcept {
  if (slot >= fresh_.size()) {
    return;
  }
  if (lists_valued_ && fresh_[slot] != 0) {
    const std::uint32_t place = place_in_valued_[slot];
    valued_[place] = valued_.back();
    place_in_valued_[valued_[place]] = place;
    valued_.pop_back();
  }
  if (slot / kBlock < together_.size()) {
    together_[slot / kBlock] = 0;
  }
  if (kept_ != 1) {
    count_[slot] = 0;
  }
  fresh_[slot] = 0;
}

std::size_t Store::memory_bytes() const noexcept {
  std::size_t total = (count_.capacity() + fresh_.capacity()) * 8 +
                      (valued_.capacity() + place_in_valued_.capacity()) * 4;
  for (const std::vector<Cell>& column : columns_) {
    total += column.capacity() * sizeof(Cell);
  }
  return total;
}

}  // namespace fairmon::engine
