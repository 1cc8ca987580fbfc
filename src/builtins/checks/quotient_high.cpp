#include "builtins/evidence/interval.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct QuotientHigh {
  static constexpr bool kNeverNan = true;
  static double apply(double a, double b, double c, double d) noexcept {
    return evidence::quotient({a, b}, {c, d}).high;
  }
};

}  // namespace

extern const Function quotient_high =
    make_check("quotient_high", "the upper end of a quotient of two intervals",
               {overload<QuotientHigh, as::Float, as::Float, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
