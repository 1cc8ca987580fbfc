#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace fairmon::builtins::exact {

__extension__ using UInt128 = unsigned __int128;
__extension__ using SInt128 = __int128;

/// A whole number of N · 64 bits in two's complement, least significant word first. Operations say
/// whether their result fitted; one that did not leaves the number undefined.
template <std::size_t N>
struct Integer {
  std::array<std::uint64_t, N> words{};

  static constexpr int kBits = static_cast<int>(N) * 64;

  [[nodiscard]] bool negative() const noexcept {
    return static_cast<std::int64_t>(words[N - 1]) < 0;
  }
  [[nodiscard]] bool zero() const noexcept {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) {
      any |= word;
    }
    return any == 0;
  }
  /// How many bits the number needs without its sign.
  [[nodiscard]] int width() const noexcept {
    const std::uint64_t sign = negative() ? ~std::uint64_t{0} : 0;
    for (std::size_t i = N; i-- > 0;) {
      if (words[i] != sign) {
        return static_cast<int>(i) * 64 + static_cast<int>(std::bit_width(words[i] ^ sign));
      }
    }
    return 0;
  }

  void negate() noexcept {
    std::uint64_t carry = 1;
    for (std::uint64_t& word : words) {
      word = ~word + carry;
      carry = carry & (word == 0 ? 1U : 0U);
    }
  }

  [[nodiscard]] bool add(const Integer& other) noexcept {
    if constexpr (N == 2) {
      return add(other.as_int128());
    } else {
      const bool same_sign = negative() == other.negative();
      const bool sign = negative();
      UInt128 carry = 0;
      for (std::size_t i = 0; i < N; ++i) {
        carry += words[i];
        carry += other.words[i];
        words[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
      }
      return !same_sign || negative() == sign;
    }
  }

  // Two words are a number of the compiler's: what windows hold for every instance is quick.
  [[nodiscard]] SInt128 as_int128() const noexcept
    requires(N == 2)
  {
    return static_cast<SInt128>((UInt128{words[1]} << 64) | words[0]);
  }
  [[nodiscard]] bool add(SInt128 other) noexcept
    requires(N == 2)
  {
    SInt128 sum = 0;
    const bool fits = !__builtin_add_overflow(as_int128(), other, &sum);
    words[0] = static_cast<std::uint64_t>(sum);
    words[1] = static_cast<std::uint64_t>(sum >> 64);
    return fits;
  }

  /// ± magnitude · 2^shift; the shift is not negative.
  [[nodiscard]] bool add_shifted(UInt128 magnitude, int shift, bool minus) noexcept {
    const auto at = static_cast<std::size_t>(shift / 64);
    const int bits = shift % 64;
    const auto low = static_cast<std::uint64_t>(magnitude);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    const std::array<std::uint64_t, 3> parts = {
        low << bits, bits == 0 ? high : (high << bits) | (low >> (64 - bits)),
        bits == 0 ? 0 : high >> (64 - bits)};
    const bool before = negative();
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      if (at + i >= N) {
        if (parts[i] != 0) {
          return false;
        }
        continue;
      }
      carry = step(words[at + i], parts[i], carry, minus);
    }
    for (std::size_t i = at + 3; i < N && carry != 0; ++i) {
      carry = step(words[i], 0, carry, minus);
    }
    // Only a step away from zero can leave the range.
    return before != minus || negative() == before;
  }

  /// Times 2^shift; left as it is where that does not fit, as in a total that was forged.
  [[nodiscard]] bool shift_left(int shift) noexcept {
    if (shift < 0 || shift >= kBits || width() + shift >= kBits) {
      return zero();
    }
    const auto whole = static_cast<std::size_t>(shift / 64);
    const int bits = shift % 64;
    for (std::size_t i = N; i-- > 0;) {
      const std::uint64_t here = i >= whole ? words[i - whole] : 0;
      const std::uint64_t below = i >= whole + 1 ? words[i - whole - 1] : 0;
      words[i] = bits == 0 ? here : (here << bits) | (below >> (64 - bits));
    }
    return true;
  }

  /// The same number with more words.
  template <std::size_t M>
  [[nodiscard]] Integer<M> extended() const noexcept {
    static_assert(M >= N);
    Integer<M> wide;
    wide.words.fill(negative() ? ~std::uint64_t{0} : 0);
    for (std::size_t i = 0; i < N; ++i) {
      wide.words[i] = words[i];
    }
    return wide;
  }

 private:
  /// word ± part ± carry; gives the next carry.
  static std::uint64_t step(std::uint64_t& word, std::uint64_t part, std::uint64_t carry,
                            bool minus) noexcept {
    const UInt128 there = word;
    const UInt128 moved = minus ? there - part - carry : there + part + carry;
    word = static_cast<std::uint64_t>(moved);
    return static_cast<std::uint64_t>(moved >> 64) & 1U;
  }
};

/// |a| · |b|, and its sign.
template <std::size_t M, std::size_t A, std::size_t B>
[[nodiscard]] Integer<M> product(Integer<A> a, Integer<B> b) noexcept {
  static_assert(M >= A + B);
  const bool minus = a.negative() != b.negative();
  if (a.negative()) {
    a.negate();
  }
  if (b.negative()) {
    b.negate();
  }
  Integer<M> result;
  for (std::size_t i = 0; i < A; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < B && a.words[i] != 0; ++j) {
      const UInt128 sum = UInt128{a.words[i]} * b.words[j] + result.words[i + j] + carry;
      result.words[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    if (a.words[i] != 0) {
      result.words[i + B] = carry;
    }
  }
  if (minus) {
    result.negate();
  }
  return result;
}

}  // namespace fairmon::builtins::exact
