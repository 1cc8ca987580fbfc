#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct SquareRoot {
  static double of(double x) noexcept { return std::sqrt(x); }
};

}  // namespace

extern const Function sqrt = with_ends(
    {.directions = "+", .at_ends = "root_end"},
    real_function<SquareRoot>("sqrt", {"the square root", "Of a negative number: a run-time error.",
                                       "output spread := sqrt(v)"}));

}  // namespace fairmon::builtins::function_entries
