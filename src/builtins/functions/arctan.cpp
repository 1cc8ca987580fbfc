#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct ArcTangent {
  static double of(double x) noexcept { return std::atan(x); }
};

}  // namespace

extern const Function arctan = real_function<ArcTangent>(
    "arctan",
    {"the angle in radians with this tangent", "Between -π/2 and π/2.", "output x := arctan(y)"});

}  // namespace fairmon::builtins::function_entries
