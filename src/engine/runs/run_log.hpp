#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <vector>

#include "engine/columns/selection.hpp"

namespace fairmon::engine {

/// What a stream produced in a run, before it is stored. A value is named by its row, or, where all
/// instances are evaluated at every row, by its place in the list of (row, slot).
struct RunLog {
  bool used = false;    ///< the stream is event-paced or an input
  bool cross = false;   ///< values are entries; otherwise they are rows
  bool all = false;     ///< every row has a value
  bool stored = false;  ///< the store has the values already
  bool listed = false;  ///< `produced` lists the rows that have a value
  /// Values are being added, row by row or wave by wave: the overlay and `previous` are kept by
  /// whoever adds them.
  bool growing = false;
  Selection produced;
  const Cell* const* columns = nullptr;
  std::uint8_t* has = nullptr;           ///< per row
  const std::uint32_t* slots = nullptr;  ///< per value; null: slot 0
  // Entries of `cross`.
  std::uint32_t num_entries = 0;
  const std::uint32_t* entry_rows = nullptr;
  std::uint32_t* row_begin = nullptr;  ///< first entry of each row, one more than rows

  // Chains of values of one instance, made when somebody asks.
  bool chained = false;
  std::uint32_t* previous = nullptr;  ///< per value: the one before of the same instance
  std::uint32_t* depth = nullptr;     ///< how many of its instance come before it in the run
  std::uint32_t* jump = nullptr;      ///< one further back, so that few steps lead to any of them

  void reset() { *this = RunLog(); }

  /// Enters a value of an instance behind the one before it.
  void link(std::uint32_t value, std::uint32_t before) noexcept {
    previous[value] = before;
    if (depth == nullptr) {
      return;
    }
    if (before == kNone) {
      depth[value] = 0;
      jump[value] = value;
      return;
    }
    depth[value] = depth[before] + 1;
    const std::uint32_t far = jump[before];
    const bool same_length = depth[before] - depth[far] == depth[far] - depth[jump[far]];
    jump[value] = same_length ? jump[far] : before;
  }
  /// Goes back inside the run as far as it reaches; `back` is what remains.
  [[nodiscard]] std::uint32_t before(std::uint32_t value, std::uint64_t& back) const noexcept {
    if (depth == nullptr || value == kNone) {
      for (; value != kNone && back > 0; --back) {
        value = previous[value];
      }
      return value;
    }
    if (back > depth[value]) {
      back -= depth[value] + std::uint64_t{1};
      return kNone;
    }
    const auto wanted = static_cast<std::uint32_t>(depth[value] - back);
    while (depth[value] > wanted) {
      value = depth[jump[value]] >= wanted ? jump[value] : previous[value];
    }
    back = 0;
    return value;
  }

  /// Calls `visit(value, slot, row)` for the values of rows `from` … `to`−1, in order.
  template <class Visit>
  void for_values(std::uint32_t from, std::uint32_t to, Visit&& visit) const {
    if (cross) {
      for (std::uint32_t entry = row_begin[from]; entry < row_begin[to]; ++entry) {
        visit(entry, slots[entry], entry_rows[entry]);
      }
      return;
    }
    for (std::uint32_t row = from; row < to; ++row) {
      if (has[row] != 0) {
        visit(row, slots == nullptr ? 0 : slots[row], row);
      }
    }
  }
};

/// Per slot the newest value of a run so far. Stamped, so that it need not be cleared.
class Overlay {
 public:
  void begin(std::uint32_t num_slots) {
    if (num_slots > entries_.size()) {
      entries_.resize(num_slots);
    }
    ++stamp_;
  }
  [[nodiscard]] std::uint32_t newest(std::uint32_t slot) const noexcept {
    return slot < entries_.size() && entries_[slot].stamp == stamp_ ? entries_[slot].value : kNone;
  }
  void set(std::uint32_t slot, std::uint32_t value) {
    if (slot >= entries_.size()) [[unlikely]] {
      entries_.resize(std::size_t{slot} + 1);  // spawned since `begin`
    }
    entries_[slot] = {stamp_, value};
  }
  void prefetch(std::uint32_t slot) const noexcept {
    if (slot < entries_.size()) {
      __builtin_prefetch(entries_.data() + slot, 1);
    }
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return entries_.capacity() * sizeof(Entry);
  }

 private:
  struct Entry {
    std::uint32_t stamp = 0;
    std::uint32_t value = 0;
  };
  std::vector<Entry> entries_;
  std::uint32_t stamp_ = 0;
};

}  // namespace fairmon::engine
