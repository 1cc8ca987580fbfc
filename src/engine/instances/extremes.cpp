#include "engine/instances/extremes.hpp"

#include <algorithm>
#include <bit>

namespace fairmon::engine {

namespace {
constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
}

std::optional<Extremes::Order> Extremes::order_of(const Type& type) noexcept {
  if (type.is_real()) {
    return Order::Real;
  }
  if (type.is(TypeKind::UInt)) {
    return Order::Unsigned;
  }
  const bool is_signed =
      type.is(TypeKind::Int) || type.is(TypeKind::Time) || type.is(TypeKind::Duration);
  return is_signed ? std::optional(Order::Signed) : std::nullopt;
}

std::uint64_t Extremes::rank(Cell value) const noexcept {
  switch (order_) {
    case Order::Real:
      // Negative doubles have the reverse order of their bits.
      return ((value & kSign) != 0 ? ~value : value | kSign) ^ flip_;
    case Order::Signed:
      return (value ^ kSign) ^ flip_;
    case Order::Unsigned:
      return value ^ flip_;
  }
  return 0;
}

Cell Extremes::value_of(std::uint64_t ranked) const noexcept {
  const std::uint64_t plain = ranked ^ flip_;
  switch (order_) {
    case Order::Real:
      return (plain & kSign) != 0 ? plain & ~kSign : ~plain;
    case Order::Signed:
      return plain ^ kSign;
    case Order::Unsigned:
      return plain;
  }
  return 0;
}

void Extremes::grow(std::uint32_t slot) {
  if (slot < num_leaves_) {
    return;
  }
  const std::size_t size = std::bit_ceil(std::size_t{slot} + 1);
  std::vector<std::uint64_t> larger(2 * size);
  std::copy_n(nodes_.begin() + num_leaves_, num_leaves_,
              larger.begin() + static_cast<std::ptrdiff_t>(size));
  nodes_ = std::move(larger);
  num_leaves_ = static_cast<std::uint32_t>(size);
  present_.resize(size);
  for (std::size_t i = size - 1; i >= 1; --i) {
    nodes_[i] = std::max(nodes_[2 * i], nodes_[2 * i + 1]);
  }
}

void Extremes::climb(std::uint32_t slot, std::uint64_t ranked) noexcept {
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

void Extremes::update(std::uint32_t slot, Cell value) {
  grow(slot);
  num_present_ += present_[slot] == 0 ? 1U : 0U;
  present_[slot] = 1;
  climb(slot, rank(value));
}

void Extremes::erase(std::uint32_t slot) {
  if (slot < num_leaves_ && present_[slot] != 0) {
    present_[slot] = 0;
    --num_present_;
    climb(slot, 0);
  }
}

void Extremes::read(Cell* result) const noexcept {
  // Rank 0 is also that of the lowest possible value; if anything is present it is that one.
  result[0] = cell_of(num_present_ > 0);
  result[1] = num_present_ > 0 ? value_of(nodes_[1]) : 0;
}

void Extremes::clear() {
  std::fill(nodes_.begin(), nodes_.end(), std::uint64_t{0});
  std::fill(present_.begin(), present_.end(), std::uint8_t{0});
  num_present_ = 0;
}

}  // namespace fairmon::engine
