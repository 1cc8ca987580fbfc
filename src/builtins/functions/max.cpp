#include <algorithm>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Max {
  static constexpr bool kNeverNan = true;
  // Of equal ones the second, as in the released tool: 0 and -0 are equal and look different.
  template <class T>
  static T apply(T a, T b) noexcept {
    return a > b ? a : b;
  }
  static Decimal apply(Decimal a, Decimal b) noexcept { return compare(a, b) > 0 ? a : b; }
};

}  // namespace

extern const Function max = with_ends(
    {.directions = "++"},
    with_bounds(make_function(
                    "max", "math", {"", ""},
                    {"the larger of two values", "Both of one type.", "output bound := max(a, b)"},
                    {overload<Max, as::Int, as::Int, as::Int>(),
                     overload<Max, as::UInt, as::UInt, as::UInt>(),
                     overload<Max, as::Float, as::Float, as::Float>(),
                     overload<Max, as::Prob, as::Prob, as::Prob>(),
                     overload<Max, as::Fixed, as::Fixed, as::Fixed>(),
                     overload<Max, as::UFixed, as::UFixed, as::UFixed>(),
                     overload<Max, as::Time, as::Time, as::Time>(),
                     overload<Max, as::Duration, as::Duration, as::Duration>()}),
                [](std::span<const Bounds> x) -> Bounds {
                  return {std::max(x[0].least, x[1].least), std::max(x[0].most, x[1].most)};
                }));

}  // namespace fairmon::builtins::function_entries
