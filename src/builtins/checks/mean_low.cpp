#include <algorithm>
#include <cmath>

#include "builtins/evidence/rate_bound.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct MeanLow {
  static constexpr bool kNeverNan = true;
  static double apply(double sum, std::uint64_t trials, double share, double from,
                      double to) noexcept {
    const double n = static_cast<double>(trials);
    const double width = to - from;
    // Rounding may push the scaled sum out of its range.
    const double scaled = std::clamp((sum - n * from) / width, 0.0, n);
    const double end = from + width * evidence::rate_low(scaled, n, share);
    return std::clamp(std::nextafter(end, from), from, to);
  }
};

}  // namespace

extern const Function mean_low = make_check(
    "mean_low", "the lower bound of a mean: sum, trials, share of the error, range",
    {overload<MeanLow, as::Float, as::Float, as::UInt, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
