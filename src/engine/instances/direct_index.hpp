#pragma once

#include <fairmon/value.hpp>

#include <bit>
#include <cstdint>
#include <vector>

#include "engine/columns/selection.hpp"

namespace fairmon::engine {

/// Slots of small keys by the key itself. Texts are numbered as they appear, so nearly all of them
/// are small, and so are most numbers of groups.
class DirectIndex {
 public:
  [[nodiscard]] static bool covers(Cell key) noexcept { return key < kEnd; }
  [[nodiscard]] std::uint32_t find(Cell key) const noexcept {
    return key < slots_.size() ? slots_[key] : kNone;
  }
  void insert(Cell key, std::uint32_t slot) {
    if (key >= slots_.size()) {
      slots_.resize(std::bit_ceil(key + 1), kNone);
    }
    slots_[key] = slot;
  }
  void erase(Cell key) noexcept { slots_[key] = kNone; }
  void clear() { slots_.clear(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return slots_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr Cell kEnd = 1 << 13;
  std::vector<std::uint32_t> slots_;
};

}  // namespace fairmon::engine
