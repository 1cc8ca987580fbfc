#include <cmath>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Round {
  static double apply(double x, std::uint64_t digits) noexcept {
    const double unit = std::pow(10.0, static_cast<double>(digits));
    const double scaled = x * unit;
    // Too large to have digits after the point that could be dropped.
    return std::isfinite(scaled) ? std::round(scaled) / unit : x;
  }
  static double apply(std::int64_t x, std::uint64_t) noexcept { return static_cast<double>(x); }
  static double apply(std::uint64_t x, std::uint64_t) noexcept { return static_cast<double>(x); }
  static double apply(Decimal x, std::uint64_t digits) noexcept {
    return apply(x.to_double(), digits);
  }
};

Function make() {
  Function made = make_function(
      "round", "math", {"", ""},
      {"the number rounded to n decimal places",
       "Halves go away from zero. The number of places must be a literal. The result is Float64.",
       "output shown := round(rate, 2)"},
      {overload<Round, as::Float, as::Float, as::UInt>(),
       overload<Round, as::Float, as::Int, as::UInt>(),
       overload<Round, as::Float, as::UInt, as::UInt>(),
       overload<Round, as::Float, as::Fixed, as::UInt>(),
       overload<Round, as::Float, as::UFixed, as::UInt>()});
  made.literal_arguments = 0b10;
  return made;
}

}  // namespace

extern const Function round = make();

}  // namespace fairmon::builtins::function_entries
