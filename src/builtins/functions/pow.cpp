#include <cmath>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct RealPower {
  static double apply(double base, double exponent) noexcept { return std::pow(base, exponent); }
};

}  // namespace

extern const Function pow = make_function(
    "pow", "math", {"", ""},
    {"a real number raised to a power",
     "Whole numbers are taken as real ones, so a negative exponent gives a fraction; `**` keeps "
     "them whole. A negative number to a broken power is a run-time error.",
     "output discount := pow(0.97, years)"},
    {overload<RealPower, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::function_entries
