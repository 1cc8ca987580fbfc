#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct ArcSine {
  static double of(double x) noexcept { return std::asin(x); }
};

}  // namespace

extern const Function arcsin = real_function<ArcSine>(
    "arcsin", {"the angle in radians with this sine", "Outside -1 … 1: a run-time error.",
               "output x := arcsin(y)"});

}  // namespace fairmon::builtins::function_entries
