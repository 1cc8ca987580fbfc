#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <vector>

#include "engine/columns/archive.hpp"
#include "engine/columns/frame.hpp"
#include "engine/columns/selection.hpp"

namespace fairmon::engine {

/// The values of one stream, by slot: the newest `kept` of each instance, how many there were, and
/// the cycle of the last one. Columns, so that many instances are read as one.
class Store {
 public:
  Store(std::uint32_t num_cells, std::uint32_t kept, bool lists_valued)
      : num_cells_(num_cells), kept_(kept), lists_valued_(lists_valued) {
    columns_.resize(num_cells);
  }

  [[nodiscard]] std::uint32_t num_cells() const noexcept { return num_cells_; }
  [[nodiscard]] std::uint32_t kept() const noexcept { return kept_; }
  /// How many values there were; with one kept value only whether there was any.
  [[nodiscard]] std::uint64_t count(std::uint32_t slot) const noexcept {
    return kept_ == 1 ? (fresh_[slot] != 0 ? 1U : 0U) : count_[slot];
  }
  [[nodiscard]] bool fresh(std::uint32_t slot, std::uint64_t cycle) const noexcept {
    return fresh_[slot] == cycle;
  }
  /// The value `back` steps before the newest, which must be kept.
  [[nodiscard]] Cell value(std::uint32_t slot, std::uint32_t cell,
                           std::uint64_t back = 0) const noexcept {
    return columns_[cell][kept_ == 1 ? slot : place(slot, count_[slot] - 1 - back)];
  }
  /// With one kept value: all instances' newest as a column by slot.
  [[nodiscard]] const std::vector<Cell>& newest_column(std::uint32_t cell) const noexcept {
    return columns_[cell];
  }
  /// Cell `cell` of all kept values: `kept()` of each instance side by side, by slot.
  [[nodiscard]] const std::vector<Cell>& kept_column(std::uint32_t cell) const noexcept {
    return columns_[cell];
  }
  /// Cycle of the newest value by slot; 0 before there is one.
  [[nodiscard]] const std::vector<std::uint64_t>& cycles() const noexcept { return fresh_; }
  /// Brings what `push` and `value` touch near; most useful some rows ahead.
  void prefetch(std::uint32_t slot) const noexcept {
    __builtin_prefetch(fresh_.data() + slot, 1);
    if (kept_ != 1) {
      __builtin_prefetch(count_.data() + slot, 1);
    } else if (num_cells_ > 0) {
      __builtin_prefetch(columns_[0].data() + slot, 1);
    }
  }

  void grow(std::uint32_t num_slots);
  void push(std::uint32_t slot, const Cell* const* columns, std::uint32_t lane,
            std::uint64_t cycle) {
    const std::size_t at = kept_ == 1 ? slot : place(slot, count_[slot]++);
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
      columns_[cell][at] = columns[cell][lane];
    }
    if (lists_valued_ && fresh_[slot] == 0) {
      list(slot);
    }
    fresh_[slot] = cycle;
  }
  /// `push` for many lanes of a frame at once; bad lanes are left out.
  void push_all(const Frame& frame, const Cell* const* columns, const Selection& lanes,
                std::uint64_t cycle);
  /// `push` for rows of a run, one after the other.
  void push_rows(const std::uint32_t* slots, const Selection& rows, const Cell* const* columns,
                 std::uint64_t first_cycle);
  /// Running totals, for a stream of one cell that keeps one value: the sum of the newest value
  /// (or `initial`) and `operand` becomes the newest value, row by row, and goes to `result`.
  void add_rows(const std::uint32_t* slots, const Selection& rows, const Cell* initial,
                const Cell* operand, std::uint64_t first_cycle, Cell* result);
  /// Counts values that later ones have pushed out before anybody could read them here.
  void skip(std::uint32_t slot, std::uint64_t values) noexcept {
    if (kept_ != 1) {
      count_[slot] += values;
    }
  }
  /// The instance is gone: no values any more.
  void forget(std::uint32_t slot) noexcept;

  /// Instances that have a value; kept only where an aggregation wants it.
  [[nodiscard]] const std::vector<std::uint32_t>& valued() const noexcept { return valued_; }
  /// Slots that are evaluated together at a deadline; see InstanceTable::kBlock.
  static constexpr std::uint32_t kBlock = 512;
  /// True if these instances are known to have values without looking at each: all of their blocks
  /// got one together.
  [[nodiscard]] bool surely_valued(std::uint32_t first, std::uint32_t count) const noexcept {
    return every_block(first, count, [](std::uint64_t cycle) { return cycle != 0; });
  }
  /// The same for values of a certain cycle.
  [[nodiscard]] bool surely_fresh(std::uint32_t first, std::uint32_t count,
                                  std::uint64_t cycle) const noexcept {
    return every_block(first, count, [&](std::uint64_t of_block) { return of_block == cycle; });
  }

  template <class Archive>
  void transfer(Archive& archive) {
    for (std::vector<Cell>& column : columns_) {
      archive(column);
    }
    archive(count_);
    archive(fresh_);
    archive(valued_);
    archive(place_in_valued_);
    if constexpr (Archive::kReading) {
      together_.clear();
    }
  }
  /// After a restore: all columns have a length, and what lists instances agrees (soundness.cpp).
  [[nodiscard]] bool is_sound(std::uint32_t num_slots) const;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  void list_valued(const std::uint32_t* slots, const std::uint8_t* bad, const Selection& lanes);
  void list(std::uint32_t slot) {
    place_in_valued_[slot] = static_cast<std::uint32_t>(valued_.size());
    valued_.push_back(slot);
  }
  template <class Test>
  [[nodiscard]] bool every_block(std::uint32_t first, std::uint32_t count,
                                 Test&& test) const noexcept {
    const std::size_t end = (std::size_t{first} + count + kBlock - 1) / kBlock;
    bool all = end <= together_.size();
    for (std::size_t block = first / kBlock; block < end && all; ++block) {
      all = test(together_[block]);
    }
    return all;
  }
  /// Where the values of an instance stand: side by side, the newest taking the oldest's place.
  [[nodiscard]] std::size_t place(std::uint32_t slot, std::uint64_t sequence) const noexcept {
    const bool power_of_two = (kept_ & (kept_ - 1)) == 0;
    return std::size_t{slot} * kept_ +
           static_cast<std::size_t>(power_of_two ? sequence & (kept_ - 1) : sequence % kept_);
  }

  std::uint32_t num_cells_;
  std::uint32_t kept_;
  bool lists_valued_;
  std::vector<std::vector<Cell>> columns_;  ///< by cell; see `place`
  std::vector<std::uint64_t> count_;        ///< empty if only one value is kept
  std::vector<std::uint64_t> fresh_;
  std::vector<std::uint32_t> valued_;
  std::vector<std::uint32_t> place_in_valued_;
  /// Per block: the last cycle in which all its slots got a value together; 0 if one of them has
  /// lost it since, or a state was restored.
  std::vector<std::uint64_t> together_;
};

}  // namespace fairmon::engine
