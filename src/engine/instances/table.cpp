#include "engine/instances/table.hpp"

#include <algorithm>
#include <ranges>

#include "builtins/equality.hpp"
#include "engine/columns/grow.hpp"

namespace fairmon::engine {

namespace {

/// The scalar type of each cell.
void list_cells(const Type& type, std::vector<Type>& cells) {
  if (type.is(TypeKind::Optional)) {
    cells.push_back(Type::boolean());
  }
  if (type.is(TypeKind::Optional) || type.is(TypeKind::Tuple)) {
    for (const Type& part : type.parts()) {
      list_cells(part, cells);
    }
    return;
  }
  cells.push_back(type);
}

}  // namespace

InstanceTable::InstanceTable(const std::vector<Type>& parameter_types, std::int64_t linger_ns)
    : linger_ns_(linger_ns) {
  for (const Type& type : parameter_types) {
    list_cells(type, cell_types_);
  }
  for (const Type& type : cell_types_) {
    plain_.push_back(builtins::equal_means_identical(type) ? 1 : 0);
    plain_keys_ = plain_keys_ && plain_.back() != 0;
  }
  keys_.resize(cell_types_.size());
  cell_keys_ = plain_keys_ && keys_.size() == 1;
}

Cell InstanceTable::rewritten(std::uint32_t cell, Cell value) const noexcept {
  builtins::make_canonical(cell_types_[cell], &value);
  return value;
}

bool InstanceTable::key_less(std::uint32_t slot, std::uint32_t other) const noexcept {
  for (const std::vector<Cell>& column : keys_) {
    if (column[slot] != column[other]) {
      return column[slot] < column[other];
    }
  }
  return false;
}

std::uint32_t InstanceTable::find_hashed(std::uint64_t hash, const Cell* const* keys,
                                         std::uint32_t lane) const noexcept {
  if (keys_.empty()) {
    return life_.empty() ? kNone : 0;
  }
  return hashes_.find(HashTag(hash), [&](std::uint32_t slot) {
    for (std::uint32_t cell = 0; cell < num_key_cells(); ++cell) {
      if (keys_[cell][slot] != canonical(cell, keys[cell][lane])) {
        return false;
      }
    }
    return true;
  });
}

void InstanceTable::find_all_cells(const Cell* keys, const Selection& lanes,
                                   std::uint32_t* slots) const noexcept {
  if (!is_large()) {
    for_each(lanes, [&](std::uint32_t lane) { slots[lane] = find_cell(keys[lane]); });
    return;
  }
  for_each(lanes, [&](std::uint32_t lane) { cells_.prefetch({keys[lane]}); });
  for_each(lanes, [&](std::uint32_t lane) {
    slots[lane] = find_cell(keys[lane]);
    if (slots[lane] != kNone) {
      __builtin_prefetch(life_.data() + slots[lane]);
    }
  });
}

void InstanceTable::find_all(const Cell* const* keys, const Selection& lanes, std::uint64_t* hashes,
                             std::uint32_t* slots) const noexcept {
  if (cell_keys_) {
    return find_all_cells(keys[0], lanes, slots);
  }
  for_each(lanes, [&](std::uint32_t lane) {
    hashes[lane] = hash(keys, lane);
    hashes_.prefetch(HashTag(hashes[lane]));
  });
  if (is_large()) {
    for_each(lanes, [&](std::uint32_t lane) {
      const std::uint32_t slot = hashes_.find(HashTag(hashes[lane]));
      if (slot < num_slots()) {
        __builtin_prefetch(keys_[0].data() + slot);
        __builtin_prefetch(life_.data() + slot);
      }
    });
  }
  for_each(lanes, [&](std::uint32_t lane) { slots[lane] = find_hashed(hashes[lane], keys, lane); });
}

void InstanceTable::enter(std::uint32_t slot) {
  if (keys_.empty()) {
    return;
  }
  const Cell first = keys_[0][slot];
  if (!cell_keys_) {
    hashes_.insert(HashTag(hash_of_slot(slot)), slot);
  } else if (DirectIndex::covers(first)) {
    direct_.insert(first, slot);
  } else {
    cells_.insert({first}, slot);
  }
}

void InstanceTable::leave(std::uint32_t slot) noexcept {
  const Cell first = keys_[0][slot];
  if (!cell_keys_) {
    hashes_.erase(HashTag(hash_of_slot(slot)), slot);
  } else if (DirectIndex::covers(first)) {
    direct_.erase(first);
  } else {
    cells_.erase({first}, slot);
  }
}

std::uint32_t InstanceTable::take_slot(const Cell* const* keys, std::uint32_t lane) {
  std::uint32_t slot = num_slots();
  if (free_.empty()) {
    const std::size_t size = std::size_t{slot} + 1;
    grow_to(life_, size, Life::Free);
    grow_to(spawn_time_, size);
    grow_to(spawn_cycle_, size);
    grow_to(generation_, size);
    grow_to(changes_, slot / kBlock + 1);
    for (std::vector<Cell>& column : keys_) {
      grow_to(column, size);
    }
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  for (std::uint32_t cell = 0; cell < num_key_cells(); ++cell) {
    keys_[cell][slot] = canonical(cell, keys[cell][lane]);
  }
  enter(slot);
  return slot;
}

InstanceTable::Spawned InstanceTable::spawn(const Cell* const* keys, std::uint32_t lane,
                                            std::int64_t now, std::uint64_t cycle) {
  Spawned result;
  result.slot = find(keys, lane);
  if (result.slot != kNone && exists(result.slot)) {
    return result;
  }
  result.fresh = true;
  result.revived = result.slot != kNone;
  if (!result.revived) {
    result.slot = take_slot(keys, lane);
  }
  const std::uint32_t slot = result.slot;
  life_[slot] = Life::Alive;
  spawn_time_[slot] = now;
  spawn_cycle_[slot] = cycle;
  change_generation(slot);
  ++births_;
  ++num_live_;
  if (live_.empty() || live_.back() < slot) {
    live_.push_back(slot);
  } else {
    note_changed(slot);
  }
  return result;
}

void InstanceTable::take_back(std::uint32_t slot, bool revived) {
  const std::uint32_t lingered_as = generation_[slot] - 1;
  change_generation(slot);
  --num_live_;
  if (revived || keys_.empty()) {
    life_[slot] = Life::Lingering;
    for (Lingerer& lingerer : lingering_) {
      if (lingerer.slot == slot && lingerer.generation == lingered_as) {
        lingerer.generation = generation_[slot];
      }
    }
  } else {
    life_[slot] = Life::Free;
    leave(slot);
    free_.push_back(slot);
  }
  note_changed(slot);
}

void InstanceTable::close(std::uint32_t slot) {
  if (life_[slot] == Life::Alive) {
    life_[slot] = Life::Closing;
    closing_.push_back(slot);
  }
}

/// Few of many change at a time as a rule: what lies between them is moved in one piece.
void InstanceTable::settle() {
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  places_.clear();
  std::size_t num_born = 0;
  auto from = live_.begin();
  for (const std::uint32_t slot : changed_) {
    from = std::lower_bound(from, live_.end(), slot);
    const bool listed = from != live_.end() && *from == slot;
    if (listed && !exists(slot)) {
      places_.push_back(static_cast<std::uint32_t>(from - live_.begin()));
    } else if (!listed && exists(slot)) {
      changed_[num_born++] = slot;
    }
  }
  changed_.resize(num_born);
  take_out_places();
  put_in_changed();
  changed_.clear();
}

void InstanceTable::take_out_places() {
  if (places_.empty()) {
    return;
  }
  auto to = live_.begin() + places_.front();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto last = i + 1 < places_.size() ? live_.begin() + places_[i + 1] : live_.end();
    to = std::move(live_.begin() + places_[i] + 1, last, to);
  }
  live_.erase(to, live_.end());
}

void InstanceTable::put_in_changed() {
  auto last = static_cast<std::ptrdiff_t>(live_.size());
  live_.resize(live_.size() + changed_.size());
  auto to = live_.end();
  for (const std::uint32_t slot : std::views::reverse(changed_)) {
    const auto place = std::lower_bound(live_.begin(), live_.begin() + last, slot);
    to = std::move_backward(place, live_.begin() + last, to);
    last = place - live_.begin();
    *--to = slot;
  }
}

void InstanceTable::remove_closed(std::int64_t closed_at) {
  for (const std::uint32_t slot : closing_) {
    --num_live_;
    change_generation(slot);
    if (keys_.empty() || linger_ns_ > 0) {
      // Without parameters there is only one slot, and it stays.
      life_[slot] = Life::Lingering;
      if (!keys_.empty()) {
        lingering_.push_back({closed_at + linger_ns_, slot, generation_[slot]});
      }
    } else {
      life_[slot] = Life::Free;
      leave(slot);
      free_.push_back(slot);
    }
    note_changed(slot);  // its life is over by now
  }
  closing_.clear();
}

std::uint32_t InstanceTable::expire(std::int64_t now) {
  while (!lingering_.empty() && lingering_.front().until <= now) {
    const Lingerer oldest = lingering_.front();
    lingering_.pop_front();
    if (life_[oldest.slot] == Life::Lingering && generation_[oldest.slot] == oldest.generation) {
      life_[oldest.slot] = Life::Free;
      change_generation(oldest.slot);
      leave(oldest.slot);
      free_.push_back(oldest.slot);
      return oldest.slot;
    }
  }
  return kNone;
}

std::uint64_t InstanceTable::hash_of_slot(std::uint32_t slot) const noexcept {
  std::uint64_t mixed = 0;
  for (const std::vector<Cell>& column : keys_) {
    mixed = mix_cell(mixed, column[slot]);
  }
  return mixed;
}

bool InstanceTable::rebuild() {
  hashes_.clear();
  cells_.clear();
  direct_.clear();
  std::sort(live_.begin(), live_.end());
  num_live_ = live_.size();
  changed_.clear();
  changes_.assign(life_.size() / kBlock + 1, 0);
  for (std::uint32_t slot = 0; slot < num_slots(); ++slot) {
    if (life_[slot] != Life::Free) {
      if (!keys_.empty() && slot_of_same_key(slot) != kNone) {
        return false;
      }
      enter(slot);
    }
  }
  return true;
}

std::uint32_t InstanceTable::slot_of_same_key(std::uint32_t slot) const {
  std::vector<const Cell*> columns;
  for (const std::vector<Cell>& column : keys_) {
    columns.push_back(column.data());
  }
  return find(columns.data(), slot);
}

std::size_t InstanceTable::memory_bytes() const noexcept {
  std::size_t total = hashes_.memory_bytes() + cells_.memory_bytes() + direct_.memory_bytes() +
                      life_.capacity() * sizeof(Life) + spawn_time_.capacity() * 8 +
                      spawn_cycle_.capacity() * 8 + generation_.capacity() * 4 +
                      (live_.capacity() + changed_.capacity() + places_.capacity()) * 4 +
                      free_.capacity() * 4 + lingering_.size() * sizeof(Lingerer);
  for (const std::vector<Cell>& column : keys_) {
    total += column.capacity() * sizeof(Cell);
  }
  return total;
}

}  // namespace fairmon::engine
