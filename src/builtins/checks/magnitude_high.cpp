#include "builtins/evidence/interval.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct MagnitudeHigh {
  static constexpr bool kNeverNan = true;
  static double apply(double a, double b) noexcept { return evidence::magnitude({a, b}).high; }
};

}  // namespace

extern const Function magnitude_high =
    make_check("magnitude_high", "the upper end of the distance of an interval from zero",
               {overload<MagnitudeHigh, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
