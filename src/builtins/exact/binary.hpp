#pragma once

#include <bit>
#include <cstdint>

#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::exact {

/// A number taken apart: ± magnitude · 2^exponent, or something that is no finite number.
struct Binary {
  std::uint64_t magnitude = 0;
  int exponent = 0;
  bool minus = false;
  bool finite = true;
};

[[nodiscard]] inline Binary take_apart(double x) noexcept {
  constexpr int kInfinite = 2047;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int field = static_cast<int>((bits >> 52) & 2047U);
  const std::uint64_t digits = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t hidden = field == 0 ? 0 : std::uint64_t{1} << 52;
  return {digits | hidden, (field == 0 ? 1 : field) - 1075, (bits >> 63) != 0, field != kInfinite};
}
[[nodiscard]] inline Binary take_apart(std::uint64_t x) noexcept { return {x, 0, false, true}; }
[[nodiscard]] inline Binary take_apart(std::int64_t x) noexcept {
  const auto bits = static_cast<std::uint64_t>(x);
  return {x < 0 ? 0 - bits : bits, 0, x < 0, true};
}

/// A number of any numeric type. Decimals have no finite binary form: the nearest double stands
/// for them.
template <class Tag>
[[nodiscard]] Binary take_apart(Cell cell) noexcept {
  if constexpr (std::is_same_v<typename Tag::Native, Decimal>) {
    return take_apart(as_double<Tag>(cell));
  } else {
    return take_apart(Tag::decode(cell));
  }
}

}  // namespace fairmon::builtins::exact
