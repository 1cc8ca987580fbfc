#pragma once

#include <cmath>
#include <limits>

/// Sums of doubles to about 32 digits, so that the order in which values and partial sums are added
/// does not show in the rounded result.
namespace fairmon::builtins {

struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;

  [[nodiscard]] double value() const noexcept { return high + low; }
};

namespace detail {
[[nodiscard]] inline bool is_finite(double x) noexcept {
  return std::fabs(x) <= std::numeric_limits<double>::max();
}
}  // namespace detail

/// a + b exactly, as a rounded sum and its error; an infinite sum has no error.
[[nodiscard]] inline DoubleDouble two_sum(double a, double b) noexcept {
  const double sum = a + b;
  if (!detail::is_finite(sum)) {
    return {sum, 0.0};
  }
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a · b exactly.
[[nodiscard]] inline DoubleDouble two_product(double a, double b) noexcept {
  const double product = a * b;
  if (!detail::is_finite(product)) {
    return {product, 0.0};
  }
  return {product, std::fma(a, b, -product)};
}

[[nodiscard]] inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble high = two_sum(a.high, b.high);
  if (!detail::is_finite(high.high)) {
    return high;
  }
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble first = two_sum(high.high, high.low + low.high);
  return two_sum(first.high, first.low + low.low);
}

[[nodiscard]] inline DoubleDouble operator-(DoubleDouble a) noexcept { return {-a.high, -a.low}; }
[[nodiscard]] inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) noexcept {
  return a + -b;
}

[[nodiscard]] inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble product = two_product(a.high, b.high);
  if (!detail::is_finite(product.high)) {
    return product;
  }
  return two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/// a / b; the divisor is a plain number (a count).
[[nodiscard]] inline DoubleDouble operator/(DoubleDouble a, double b) noexcept {
  const double first = a.high / b;
  if (!detail::is_finite(first)) {
    return {first, 0.0};
  }
  const DoubleDouble rest = a - two_product(first, b);
  return two_sum(first, rest.value() / b);
}

}  // namespace fairmon::builtins
