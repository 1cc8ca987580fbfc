#include <algorithm>

#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct ProbEnd {
  static constexpr bool kNeverNan = true;
  static double apply(double end) noexcept { return std::clamp(end, 0.0, 1.0); }
};

}  // namespace

extern const Function prob_end = make_check(
    "prob_end", "an end of an interval of probabilities, without what lies outside of 0 and 1",
    {overload<ProbEnd, as::Prob, as::Float>()});

}  // namespace fairmon::builtins::check_entries
