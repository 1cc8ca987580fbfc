#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct CheckRange {
  static constexpr bool kNeverNan = true;
  static double apply(double x, double least, double most, Evaluation& e) noexcept {
    const bool fine = x >= least && x <= most;
    return fine ? x : cell_double(e.fail(Failure::RangeExceeded, cell_of(x)));
  }
};

}  // namespace

extern const Function check_range =
    make_check("check_range", "a number that must lie in the range its input declares",
               {overload<CheckRange, as::Float, as::Float, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
