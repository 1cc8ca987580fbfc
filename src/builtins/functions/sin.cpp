#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Sine {
  static double of(double x) noexcept { return std::sin(x); }
};

}  // namespace

extern const Function sin =
    real_function<Sine>("sin", {"the sine of an angle in radians",
                                "Of an infinite number: a run-time error.", "output y := sin(x)"});

}  // namespace fairmon::builtins::function_entries
