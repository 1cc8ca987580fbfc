#pragma once

#include "builtins/aggregate_state.hpp"

/// Sums of values and of their products, for variance and covariance.
namespace fairmon::builtins {

/// A moment without the digits that the rounding of sums of this size has made up. Otherwise they
/// would tell in which order nearly equal values were added.
[[nodiscard]] inline double without_noise(double moment, double size) noexcept {
  constexpr int kDigits = 88;  // of the 106 that the sums have
  const double step =
      size > 0.0 && detail::is_finite(size) ? std::ldexp(1.0, std::ilogb(size) - kDigits) : 0.0;
  const double steps = moment / step;
  // Adding 0 makes one zero of two.
  return step > 0.0 && detail::is_finite(steps) ? std::nearbyint(steps) * step + 0.0 : moment;
}

/// (sum_xy − sum_x · sum_y / n) / n.
[[nodiscard]] inline double central_moment(DoubleDouble x, DoubleDouble y, DoubleDouble xy,
                                           std::uint64_t count) noexcept {
  const auto n = static_cast<double>(count);
  const DoubleDouble mean_product = (x * y) / n;
  const double moment = ((xy - mean_product) / n).value();
  return without_noise(moment, (std::fabs(xy.high) + std::fabs(mean_product.high)) / n);
}

struct Moments {
  DoubleDouble sum;
  DoubleDouble squares;
  std::uint64_t count = 0;

  void add(double x) noexcept {
    sum = sum + DoubleDouble{x, 0.0};
    squares = squares + two_product(x, x);
    ++count;
  }
  void merge(const Moments& later) noexcept {
    sum = sum + later.sum;
    squares = squares + later.squares;
    count += later.count;
  }
  /// Population variance; 0 without values.
  [[nodiscard]] double variance() const noexcept {
    if (count == 0) {
      return 0.0;
    }
    const double moment = central_moment(sum, sum, squares, count);
    return moment < 0.0 ? 0.0 : moment;
  }
};

/// `Finish::of(variance)` gives the result; it is present even without values. Decimals give
/// decimals, other numbers Float64.
template <class Tag, class Finish>
struct SpreadAggregate {
  using State = Moments;
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    s.add(as_double<Tag>(*value));
  }
  static void merge(State& s, const State& later) noexcept { s.merge(later); }
  static void finish(const State& s, Cell* result, Evaluation& e) {
    const double spread = Finish::of(s.variance());
    if constexpr (std::is_same_v<typename Tag::Native, Decimal>) {
      const auto decimal = decimal_from(spread);
      write_present(result, decimal ? decimal->pack() : e.fail(Failure::DecimalOverflow, 0));
    } else {
      write_present(result, real_cell(spread, e));
    }
  }
};

template <class Finish>
[[nodiscard]] std::optional<BoundAggregate> bind_spread(const Type& input, std::uint32_t) {
  return for_numbers(input, [&]<class Tag>() {
    const Type result = input.is_decimal() ? input : Type::floating();
    return with_state<SpreadAggregate<Tag, Finish>>(input, Type::optional(result), true);
  });
}

}  // namespace fairmon::builtins
