#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace fairmon::support {

/// Sign, digits and the number of digits behind the point of a number written plainly, without
/// exponent: -12.50 is {1250, 2, true}.
struct PlainDecimal {
  std::uint64_t mantissa = 0;
  std::uint32_t fraction_digits = 0;
  bool negative = false;
};

inline constexpr std::uint64_t kPowersOfTen[] = {1ULL,
                                                 10ULL,
                                                 100ULL,
                                                 1'000ULL,
                                                 10'000ULL,
                                                 100'000ULL,
                                                 1'000'000ULL,
                                                 10'000'000ULL,
                                                 100'000'000ULL,
                                                 1'000'000'000ULL,
                                                 10'000'000'000ULL,
                                                 100'000'000'000ULL,
                                                 1'000'000'000'000ULL,
                                                 10'000'000'000'000ULL,
                                                 100'000'000'000'000ULL,
                                                 1'000'000'000'000'000ULL,
                                                 10'000'000'000'000'000ULL};

namespace plain_decimal_detail {

inline constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030ULL;
inline constexpr std::uint64_t kPoints = 0x2e2e'2e2e'2e2e'2e2eULL;
inline constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101ULL;
inline constexpr std::uint64_t kTops = 0x8080'8080'8080'8080ULL;
inline constexpr std::uint64_t kHighNibbles = 0xf0f0'f0f0'f0f0'f0f0ULL;

[[nodiscard]] inline std::uint64_t load8(const char* at) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, 8);
  return word;
}

/// All eight bytes are '0' to '9'.
[[nodiscard]] inline bool all_digits(std::uint64_t word) noexcept {
  return (((word & kHighNibbles) ^ kZeros) |
          (((word + 0x0606'0606'0606'0606ULL) & kHighNibbles) ^ kZeros)) == 0;
}

/// Value of eight digits, the first one in the lowest byte: pairs, then fours, then all.
[[nodiscard]] inline std::uint64_t value_of_digits(std::uint64_t word) noexcept {
  word -= kZeros;
  word = word * 10 + (word >> 8);
  const std::uint64_t even = (word & 0x0000'00ff'0000'00ffULL) * (100 + (1'000'000ULL << 32));
  const std::uint64_t odd = ((word >> 16) & 0x0000'00ff'0000'00ffULL) * (1 + (10'000ULL << 32));
  return (even + odd) >> 32;
}

/// Marks (in the top bit of the byte) the lowest byte that is a point; garbage above it.
[[nodiscard]] inline std::uint64_t point_marks(std::uint64_t word) noexcept {
  const std::uint64_t x = word ^ kPoints;
  return (x - kOnes) & ~x & kTops;
}

/// Takes the byte at bit `at` out; what is below moves up, a '0' comes in at the bottom.
[[nodiscard]] inline std::uint64_t without_byte(std::uint64_t word, unsigned at) noexcept {
  const std::uint64_t lower = word & ((1ULL << at) - 1);
  const std::uint64_t upper = (word >> at >> 8) << at << 8;
  return upper | (lower << 8) | '0';
}

[[nodiscard]] inline bool read_up_to_8(const char* end, unsigned length,
                                       PlainDecimal& out) noexcept {
  const std::uint64_t keep = ~0ULL << (64 - 8 * length);
  std::uint64_t word = (load8(end - 8) & keep) | (kZeros & ~keep);
  out.fraction_digits = 0;
  if (const std::uint64_t marks = point_marks(word); marks != 0) {
    const unsigned at = static_cast<unsigned>(std::countr_zero(marks)) & ~7U;
    out.fraction_digits = 7 - at / 8;
    word = without_byte(word, at);
    if (length == 1) {
      return false;
    }
  }
  if (!all_digits(word)) {
    return false;
  }
  out.mantissa = value_of_digits(word);
  return true;
}

[[nodiscard]] inline bool read_up_to_16(const char* end, unsigned length,
                                        PlainDecimal& out) noexcept {
  const unsigned front = length - 8;
  const std::uint64_t keep = ~0ULL << (64 - 8 * front);
  std::uint64_t high = load8(end - 8);
  std::uint64_t low = (load8(end - 16) & keep) | (kZeros & ~keep);
  out.fraction_digits = 0;
  if (const std::uint64_t marks = point_marks(low); marks != 0) {
    const unsigned at = static_cast<unsigned>(std::countr_zero(marks)) & ~7U;
    out.fraction_digits = 15 - at / 8;
    low = without_byte(low, at);
  } else if (const std::uint64_t high_marks = point_marks(high); high_marks != 0) {
    const unsigned at = static_cast<unsigned>(std::countr_zero(high_marks)) & ~7U;
    out.fraction_digits = 7 - at / 8;
    // The last byte of `low` moves over into `high`.
    high = (without_byte(high, at) & ~0xffULL) | (low >> 56);
    low = (low << 8) | '0';
  }
  if (!all_digits(high) || !all_digits(low)) {
    return false;
  }
  out.mantissa = value_of_digits(low) * 100'000'000ULL + value_of_digits(high);
  return true;
}

}  // namespace plain_decimal_detail

/// Reads `[+-]digits[.digits]` of at most 16 characters behind the sign, without a loop over the
/// characters. At least 16 bytes before `end` must be readable, whatever they hold. False for
/// anything else, which a slower reader may still understand.
[[nodiscard]] inline bool read_plain_decimal(const char* begin, const char* end,
                                             PlainDecimal& out) noexcept {
  namespace detail = plain_decimal_detail;
  if (begin == end) {
    return false;
  }
  out.negative = *begin == '-';
  begin += static_cast<int>(out.negative || *begin == '+');
  const auto length = static_cast<std::size_t>(end - begin);
  if (length - 1 < 8) {
    return detail::read_up_to_8(end, static_cast<unsigned>(length), out);
  }
  if (length - 9 < 8) {
    return detail::read_up_to_16(end, static_cast<unsigned>(length), out);
  }
  return false;
}

}  // namespace fairmon::support
