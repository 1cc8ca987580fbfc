#pragma once

#include <fairmon/value.hpp>

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

  Extremes(Order order, bool largest) : order_(order), flip_(largest ? 0 : ~std::uint64_t{0}) {}

  void update(std::uint32_t slot, Cell value);
  void erase(std::uint32_t slot);
  /// Two cells: is there a value, and which.
  void read(Cell* result) const noexcept;
  void clear();
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return nodes_.capacity() * sizeof(std::uint64_t) + present_.capacity();
  }

 private:
  [[nodiscard]] std::uint64_t rank(Cell value) const noexcept;
  [[nodiscard]] Cell value_of(std::uint64_t rank) const noexcept;
  void grow(std::uint32_t slot);
  void climb(std::uint32_t slot, std::uint64_t rank) noexcept;

  Order order_;
  std::uint64_t flip_;
  std::uint32_t num_leaves_ = 0;
  std::uint32_t num_present_ = 0;
  std::vector<std::uint64_t> nodes_;  ///< ranks; absent slots have 0
  std::vector<std::uint8_t> present_;
};

}  // namespace fairmon::engine
