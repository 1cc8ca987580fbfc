#include <limits>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::check_entries {
namespace {

template <class Narrow>
struct CheckInteger {
  template <class T>
  static T apply(T x, Evaluation& e) noexcept {
    if (x < T{std::numeric_limits<Narrow>::min()} || x > T{std::numeric_limits<Narrow>::max()}) {
      e.fail(Failure::WidthExceeded, cell_of(x));
    }
    return x;
  }
};

/// Infinite values pass; they are values of every float type.
struct CheckFloat {
  static constexpr bool kNeverNan = true;
  static double apply(double x, Evaluation& e) noexcept {
    const double size = x < 0 ? -x : x;
    if (size > double{std::numeric_limits<float>::max()} &&
        size <= std::numeric_limits<double>::max()) {
      e.fail(Failure::WidthExceeded, cell_of(x));
    }
    return x;
  }
};

/// Half of the bits stand before the point, one of them for the sign.
template <int before_point, bool is_signed>
struct CheckDecimal {
  static Decimal apply(Decimal x, Evaluation& e) {
    const Decimal limit{std::int64_t{1} << (before_point - (is_signed ? 1 : 0)), 0};
    const bool above = compare(x, limit) >= 0;
    const bool below = is_signed ? compare(x, negate(limit)) < 0 : x.mantissa < 0;
    if (above || below) {
      e.fail(Failure::WidthExceeded, x.pack());
    }
    return x;
  }
};

Overload narrowed(Overload made, std::uint16_t bits) {
  made.result = Type(made.result.kind(), bits);
  return made;
}

std::vector<Overload> overloads() {
  return {
      narrowed(overload<CheckInteger<std::int8_t>, as::Int, as::Int>(), 8),
      narrowed(overload<CheckInteger<std::int16_t>, as::Int, as::Int>(), 16),
      narrowed(overload<CheckInteger<std::int32_t>, as::Int, as::Int>(), 32),
      narrowed(overload<CheckInteger<std::uint8_t>, as::UInt, as::UInt>(), 8),
      narrowed(overload<CheckInteger<std::uint16_t>, as::UInt, as::UInt>(), 16),
      narrowed(overload<CheckInteger<std::uint32_t>, as::UInt, as::UInt>(), 32),
      narrowed(overload<CheckFloat, as::Float, as::Float>(), 16),
      narrowed(overload<CheckFloat, as::Float, as::Float>(), 32),
      narrowed(overload<CheckDecimal<8, true>, as::Fixed, as::Fixed>(), 16),
      narrowed(overload<CheckDecimal<16, true>, as::Fixed, as::Fixed>(), 32),
      narrowed(overload<CheckDecimal<32, true>, as::Fixed, as::Fixed>(), 64),
      narrowed(overload<CheckDecimal<8, false>, as::UFixed, as::UFixed>(), 16),
      narrowed(overload<CheckDecimal<16, false>, as::UFixed, as::UFixed>(), 32),
      narrowed(overload<CheckDecimal<32, false>, as::UFixed, as::UFixed>(), 64),
  };
}

}  // namespace

// Integers of 64 bits and more need no check: arithmetic is on 64 bits.
extern const Function check_width =
    with(make_check("check_width", "a number that must fit its declared width", overloads()),
         &Function::exact_width);

}  // namespace fairmon::builtins::check_entries
