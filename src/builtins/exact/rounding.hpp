#pragma once

#include "builtins/exact/integer.hpp"

/// From exact numbers to the nearest double; of two equally near ones the even one.
namespace fairmon::builtins::exact {

/// The leading N · 64 bits of a magnitude, the highest of them set: `bits` · 2^exponent, and
/// whether anything was left out.
template <std::size_t N>
struct Leading {
  std::array<std::uint64_t, N> words{};
  int exponent = 0;
  bool more = false;
};

/// The number must not be zero nor negative.
template <std::size_t N, std::size_t M>
[[nodiscard]] Leading<N> leading(const Integer<M>& number, int exponent) noexcept {
  const int first = number.width() - static_cast<int>(N) * 64;  // may be negative
  Leading<N> result;
  result.exponent = exponent + first;
  const auto bit_word = [&](int bit) -> std::uint64_t {  // the 64 bits from `bit` on
    const int at = bit >= 0 ? bit / 64 : -((63 - bit) / 64);
    const int shift = bit - at * 64;
    const auto word = [&](int i) {
      return i < 0 || i >= static_cast<int>(M) ? 0 : number.words[static_cast<std::size_t>(i)];
    };
    return shift == 0 ? word(at) : (word(at) >> shift) | (word(at + 1) << (64 - shift));
  };
  for (std::size_t i = 0; i < N; ++i) {
    result.words[i] = bit_word(first + static_cast<int>(i) * 64);
  }
  for (int bit = 0; bit < first; bit += 64) {
    std::uint64_t below = bit_word(bit);
    if (first - bit < 64) {
      below &= (std::uint64_t{1} << (first - bit)) - 1;
    }
    result.more |= below != 0;
  }
  return result;
}

/// top · 2^exponent, and a little more if `more`; the highest bit of `top` is set.
[[nodiscard]] inline double round_to_double(std::uint64_t top, int exponent, bool more,
                                            bool minus) noexcept {
  const std::uint64_t sign = minus ? std::uint64_t{1} << 63 : 0;
  const int highest = exponent + 63;
  if (highest > 1023) {
    return std::bit_cast<double>(sign | (std::uint64_t{2047} << 52));
  }
  // Below the normal numbers digits are missing.
  const int missing = highest < -1022 ? -1022 - highest : 0;
  const int drop = 11 + missing;
  if (drop > 64) {
    return std::bit_cast<double>(sign);
  }
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t kept = drop == 64 ? 0 : top >> drop;
  const std::uint64_t rest = drop == 64 ? top : top & ((half << 1) - 1);
  const bool up = rest > half || (rest == half && (more || (kept & 1U) != 0));
  // A carry out of the digits counts the exponent up, up to infinity.
  const std::uint64_t base = missing > 0 ? 0 : static_cast<std::uint64_t>(highest + 1022) << 52;
  return std::bit_cast<double>(sign | (base + kept + (up ? 1U : 0U)));
}

/// number · 2^exponent.
template <std::size_t N>
[[nodiscard]] double nearest(Integer<N> number, int exponent) noexcept {
  if (number.zero()) {
    return 0.0;
  }
  const bool minus = number.negative();
  if (minus) {
    number.negate();
  }
  if constexpr (N == 2) {
    // What windows of many instances round all the time.
    UInt128 bits = (UInt128{number.words[1]} << 64) | number.words[0];
    const int zeros = 128 - number.width();
    bits <<= zeros;
    return round_to_double(static_cast<std::uint64_t>(bits >> 64), exponent + 64 - zeros,
                           static_cast<std::uint64_t>(bits) != 0, minus);
  }
  const Leading<1> found = leading<1>(number, exponent);
  return round_to_double(found.words[0], found.exponent, found.more, minus);
}

/// The same division for two words, without the detour over parts of any length.
[[nodiscard]] inline double nearest_quotient_of_two(const Integer<2>& magnitude, int exponent,
                                                    std::uint64_t divisor, bool minus) noexcept {
  const int zeros = 128 - magnitude.width();
  const UInt128 bits = static_cast<UInt128>(magnitude.as_int128()) << zeros;
  const auto high = static_cast<std::uint64_t>(bits >> 64);
  const std::uint64_t upper = high / divisor;
  const UInt128 part = (UInt128{high % divisor} << 64) | static_cast<std::uint64_t>(bits);
  const auto lower = static_cast<std::uint64_t>(part / divisor);
  const bool rest = part != UInt128{lower} * divisor;
  const UInt128 quotient = (UInt128{upper} << 64) | lower;
  const int unused = upper != 0 ? std::countl_zero(upper) : 64 + std::countl_zero(lower);
  const UInt128 moved = quotient << unused;
  return round_to_double(static_cast<std::uint64_t>(moved >> 64), exponent - zeros + 64 - unused,
                         rest || static_cast<std::uint64_t>(moved) != 0, minus);
}

/// number · 2^exponent / divisor^Times.
template <std::size_t Times, std::size_t N>
[[nodiscard]] double nearest_quotient(Integer<N> number, int exponent,
                                      std::uint64_t divisor) noexcept {
  if (number.zero()) {
    return 0.0;
  }
  const bool minus = number.negative();
  if (minus) {
    number.negate();
  }
  if constexpr (N == 2 && Times == 1) {
    return nearest_quotient_of_two(number, exponent, divisor, minus);
  }
  // So many digits that at least 64 are left after the divisions.
  Leading<Times + 1> found = leading<Times + 1>(number, exponent);
  for (std::size_t i = 0; i < Times; ++i) {
    std::uint64_t rest = 0;
    for (std::size_t at = Times + 1; at-- > 0;) {
      const UInt128 part = (UInt128{rest} << 64) | found.words[at];
      found.words[at] = static_cast<std::uint64_t>(part / divisor);
      rest = static_cast<std::uint64_t>(part % divisor);
    }
    found.more |= rest != 0;
  }
  Integer<Times + 2> quotient;
  for (std::size_t i = 0; i <= Times; ++i) {
    quotient.words[i] = found.words[i];
  }
  const Leading<1> top = leading<1>(quotient, found.exponent);
  return round_to_double(top.words[0], top.exponent, top.more || found.more, minus);
}

}  // namespace fairmon::builtins::exact
