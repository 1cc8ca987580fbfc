#include "engine/instances/extremes.hpp"

#include <algorithm>
#include <bit>

namespace fairmon::engine {

void Extremes::enlarge(std::uint32_t slot) {
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
  crown();
}

void Extremes::erase(std::uint32_t slot) {
  if (slot < num_leaves_ && present_[slot] != 0) {
    present_[slot] = 0;
    --num_present_;
    climb(slot, 0);
  }
}

void Extremes::clear() {
  std::fill(nodes_.begin(), nodes_.end(), std::uint64_t{0});
  std::fill(present_.begin(), present_.end(), std::uint8_t{0});
  num_present_ = 0;
  champion_ = 0;
  top_ = 0;
}

}  // namespace fairmon::engine
