#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct NaturalLogarithm {
  static double of(double x) noexcept { return std::log(x); }
};

}  // namespace

extern const Function ln = real_function<NaturalLogarithm>(
    "ln",
    {"the natural logarithm", "Of 0.0 it is minus infinity, of a negative number a run-time error.",
     "output weight := ln(score)"});

}  // namespace fairmon::builtins::function_entries
