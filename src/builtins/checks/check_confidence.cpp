#include <limits>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct CheckConfidence {
  static constexpr bool kNeverNan = true;
  static double apply(double x, Evaluation& e) noexcept {
    const bool fine = x >= 0.0 && x <= std::numeric_limits<double>::max();
    return fine ? x : cell_double(e.fail(Failure::BadParameter, cell_of(x)));
  }
};

}  // namespace

extern const Function check_confidence =
    make_check("check_confidence", "the confidence of a prior, finite and not negative",
               {overload<CheckConfidence, as::Float, as::Float>()});

}  // namespace fairmon::builtins::check_entries
