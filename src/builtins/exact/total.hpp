#pragma once

#include <algorithm>
#include <limits>

#include "builtins/exact/binary.hpp"
#include "builtins/exact/rounding.hpp"

/// Sums of binary numbers without rounding. Since nothing is lost, the order of additions does not
/// show, and what was added can be taken away again.
///
/// There are two forms. A full total has a place for every bit that a double can have, and always
/// fits. A compact one has room for N · 64 bits above the finest exponent seen; where values are
/// too far apart for it, operations return false and the full form has to take over.
namespace fairmon::builtins::exact {

/// Finest exponents of full totals, of values and of their products.
inline constexpr int kFinest = -1088;
inline constexpr int kFinestProduct = 2 * kFinest;

template <std::size_t N, int finest>
struct FullTotal {
  Integer<N> units;

  [[nodiscard]] static constexpr int exponent() noexcept { return finest; }
  [[nodiscard]] bool add(UInt128 magnitude, int exponent_of_it, bool minus) noexcept {
    return units.add_shifted(magnitude, exponent_of_it - finest, minus);
  }
  [[nodiscard]] bool merge(const FullTotal& other) noexcept { return units.add(other.units); }
  [[nodiscard]] bool unmerge(FullTotal other) noexcept {
    other.units.negate();
    return units.add(other.units);
  }
};
/// With room for 2^63 of the largest doubles, or of products of two.
using FullSum = FullTotal<34, kFinest>;
using FullProducts = FullTotal<67, kFinestProduct>;

template <std::size_t N>
struct CompactTotal {
  Integer<N> units;
  std::uint64_t biased = 0;  ///< exponent of the units + kBias; 0 as long as there are none

  static constexpr int kBias = 4096;
  /// Exponents are multiples of this, so that most totals of a column have the same one.
  static constexpr int kStep = 32;

  [[nodiscard]] int exponent() const noexcept { return static_cast<int>(biased & 0x3FFF) - kBias; }

  [[nodiscard]] bool add(UInt128 magnitude, int exponent_of_it, bool minus) noexcept {
    const int shift = exponent_of_it - exponent();
    // Magnitudes have at most half as many bits as there are units.
    if (shift >= 0 && shift < Integer<N>::kBits / 2) [[likely]] {
      if constexpr (N == 2) {
        const auto moved = static_cast<SInt128>(magnitude << shift);
        return units.add(minus ? -moved : moved);
      }
      return units.add_shifted(magnitude, shift, minus);
    }
    return magnitude == 0 || add_apart(magnitude, exponent_of_it, minus);
  }
  [[nodiscard]] bool merge(const CompactTotal& other) noexcept { return join(other, false); }
  [[nodiscard]] bool unmerge(const CompactTotal& other) noexcept { return join(other, true); }

  template <class Full>
  [[nodiscard]] Full widened() const noexcept {
    Full full;
    full.units = units.template extended<std::tuple_size_v<decltype(full.units.words)>>();
    if (biased != 0) {
      // Every compact total lies within the range of a full one.
      (void)full.units.shift_left(exponent() - Full::exponent());
    }
    return full;
  }

 private:
  [[nodiscard]] static int round_down(int exponent) noexcept {
    return (exponent + kBias) / kStep * kStep - kBias;
  }
  /// The value lies below the finest bit, or far above it.
  [[nodiscard]] bool add_apart(UInt128 magnitude, int exponent_of_it, bool minus) noexcept {
    const auto low = static_cast<std::uint64_t>(magnitude);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    const int zeros = low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high);
    const int width = 128 - (high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low));
    exponent_of_it += zeros;
    if (!reach(round_down(exponent_of_it))) {
      return false;
    }
    const int shift = exponent_of_it - exponent();
    return shift + width - zeros < Integer<N>::kBits &&
           units.add_shifted(magnitude >> zeros, shift, minus);
  }
  /// Makes the units at least so fine.
  [[nodiscard]] bool reach(int finer) noexcept {
    if (biased == 0 || units.zero()) {
      biased = static_cast<std::uint64_t>(finer + kBias);
      return true;
    }
    if (finer >= exponent()) {
      return true;
    }
    if (!units.shift_left(exponent() - finer)) {
      return false;
    }
    biased = static_cast<std::uint64_t>(finer + kBias);
    return true;
  }
  [[nodiscard]] bool join(const CompactTotal& other, bool minus) noexcept {
    if (biased == other.biased) [[likely]] {
      Integer<N> units_of_it = other.units;
      if (minus) {
        units_of_it.negate();
      }
      return units.add(units_of_it);
    }
    if (other.units.zero()) {
      return true;
    }
    CompactTotal moved = other;
    if (!reach(other.exponent()) || !moved.reach(exponent())) {
      return false;
    }
    if (minus) {
      moved.units.negate();
    }
    return units.add(moved.units);
  }
};
using CompactSum = CompactTotal<2>;
using CompactProducts = CompactTotal<4>;

/// Values that are no finite numbers, by number, so that they can be taken away too.
struct Specials {
  std::uint64_t infinite = 0;
  std::uint64_t minus_infinite = 0;
  std::uint64_t not_a_number = 0;

  [[nodiscard]] bool note(double value, bool away) noexcept {
    std::uint64_t& of_its_kind =
        value != value ? not_a_number : (value > 0 ? infinite : minus_infinite);
    of_its_kind += away ? ~std::uint64_t{0} : 1;
    return true;
  }
  [[nodiscard]] bool none() const noexcept {
    return (infinite | minus_infinite | not_a_number) == 0;
  }
  /// What they add up to; there is at least one.
  [[nodiscard]] double sum() const noexcept {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool unclear = not_a_number != 0 || (infinite != 0 && minus_infinite != 0);
    return unclear ? std::numeric_limits<double>::quiet_NaN()
                   : (infinite != 0 ? kInfinity : -kInfinity);
  }
  void merge(const Specials& other) noexcept {
    infinite += other.infinite;
    minus_infinite += other.minus_infinite;
    not_a_number += other.not_a_number;
  }
  void unmerge(const Specials& other) noexcept {
    infinite -= other.infinite;
    minus_infinite -= other.minus_infinite;
    not_a_number -= other.not_a_number;
  }
};

/// Compact states have no room for them.
struct NoSpecials {
  [[nodiscard]] static bool note(double, bool) noexcept { return false; }
  [[nodiscard]] static bool none() noexcept { return true; }
  [[nodiscard]] static double sum() noexcept { return 0.0; }
  void merge(const NoSpecials&) noexcept {}
  void unmerge(const NoSpecials&) noexcept {}
};

struct FullForm {
  using Sum = FullSum;
  using Products = FullProducts;
  using Others = Specials;
};
struct CompactForm {
  using Sum = CompactSum;
  using Products = CompactProducts;
  using Others = NoSpecials;
};

}  // namespace fairmon::builtins::exact
