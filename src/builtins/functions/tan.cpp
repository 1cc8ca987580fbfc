#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Tangent {
  static double of(double x) noexcept { return std::tan(x); }
};

}  // namespace

extern const Function tan = real_function<Tangent>(
    "tan", {"the tangent of an angle in radians", "Of an infinite number: a run-time error.",
            "output y := tan(x)"});

}  // namespace fairmon::builtins::function_entries
