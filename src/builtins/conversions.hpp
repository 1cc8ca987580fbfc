#pragma once

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins {

/// Values outside by at most this much are rounding and become 0 or 1.
inline constexpr double kProbSlack = 1e-12;

/// x as a probability, clamped, or a failure that shows `offender`.
inline double to_prob(double x, Cell offender, Evaluation& e) noexcept {
  if (x >= 0.0 && x <= 1.0) {
    return x;
  }
  if (x < 0.0 && x >= -kProbSlack) {
    return 0.0;
  }
  if (x > 1.0 && x <= 1.0 + kProbSlack) {
    return 1.0;
  }
  return cell_double(e.fail(Failure::ProbOutOfRange, offender));
}

/// Truncates and saturates; never undefined.
[[nodiscard]] constexpr std::int64_t saturate_signed(double x) noexcept {
  constexpr double kLimit = 9223372036854775808.0;
  if (x >= kLimit) {
    return INT64_MAX;
  }
  return x < -kLimit ? INT64_MIN : static_cast<std::int64_t>(x);
}
[[nodiscard]] constexpr std::uint64_t saturate_unsigned(double x) noexcept {
  constexpr double kLimit = 18446744073709551616.0;
  if (x >= kLimit) {
    return UINT64_MAX;
  }
  return x <= 0.0 ? 0 : static_cast<std::uint64_t>(x);
}

struct Identity {
  static constexpr bool kNeverNan = true;
  template <class T>
  static T apply(T x) noexcept {
    return x;
  }
};

struct ToFloat {
  static constexpr bool kNeverNan = true;
  template <class T>
  static double apply(T x) noexcept {
    return static_cast<double>(x);
  }
  static double apply(Decimal x) noexcept { return x.to_double(); }
};

struct ToProb {
  static constexpr bool kNeverNan = true;
  static double apply(double x, Evaluation& e) noexcept { return to_prob(x, cell_of(x), e); }
  static double apply(std::int64_t x, Evaluation& e) noexcept {
    return to_prob(static_cast<double>(x), cell_of(x), e);
  }
  static double apply(std::uint64_t x, Evaluation& e) noexcept {
    return to_prob(static_cast<double>(x), x, e);
  }
  static double apply(Decimal x, Evaluation& e) noexcept {
    return to_prob(x.to_double(), x.pack(), e);
  }
};

}  // namespace fairmon::builtins
