#include "report/build/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fairmon::report {

namespace {

double log_factorial(std::uint64_t n) { return std::lgamma(static_cast<double>(n) + 1.0); }

double log_choose(std::uint64_t n, std::uint64_t k) {
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

double fisher_two_sided(Rate a, Rate b) {
  if (a.trials == 0 || b.trials == 0) {
    return 1.0;
  }
  const std::uint64_t hits = a.hits + b.hits;
  const std::uint64_t least = hits > b.trials ? hits - b.trials : 0;
  const std::uint64_t most = std::min(hits, a.trials);
  const double whole = log_choose(a.trials + b.trials, hits);
  const auto log_probability = [&](std::uint64_t in_a) {
    return log_choose(a.trials, in_a) + log_choose(b.trials, hits - in_a) - whole;
  };
  // Tables as likely as this one count, whatever rounding says.
  const double limit = log_probability(a.hits) + 1e-7;
  double sum = 0.0;
  for (std::uint64_t in_a = least; in_a <= most; ++in_a) {
    const double one = log_probability(in_a);
    sum += one <= limit ? std::exp(one) : 0.0;
  }
  return std::min(sum, 1.0);
}

std::optional<double> standard_deviations(Rate a, Rate b) {
  if (a.trials == 0 || b.trials == 0) {
    return std::nullopt;
  }
  const auto n = static_cast<double>(a.trials);
  const auto m = static_cast<double>(b.trials);
  const double common = static_cast<double>(a.hits + b.hits) / (n + m);
  const double variance = common * (1.0 - common) * (1.0 / n + 1.0 / m);
  return variance > 0.0 ? std::optional((a.value() - b.value()) / std::sqrt(variance))
                        : std::nullopt;
}

std::optional<bool> flips(Rate low, Rate high, double limit) {
  if (low.trials == 0 || high.trials == 0 || high.hits == 0) {
    return std::nullopt;
  }
  const bool below = low.value() / high.value() < limit;
  struct Change {
    int low;
    int high;
  };
  for (const Change change : {Change{1, 0}, Change{-1, 0}, Change{0, 1}, Change{0, -1}}) {
    const auto moved = [](Rate rate, int by) {
      return std::pair(static_cast<std::int64_t>(rate.hits) + by,
                       static_cast<std::int64_t>(rate.trials));
    };
    const auto [low_hits, low_trials] = moved(low, change.low);
    const auto [high_hits, high_trials] = moved(high, change.high);
    if (low_hits < 0 || low_hits > low_trials || high_hits <= 0 || high_hits > high_trials) {
      continue;
    }
    const double ratio = (static_cast<double>(low_hits) / static_cast<double>(low_trials)) /
                         (static_cast<double>(high_hits) / static_cast<double>(high_trials));
    if ((ratio < limit) != below) {
      return true;
    }
  }
  return false;
}

}  // namespace fairmon::report
