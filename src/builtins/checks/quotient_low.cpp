#include "builtins/evidence/interval.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct QuotientLow {
  static constexpr bool kNeverNan = true;
  static double apply(double a, double b, double c, double d) noexcept {
    return evidence::quotient({a, b}, {c, d}).low;
  }
};

}  // namespace

extern const Function quotient_low =
    make_check("quotient_low", "the lower end of a quotient of two intervals",
               {overload<QuotientLow, as::Float, as::Float, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
