#include "builtins/evidence/rate_bound.hpp"

#include <algorithm>
#include <cmath>

#include "builtins/evidence/grid.hpp"

namespace fairmon::builtins::evidence {

double rate_low(double sum, double trials, double share) noexcept {
  if (!(trials > 0.0) || !(share > 0.0)) {
    return 0.0;
  }
  const double log_share = std::log(share);
  double best = 0.0;
  for (const Slope& k : slopes()) {
    const double exponent = (k.slope * sum + (k.log_half_weight + log_share)) / trials;
    if (exponent > 0.0) {
      best = std::max(best, std::expm1(exponent) / k.rise);
    }
  }
  return std::min(best, 1.0);
}

double rate_high(double sum, double trials, double share) noexcept {
  if (!(trials > 0.0) || !(share > 0.0)) {
    return 1.0;
  }
  const double log_share = std::log(share);
  double best = 1.0;
  for (const Slope& k : slopes()) {
    const double exponent = (k.log_half_weight + log_share - k.slope * sum) / trials;
    // Below −λ the quotient exceeds one anyway.
    if (exponent > -k.slope) {
      best = std::min(best, std::expm1(exponent) / k.fall);
    }
  }
  return std::max(best, 0.0);
}

}  // namespace fairmon::builtins::evidence
