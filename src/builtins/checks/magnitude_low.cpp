#include "builtins/evidence/interval.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct MagnitudeLow {
  static constexpr bool kNeverNan = true;
  static double apply(double a, double b) noexcept { return evidence::magnitude({a, b}).low; }
};

}  // namespace

extern const Function magnitude_low =
    make_check("magnitude_low", "the lower end of the distance of an interval from zero",
               {overload<MagnitudeLow, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
