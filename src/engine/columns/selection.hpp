#pragma once

#include <cstdint>

namespace fairmon::engine {

/// Names no slot, no row, no table.
inline constexpr std::uint32_t kNone = 0xffff'ffffU;

/// The lanes an operation is for, ascending. Without a list: 0 … count−1.
struct Selection {
  const std::uint32_t* lanes = nullptr;
  std::uint32_t count = 0;

  [[nodiscard]] static Selection all(std::uint32_t count) noexcept { return {nullptr, count}; }
  [[nodiscard]] bool empty() const noexcept { return count == 0; }
  [[nodiscard]] std::uint32_t operator[](std::uint32_t i) const noexcept {
    return lanes == nullptr ? i : lanes[i];
  }
};

/// Calls `body(lane)` for every lane; the case without a list is a plain loop.
template <class Body>
inline void for_each(const Selection& selection, Body&& body) {
  if (selection.lanes == nullptr) {
    for (std::uint32_t lane = 0; lane < selection.count; ++lane) {
      body(lane);
    }
    return;
  }
  for (std::uint32_t i = 0; i < selection.count; ++i) {
    body(selection.lanes[i]);
  }
}

}  // namespace fairmon::engine
