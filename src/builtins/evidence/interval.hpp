#pragma once

/// Arithmetic on intervals with ends rounded outward. An infinite end means "nothing is known".
namespace fairmon::builtins::evidence {

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

[[nodiscard]] Interval product(Interval a, Interval b) noexcept;
/// Everything if the divisor may be zero.
[[nodiscard]] Interval quotient(Interval a, Interval b) noexcept;
/// |x|
[[nodiscard]] Interval magnitude(Interval a) noexcept;

}  // namespace fairmon::builtins::evidence
