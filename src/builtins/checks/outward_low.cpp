#include <cmath>
#include <limits>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct OutwardLow {
  static constexpr bool kNeverNan = true;
  /// No knowledge rather than a failure where infinite ends cancel.
  static double apply(double end) noexcept {
    constexpr double kAll = -std::numeric_limits<double>::infinity();
    return end != end ? kAll : std::nextafter(end, kAll);
  }
};

}  // namespace

extern const Function outward_low =
    make_check("outward_low", "an end of an interval, rounded outward by one place",
               {overload<OutwardLow, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
