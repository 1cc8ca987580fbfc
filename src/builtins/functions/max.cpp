#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Max {
  static constexpr bool kNeverNan = true;
  template <class T>
  static T apply(T a, T b) noexcept {
    return b > a ? b : a;
  }
  static Decimal apply(Decimal a, Decimal b) noexcept { return compare(b, a) > 0 ? b : a; }
};

}  // namespace

extern const Function max = make_function(
    "max", "math", {"", ""},
    {"the larger of two values", "Both of one type.", "output bound := max(a, b)"},
    {overload<Max, as::Int, as::Int, as::Int>(), overload<Max, as::UInt, as::UInt, as::UInt>(),
     overload<Max, as::Float, as::Float, as::Float>(),
     overload<Max, as::Prob, as::Prob, as::Prob>(),
     overload<Max, as::Fixed, as::Fixed, as::Fixed>(),
     overload<Max, as::UFixed, as::UFixed, as::UFixed>(),
     overload<Max, as::Time, as::Time, as::Time>(),
     overload<Max, as::Duration, as::Duration, as::Duration>()});

}  // namespace fairmon::builtins::function_entries
