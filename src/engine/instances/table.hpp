#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/columns/archive.hpp"
#include "engine/columns/selection.hpp"
#include "engine/instances/direct_index.hpp"
#include "engine/instances/key_index.hpp"

namespace fairmon::engine {

/// The instances of one or several streams that spawn and close together. An instance has a slot
/// for its life; streams keep their values by slot. A closed instance whose values may still be
/// inside a window lingers in its slot until they have aged out, and gets it back on respawn.
class InstanceTable {
 public:
  enum class Life : std::uint8_t { Free, Alive, Closing, Lingering };

  /// `linger_ns`: longest window over the streams of the table.
  InstanceTable(const std::vector<Type>& parameter_types, std::int64_t linger_ns);

  [[nodiscard]] std::uint32_t num_key_cells() const noexcept {
    return static_cast<std::uint32_t>(keys_.size());
  }
  [[nodiscard]] std::uint32_t num_slots() const noexcept {
    return static_cast<std::uint32_t>(life_.size());
  }
  [[nodiscard]] std::size_t num_live() const noexcept { return num_live_; }
  /// The slots of all existing instances, ascending: neighbours in memory are looked at together.
  [[nodiscard]] const std::vector<std::uint32_t>& live() {
    if (!changed_.empty()) {
      settle();
    }
    return live_;
  }
  [[nodiscard]] Life life(std::uint32_t slot) const noexcept { return life_[slot]; }
  /// Alive, or closed in this very cycle.
  [[nodiscard]] bool exists(std::uint32_t slot) const noexcept {
    return life_[slot] == Life::Alive || life_[slot] == Life::Closing;
  }
  [[nodiscard]] const std::vector<Cell>& key_column(std::uint32_t cell) const noexcept {
    return keys_[cell];
  }
  /// An order of instances that does not depend on when they spawned.
  [[nodiscard]] bool key_less(std::uint32_t slot, std::uint32_t other) const noexcept;
  [[nodiscard]] std::int64_t spawn_time(std::uint32_t slot) const noexcept {
    return spawn_time_[slot];
  }
  [[nodiscard]] std::uint64_t spawn_cycle(std::uint32_t slot) const noexcept {
    return spawn_cycle_[slot];
  }
  /// How many lives have begun.
  [[nodiscard]] std::uint32_t births() const noexcept { return births_; }
  /// Changes with every life, so that a stale reference to a slot can be told.
  [[nodiscard]] std::uint32_t generation(std::uint32_t slot) const noexcept {
    return generation_[slot];
  }
  [[nodiscard]] const std::uint32_t* generations() const noexcept { return generation_.data(); }
  /// Slots whose changes are counted together.
  static constexpr std::uint32_t kBlock = 512;
  /// How often a generation changed in the blocks of the slots from `first` to `last`.
  [[nodiscard]] std::uint64_t changes(std::uint32_t first, std::uint32_t last) const noexcept {
    std::uint64_t total = 0;
    for (std::uint32_t block = first / kBlock; block <= last / kBlock; ++block) {
      total += changes_[block];
    }
    return total;
  }

  /// Equal values have equal cells afterwards (no −0, no trailing zeros of decimals).
  [[nodiscard]] Cell canonical(std::uint32_t cell, Cell value) const noexcept {
    return plain_[cell] != 0 ? value : rewritten(cell, value);
  }
  /// The slot of a key, lingering ones included, or kNone.
  [[nodiscard]] std::uint32_t find(const Cell* const* keys, std::uint32_t lane) const noexcept {
    return cell_keys_ ? find_cell(keys[0][lane]) : find_hashed(hash(keys, lane), keys, lane);
  }
  /// `find` for many lanes at once, so that waiting for memory overlaps. `hashes` is room.
  void find_all(const Cell* const* keys, const Selection& lanes, std::uint64_t* hashes,
                std::uint32_t* slots) const noexcept;
  /// Whether there are so many instances that their memory is far away.
  [[nodiscard]] bool is_large() const noexcept { return num_slots() >= kLarge; }

  struct Spawned {
    std::uint32_t slot = kNone;
    bool fresh = false;    ///< a new life began; otherwise the instance existed already
    bool revived = false;  ///< the slot lingered: windows go on
  };
  Spawned spawn(const Cell* const* keys, std::uint32_t lane, std::int64_t now, std::uint64_t cycle);
  /// The life that began last in a slot, and that nobody has seen, did not begin.
  void take_back(std::uint32_t slot, bool revived);
  [[nodiscard]] bool plain_keys() const noexcept { return plain_keys_; }
  /// Marks an instance; it exists until `remove_closed`.
  void close(std::uint32_t slot);
  [[nodiscard]] const std::vector<std::uint32_t>& closing() const noexcept { return closing_; }
  /// Ends the lives marked by `close` at time `now`; those slots are then Lingering or Free.
  void remove_closed(std::int64_t closed_at);
  /// The next lingering slot whose windows are empty at `now`, freed, or kNone.
  std::uint32_t expire(std::int64_t now);

  template <class Archive>
  void transfer(Archive& archive) {
    if constexpr (!Archive::kReading) {
      settle();
    }
    for (std::vector<Cell>& column : keys_) {
      archive(column);
    }
    archive(life_);
    archive(spawn_time_);
    archive(spawn_cycle_);
    archive(generation_);
    archive(live_);
    archive(free_);
    archive(closing_);
    archive(lingering_);
    if constexpr (Archive::kReading) {
      if (archive.failed() || !is_sound() || !rebuild()) {
        archive.fail();
      }
    }
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::uint32_t kLarge = 1 << 14;
  static constexpr std::uint32_t kMostChanged = 256;
  struct Lingerer {
    std::int64_t until;
    std::uint32_t slot;
    std::uint32_t generation;
  };

  [[nodiscard]] Cell rewritten(std::uint32_t cell, Cell value) const noexcept;
  [[nodiscard]] std::uint64_t hash(const Cell* const* keys, std::uint32_t lane) const noexcept {
    std::uint64_t mixed = 0;
    for (std::uint32_t cell = 0; cell < num_key_cells(); ++cell) {
      mixed = mix_cell(mixed, canonical(cell, keys[cell][lane]));
    }
    return mixed;
  }
  [[nodiscard]] std::uint32_t find_cell(Cell key) const noexcept {
    return DirectIndex::covers(key) ? direct_.find(key) : cells_.find({key});
  }
  [[nodiscard]] std::uint32_t find_hashed(std::uint64_t hash, const Cell* const* keys,
                                          std::uint32_t lane) const noexcept;
  void find_all_cells(const Cell* keys, const Selection& lanes,
                      std::uint32_t* slots) const noexcept;
  std::uint32_t take_slot(const Cell* const* keys, std::uint32_t lane);
  [[nodiscard]] std::uint64_t hash_of_slot(std::uint32_t slot) const noexcept;
  /// Puts the key of a slot into the index it belongs to, or takes it out.
  void enter(std::uint32_t slot);
  void leave(std::uint32_t slot) noexcept;
  /// Every slot that is listed exists and is what the list says (soundness.cpp).
  [[nodiscard]] bool is_sound() const;
  /// The slot already entered under the key of this one, or kNone.
  [[nodiscard]] std::uint32_t slot_of_same_key(std::uint32_t slot) const;
  /// Fills the indices; false if two instances have the same key.
  [[nodiscard]] bool rebuild();
  void change_generation(std::uint32_t slot) noexcept {
    ++generation_[slot];
    ++changes_[slot / kBlock];
  }
  /// Notes that a slot began or ended to exist. Where nobody asks for them all, the list of such
  /// slots must not grow for ever.
  void note_changed(std::uint32_t slot) {
    changed_.push_back(slot);
    if (changed_.size() > live_.size() + kMostChanged) [[unlikely]] {
      settle();
    }
  }
  /// Brings `live_` up to date.
  void settle();
  void take_out_places();  ///< of those that ended
  void put_in_changed();   ///< those that began

  std::int64_t linger_ns_;
  std::vector<Type> cell_types_;     ///< scalar type of each key cell
  std::vector<std::uint8_t> plain_;  ///< per key cell: equal values have equal cells anyway
  bool plain_keys_ = true;
  std::uint32_t births_ = 0;
  std::vector<std::vector<Cell>> keys_;
  std::vector<Life> life_;
  std::vector<std::int64_t> spawn_time_;
  std::vector<std::uint64_t> spawn_cycle_;
  std::vector<std::uint32_t> generation_;
  std::vector<std::uint64_t> changes_;  ///< of generations, by block of slots
  std::size_t num_live_ = 0;
  std::vector<std::uint32_t> live_;     ///< ascending; right except for the slots in `changed_`
  std::vector<std::uint32_t> changed_;  ///< began or ended to exist since, perhaps repeatedly
  std::vector<std::uint32_t> places_;   ///< room for `settle`
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> closing_;
  std::deque<Lingerer> lingering_;
  bool cell_keys_ = false;  ///< a single plain cell: in `direct_` if small, else in `cells_`
  DirectIndex direct_;
  KeyIndex<CellTag> cells_;
  KeyIndex<HashTag> hashes_;  ///< all other keys
};

}  // namespace fairmon::engine
