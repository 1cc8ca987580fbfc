#include "builtins/evidence/interval.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace fairmon::builtins::evidence {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Zero times anything is zero: an infinite end is larger than every value, but not a value.
double times(double a, double b) noexcept { return a == 0.0 || b == 0.0 ? 0.0 : a * b; }

/// Of the smallest and largest of some corners. A corner that is no number says nothing.
Interval around(std::initializer_list<double> corners) noexcept {
  for (const double corner : corners) {
    if (corner != corner) {
      return {-kInfinity, kInfinity};
    }
  }
  const auto [least, most] = std::minmax(corners);
  return {std::nextafter(least, -kInfinity), std::nextafter(most, kInfinity)};
}

}  // namespace

Interval product(Interval a, Interval b) noexcept {
  return around(
      {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
}

Interval quotient(Interval a, Interval b) noexcept {
  if (b.low <= 0.0 && b.high >= 0.0) {
    return {-kInfinity, kInfinity};
  }
  return around({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
}

Interval magnitude(Interval a) noexcept {
  const double least = a.low > 0.0 ? a.low : a.high < 0.0 ? -a.high : 0.0;
  return {least, std::max(std::fabs(a.low), std::fabs(a.high))};
}

}  // namespace fairmon::builtins::evidence
