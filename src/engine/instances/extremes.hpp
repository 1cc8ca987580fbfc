#pragma once

#include <fairmon/value.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/columns/ranking.hpp"
#include "engine/columns/sweep.hpp"

namespace fairmon::engine {

/// The largest (or smallest) of the latest values of all instances: a tournament over the slots. A
/// new value climbs only as far as it changes something.
class Extremes {
 public:
  explicit Extremes(const Ranking& ranking) : ranking_(ranking) {}

  void update(std::uint32_t slot, Cell value) {
    if (slot >= num_leaves_) {
      enlarge(slot);
    }
    num_present_ += present_[slot] == 0 ? 1U : 0U;
    present_[slot] = 1;
    climb(slot, ranking_.rank(value));
  }
  void erase(std::uint32_t slot);
  /// Is there a value, and which.
  [[nodiscard]] bool any() const noexcept { return num_present_ > 0; }
  [[nodiscard]] Cell best() const noexcept {
    // Rank 0 is also that of the lowest possible value; if anything is present it is that one.
    return any() ? ranking_.value_of(num_leaves_ <= kFew ? top_ : nodes_[1]) : 0;
  }
  void clear();
  /// The best rank among `best` and those of values that are there (all, without `has`).
  [[nodiscard]] std::uint64_t best_rank(const Cell* values, const std::uint8_t* has,
                                        std::uint32_t count, std::uint64_t best) const noexcept {
    return highest_rank(ranking_, values, has, count, best);
  }
  [[nodiscard]] Cell value_of(std::uint64_t rank) const noexcept { return ranking_.value_of(rank); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return nodes_.capacity() * sizeof(std::uint64_t) + present_.capacity();
  }

 private:
  void enlarge(std::uint32_t slot);
  void climb(std::uint32_t slot, std::uint64_t ranked) noexcept {
    if (num_leaves_ <= kFew) {
      challenge(slot, ranked);
      return;
    }
    std::size_t at = std::size_t{num_leaves_} + slot;
    nodes_[at] = ranked;
    for (at /= 2; at >= 1; at /= 2) {
      const std::uint64_t best = std::max(nodes_[2 * at], nodes_[2 * at + 1]);
      if (nodes_[at] == best) {
        return;
      }
      nodes_[at] = best;
    }
  }

  /// Among few only the champion matters; the others are asked when it becomes weaker.
  void challenge(std::uint32_t slot, std::uint64_t ranked) noexcept {
    std::uint64_t* leaves = nodes_.data() + num_leaves_;
    leaves[slot] = ranked;
    if (ranked >= top_) {
      top_ = ranked;
      champion_ = slot;
    } else if (slot == champion_) {
      crown();
    }
  }
  void crown() noexcept {
    const std::uint64_t* leaves = nodes_.data() + num_leaves_;
    champion_ = static_cast<std::uint32_t>(std::max_element(leaves, leaves + num_leaves_) - leaves);
    top_ = leaves[champion_];
  }

  static constexpr std::uint32_t kFew = 16;

  Ranking ranking_;
  std::uint32_t num_leaves_ = 0;
  std::uint32_t num_present_ = 0;
  std::uint32_t champion_ = 0;
  std::uint64_t top_ = 0;             ///< its rank
  std::vector<std::uint64_t> nodes_;  ///< ranks; absent slots have 0
  std::vector<std::uint8_t> present_;
};

}  // namespace fairmon::engine
