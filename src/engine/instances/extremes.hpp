#pragma once

#include <fairmon/value.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace fairmon::engine {

/// The largest (or smallest) of the latest values of all instances: a tournament over the slots. A
/// new value climbs only as far as it changes something.
class Extremes {
 public:
  /// How cells of a type become numbers in the same order, or nothing.
  enum class Order : std::uint8_t { Real, Signed, Unsigned };
  [[nodiscard]] static std::optional<Order> order_of(const Type& type) noexcept;

  Extremes(Order order, bool largest)
      : real_(order == Order::Real ? ~std::uint64_t{0} : 0),
        sign_(order == Order::Unsigned ? 0 : std::uint64_t{1} << 63),
        flip_(largest ? 0 : ~std::uint64_t{0}) {}

  void update(std::uint32_t slot, Cell value) {
    if (slot >= num_leaves_) {
      enlarge(slot);
    }
    num_present_ += present_[slot] == 0 ? 1U : 0U;
    present_[slot] = 1;
    climb(slot, rank(value));
  }
  void erase(std::uint32_t slot);
  /// Is there a value, and which.
  [[nodiscard]] bool any() const noexcept { return num_present_ > 0; }
  [[nodiscard]] Cell best() const noexcept {
    // Rank 0 is also that of the lowest possible value; if anything is present it is that one.
    return any() ? value_of(num_leaves_ <= kFew ? top_ : nodes_[1]) : 0;
  }
  void clear();
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return nodes_.capacity() * sizeof(std::uint64_t) + present_.capacity();
  }

 private:
  /// All ones if the highest bit is set.
  [[nodiscard]] static std::uint64_t spread_sign(std::uint64_t bits) noexcept {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63);
  }
  /// Negative doubles have the reverse order of their bits.
  [[nodiscard]] std::uint64_t rank(Cell value) const noexcept {
    return value ^ ((spread_sign(value) & real_) | sign_) ^ flip_;
  }
  [[nodiscard]] Cell value_of(std::uint64_t ranked) const noexcept {
    const std::uint64_t plain = ranked ^ flip_;
    return plain ^ ((~spread_sign(plain) & real_) | sign_);
  }
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

  // How the bits of a value become its rank: see `rank`.
  std::uint64_t real_;
  std::uint64_t sign_;
  std::uint64_t flip_;
  std::uint32_t num_leaves_ = 0;
  std::uint32_t num_present_ = 0;
  std::uint32_t champion_ = 0;
  std::uint64_t top_ = 0;             ///< its rank
  std::vector<std::uint64_t> nodes_;  ///< ranks; absent slots have 0
  std::vector<std::uint8_t> present_;
};

}  // namespace fairmon::engine
