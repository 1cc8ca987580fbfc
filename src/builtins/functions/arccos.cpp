#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct ArcCosine {
  static double of(double x) noexcept { return std::acos(x); }
};

}  // namespace

extern const Function arccos = real_function<ArcCosine>(
    "arccos", {"the angle in radians with this cosine", "Outside -1 … 1: a run-time error.",
               "output x := arccos(y)"});

}  // namespace fairmon::builtins::function_entries
