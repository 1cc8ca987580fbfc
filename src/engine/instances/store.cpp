#include "engine/instances/store.hpp"

namespace fairmon::engine {

void Store::grow(std::uint32_t num_slots) {
  if (num_slots <= count_.size()) {
    return;
  }
  for (std::vector<Cell>& column : columns_) {
    column.resize(num_slots);
  }
  count_.resize(num_slots);
  fresh_.resize(num_slots);
  if (lists_valued_) {
    place_in_valued_.resize(num_slots, kNone);
  }
}

void Store::forget(std::uint32_t slot) noexcept {
  if (slot >= count_.size()) {
    return;
  }
  if (lists_valued_ && count_[slot] > 0) {
    const std::uint32_t place = place_in_valued_[slot];
    valued_[place] = valued_.back();
    place_in_valued_[valued_[place]] = place;
    valued_.pop_back();
  }
  count_[slot] = 0;
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
