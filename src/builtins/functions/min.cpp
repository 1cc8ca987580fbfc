#include <algorithm>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Min {
  static constexpr bool kNeverNan = true;
  template <class T>
  static T apply(T a, T b) noexcept {
    return b < a ? b : a;
  }
  static Decimal apply(Decimal a, Decimal b) noexcept { return compare(b, a) < 0 ? b : a; }
};

}  // namespace

extern const Function min = with_ends(
    {.directions = "++"},
    with_bounds(make_function(
                    "min", "math", {"", ""},
                    {"the smaller of two values", "Both of one type.", "output bound := min(a, b)"},
                    {overload<Min, as::Int, as::Int, as::Int>(),
                     overload<Min, as::UInt, as::UInt, as::UInt>(),
                     overload<Min, as::Float, as::Float, as::Float>(),
                     overload<Min, as::Prob, as::Prob, as::Prob>(),
                     overload<Min, as::Fixed, as::Fixed, as::Fixed>(),
                     overload<Min, as::UFixed, as::UFixed, as::UFixed>(),
                     overload<Min, as::Time, as::Time, as::Time>(),
                     overload<Min, as::Duration, as::Duration, as::Duration>()}),
                [](std::span<const Bounds> x) -> Bounds {
                  return {std::min(x[0].least, x[1].least), std::min(x[0].most, x[1].most)};
                }));

}  // namespace fairmon::builtins::function_entries
