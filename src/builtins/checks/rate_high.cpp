#include "builtins/evidence/rate_bound.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct RateHigh {
  static constexpr bool kNeverNan = true;
  static double apply(std::uint64_t hits, std::uint64_t trials, double share) noexcept {
    return evidence::rate_high(static_cast<double>(hits), static_cast<double>(trials), share);
  }
};

}  // namespace

extern const Function rate_high =
    make_check("rate_high", "the upper bound of a rate: hits, trials, share of the error",
               {overload<RateHigh, as::Prob, as::UInt, as::UInt, as::Float>()});

}  // namespace fairmon::builtins::check_entries
