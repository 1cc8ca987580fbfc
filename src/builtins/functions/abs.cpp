#include <algorithm>
#include <cmath>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Abs {
  static constexpr bool kNeverNan = true;
  static std::int64_t apply(std::int64_t x) noexcept { return x < 0 ? wrap(0 - bits(x)) : x; }
  static std::uint64_t apply(std::uint64_t x) noexcept { return x; }
  static double apply(double x) noexcept { return std::fabs(x); }
  static Decimal apply(Decimal x) noexcept { return x.mantissa < 0 ? negate(x) : x; }
};

}  // namespace

extern const Function abs = with_ends(
    {.low = "magnitude_low", .high = "magnitude_high"},
    with_bounds(
        make_function(
            "abs", "math", {""},
            {"the number without its sign", "The absolute value of -2^63 wraps around to itself.",
             "trigger abs(rate_a - rate_b) > 0.1"},
            {overload<Abs, as::Int, as::Int>(), overload<Abs, as::UInt, as::UInt>(),
             overload<Abs, as::Float, as::Float>(), overload<Abs, as::Fixed, as::Fixed>(),
             overload<Abs, as::UFixed, as::UFixed>(), overload<Abs, as::Duration, as::Duration>()}),
        [](std::span<const Bounds> x) -> Bounds {
          return {std::max({x[0].least, -x[0].most, 0.0}), std::max(-x[0].least, x[0].most)};
        }));

}  // namespace fairmon::builtins::function_entries
