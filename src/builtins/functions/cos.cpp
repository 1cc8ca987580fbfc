#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Cosine {
  static double of(double x) noexcept { return std::cos(x); }
};

}  // namespace

extern const Function cos = real_function<Cosine>(
    "cos", {"the cosine of an angle in radians", "Of an infinite number: a run-time error.",
            "output y := cos(x)"});

}  // namespace fairmon::builtins::function_entries
