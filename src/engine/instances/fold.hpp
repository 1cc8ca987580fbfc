#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include "builtins/catalogue.hpp"
#include "engine/columns/accumulator.hpp"
#include "engine/columns/selection.hpp"
#include "engine/columns/state_format.hpp"
#include "engine/instances/extremes.hpp"
#include "engine/runs/run_log.hpp"

namespace fairmon::engine {

/// What an aggregate over instances takes of some of them.
struct FoldBlock {
  const std::uint32_t* slots = nullptr;  ///< null: they follow each other, from `first` on
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  const std::uint8_t* has = nullptr;  ///< 0: nothing of this one; null: something of all
  const Cell* const* columns = nullptr;

  [[nodiscard]] bool there(std::uint32_t i) const noexcept { return has == nullptr || has[i] != 0; }

  [[nodiscard]] std::uint32_t slot(std::uint32_t i) const noexcept {
    return slots == nullptr ? first + i : slots[i];
  }
};

/// Adds the values of a block to the state of an aggregate.
void add_block(Accumulator& state, const FoldBlock& block, std::uint32_t num_cells);

/// An aggregate over the latest values of all instances of a stream. As long as few of them change
/// between two reads it is kept up to date: invertible aggregates as one running state, extremes as
/// a tournament, others as a tree of states over the slots whose dirty paths are renewed when
/// somebody reads. When many have changed, a read takes all values in one sweep instead.
class InstanceFold {
 public:
  /// Values per block of a sweep, at most.
  static constexpr std::uint32_t kBlock = 1024;

  explicit InstanceFold(builtins::BoundAggregate aggregate);

  // The store has other values than before.
  void touch(std::uint32_t slot) {
    if (++num_changes_ > limit()) {
      stale_ = true;
      touched_.clear();
    } else if (!stale_) {
      touched_.push_back(slot);
    }
  }
  void touch(const std::uint32_t* slots, const Selection& lanes);
  void touch_all() {
    stale_ = true;
    touched_.clear();
    num_changes_ = limit() + 1;
  }
  void erase(std::uint32_t slot);

  /// How the next read is done best.
  enum class Way : std::uint8_t { Known, Sweep, Rebuild, Touched };
  [[nodiscard]] Way way() const noexcept;
  [[nodiscard]] const std::vector<std::uint32_t>& touched() const noexcept { return touched_; }
  /// Forgets all values; they come again by `update`, about so many.
  void begin_rebuild(std::size_t num_values);
  /// `column_offset`: where in the columns the block begins.
  void update(const FoldBlock& block, std::uint32_t column_offset = 0);
  /// Everything that changed has been updated.
  void settled() noexcept {
    touched_.clear();
    stale_ = false;
    num_changes_ = 0;
    known_ = false;
  }
  /// One value, at once: the fold must be settled.
  void update(std::uint32_t slot, const Cell* value);
  void remove(std::uint32_t slot);
  /// The result; the fold must be settled.
  void read(Cell* result, builtins::Evaluation& evaluation);
  /// Extremes over the rows of a run: takes the values of rows `from` … `to`−1 and writes what
  /// there is after each of them.
  [[nodiscard]] bool is_extreme() const noexcept { return extremes_.has_value(); }
  void follow(const RunLog& log, std::uint32_t from, std::uint32_t to, Cell* present, Cell* best);

  // All values in one pass, block by block.
  void begin_sweep();
  void sweep(const FoldBlock& block);
  void end_sweep();
  /// The result of the last sweep, as long as nothing changes.
  void read_known(Cell* result, builtins::Evaluation& evaluation);

  [[nodiscard]] const Type& result_type() const noexcept { return aggregate_.result; }
  [[nodiscard]] std::uint32_t num_value_cells() const noexcept { return value_cells_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  [[nodiscard]] std::size_t limit() const noexcept { return 32 + num_swept_ / 8; }
  [[nodiscard]] Cell* node(std::size_t index) noexcept { return nodes_.data() + index * width_; }
  void grow(std::uint32_t slot);
  void mark_dirty(std::uint32_t slot);
  void take_out(const Cell* value);
  void widen();
  void renew();
  void join(std::size_t index);

  builtins::BoundAggregate aggregate_;
  bool running_;
  std::optional<Extremes> extremes_;
  std::uint32_t width_;
  std::uint32_t value_cells_;
  bool stale_ = false;                  ///< what is kept below is not that of the store
  bool known_ = false;                  ///< the last sweep still holds
  std::size_t num_changes_ = 0;         ///< since the last read
  std::size_t num_swept_ = 0;           ///< values in the last sweep or rebuild
  std::vector<std::uint32_t> touched_;  ///< slots that differ from what is kept; not if stale
  std::optional<Accumulator> sweep_;    ///< of the last sweep
  std::vector<Cell> sweep_room_;
  bool any_swept_ = false;  ///< extremes: was there a value, and the best rank
  std::uint64_t best_swept_ = 0;
  std::vector<Cell> value_;            ///< room for one value
  std::vector<std::uint8_t> present_;  ///< per slot
  std::vector<Cell> values_;           ///< per slot, to take it out again (running)
  StateFormat format_;                 ///< of the total; nodes have the full form
  std::vector<Cell> total_;
  // The tree: leaves at num_leaves_ + slot, parents at half their index, the root at 1.
  std::uint32_t num_leaves_ = 0;
  std::vector<Cell> nodes_;
  std::vector<std::uint32_t> dirty_;
  std::vector<std::uint8_t> is_dirty_;
};

}  // namespace fairmon::engine
