#pragma once

#include <limits>
#include <optional>

#include "builtins/exact/total.hpp"

namespace fairmon::builtins::exact {

/// (n · sum_xy − sum_x · sum_y) / n², rounded once; nothing if it takes more words than these.
template <std::size_t Words, class Sum, class Products>
[[nodiscard]] std::optional<double> moment_within(const Sum& x, const Sum& y, const Products& xy,
                                                  std::uint64_t count) noexcept {
  auto minuend = product<Words>(xy.units, Integer<1>{{count}});
  auto subtrahend = product<Words>(x.units, y.units);
  if (subtrahend.zero()) {
    return nearest_quotient<2>(minuend, xy.exponent(), count);
  }
  subtrahend.negate();
  // Both to the finer of the two exponents.
  const int exponent = x.exponent() + y.exponent();
  const bool fits = exponent < xy.exponent() ? minuend.shift_left(xy.exponent() - exponent)
                                             : subtrahend.shift_left(exponent - xy.exponent());
  if (!fits || !minuend.add(subtrahend)) {
    return std::nullopt;
  }
  return nearest_quotient<2>(minuend, std::min(exponent, xy.exponent()), count);
}

[[nodiscard]] inline double central_moment(const FullSum& x, const FullSum& y,
                                           const FullProducts& xy, std::uint64_t count) noexcept {
  return *moment_within<70>(x, y, xy, count);
}
[[nodiscard]] inline double central_moment(const CompactSum& x, const CompactSum& y,
                                           const CompactProducts& xy,
                                           std::uint64_t count) noexcept {
  if (const auto moment = moment_within<12>(x, y, xy, count)) {
    return *moment;
  }
  return central_moment(x.widened<FullSum>(), y.widened<FullSum>(), xy.widened<FullProducts>(),
                        count);
}

}  // namespace fairmon::builtins::exact
