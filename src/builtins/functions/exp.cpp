#include <cmath>

#include "builtins/real_functions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Exponential {
  static double of(double x) noexcept { return std::exp(x); }
};

}  // namespace

extern const Function exp = real_function<Exponential>(
    "exp", {"e raised to a power", "Infinite where the result is too large for a Float64.",
            "output odds := exp(logit)"});

}  // namespace fairmon::builtins::function_entries
