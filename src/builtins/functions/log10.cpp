#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct DecimalLogarithm {
  static double of(double x) noexcept { return std::log10(x); }
};

}  // namespace

extern const Function log10 = real_function<DecimalLogarithm>(
    "log10", {"the logarithm to base 10",
              "Of 0.0 it is minus infinity, of a negative number a run-time error.",
              "output magnitude := log10(income)"});

}  // namespace fairmon::builtins::function_entries
