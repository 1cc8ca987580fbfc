#include "builtins/evidence/rate_bound.hpp"
#include "builtins/kernels.hpp"

namespace fairmon::builtins::check_entries {
namespace {

struct RateLow {
  static constexpr bool kNeverNan = true;
  static double apply(std::uint64_t hits, std::uint64_t trials, double share) noexcept {
    return evidence::rate_low(static_cast<double>(hits), static_cast<double>(trials), share);
  }
};

}  // namespace

extern const Function rate_low =
    make_check("rate_low", "the lower bound of a rate: hits, trials, share of the error",
               {overload<RateLow, as::Prob, as::UInt, as::UInt, as::Float>()});

}  // namespace fairmon::builtins::check_entries
