#include "builtins/evidence/joint_bound.hpp"

#include <algorithm>
#include <cmath>

#include "builtins/evidence/grid.hpp"

namespace fairmon::builtins::evidence {
namespace {

struct Curve {
  double value = 0.0;
  double slope = 0.0;
};

/// ln M and its derivative by the chance, scaled by the largest term so that nothing overflows.
Curve mixture(Tally t, double p) noexcept {
  if (!(t.trials > 0.0)) {
    return {};
  }
  constexpr std::size_t kTerms = 2 * kNumSlopes;
  double exponents[kTerms];
  double slopes_of[kTerms];
  double largest = -INFINITY;
  std::size_t term = 0;
  for (const Slope& k : slopes()) {
    for (const double sign : {1.0, -1.0}) {
      const double rise = sign > 0.0 ? k.rise : k.fall;
      exponents[term] =
          k.log_half_weight + sign * k.slope * t.sum - t.trials * std::log1p(p * rise);
      slopes_of[term] = -t.trials * rise / (1.0 + p * rise);
      largest = std::max(largest, exponents[term]);
      ++term;
    }
  }
  double total = 0.0;
  double weighted = 0.0;
  for (term = 0; term < kTerms; ++term) {
    // What is that much smaller than the largest does not show in a double.
    constexpr double kNegligible = -40.0;
    const double distance = exponents[term] - largest;
    if (distance > kNegligible) {
      const double part = std::exp(distance);
      total += part;
      weighted += part * slopes_of[term];
    }
  }
  return {largest + std::log(total), weighted / total};
}

/// An upper bound of ln M that costs two logarithms: no slope does better than the best one.
double log_likelihood_ratio(Tally t, double p) noexcept {
  if (!(t.trials > 0.0)) {
    return 0.0;
  }
  const double misses = t.trials - t.sum;
  const double hit = t.sum > 0.0 ? t.sum * std::log(t.sum / (t.trials * p)) : 0.0;
  const double miss = misses > 0.0 ? misses * std::log(misses / (t.trials * (1.0 - p))) : 0.0;
  return hit + miss;
}

/// One term of a mixture: a bound of it from below.
struct Term {
  double constant = 0.0;  ///< ln(w/2) ± λS
  double rise = 0.0;      ///< e^±λ − 1
};

/// The term whose slope is nearest to the best one for telling the estimate from a chance.
Term best_term(Tally t, double chance) noexcept {
  const double rate = t.sum / t.trials;
  const double odds = std::log(rate * (1.0 - chance) / ((1.0 - rate) * chance));
  const double wanted = std::clamp(1.0 - std::log2(std::fabs(odds)), 0.0, kNumSlopes - 1.0);
  const Slope& k = slopes()[static_cast<std::size_t>(wanted + 0.5)];
  const double sign = odds > 0.0 ? 1.0 : -1.0;
  return {k.log_half_weight + sign * k.slope * t.sum, sign > 0.0 ? k.rise : k.fall};
}

/// The same question for one term of each mixture, around the chance x of b: their minimum along
/// the line is known. What is far beyond doubt is settled by that.
bool terms_reach(Tally a, Tally b, double margin, double wanted, double x, double from,
                 double to) noexcept {
  if (!(a.trials > 0.0) || !(b.trials > 0.0)) {
    return false;
  }
  const Term first = best_term(a, x + margin);
  const Term second = best_term(b, x);
  const double both = first.rise * second.rise;
  if (!(both < 0.0)) {
    return false;
  }
  const double lowest =
      std::clamp(-(a.trials * first.rise + b.trials * second.rise + b.trials * both * margin) /
                     (both * (a.trials + b.trials)),
                 from, to);
  return first.constant - a.trials * std::log1p((lowest + margin) * first.rise) + second.constant -
             b.trials * std::log1p(lowest * second.rise) >=
         wanted;
}

/// Whether ln M_a(b + margin) + ln M_b(b) reaches `wanted` for all b in [from, to]. The function is
/// convex: its tangents bound it from below, so that a few points mostly settle the question.
bool reaches_along_line(Tally a, Tally b, double margin, double wanted, double from,
                        double to) noexcept {
  const auto at = [&](double x) {
    const Curve first = mixture(a, std::clamp(x + margin, 0.0, 1.0));
    const Curve second = mixture(b, x);
    return Curve{first.value + second.value, first.slope + second.slope};
  };
  double x = std::clamp((a.sum - a.trials * margin + b.sum) / std::max(a.trials + b.trials, 1.0),
                        from, to);
  if (x > 0.0 && x < 1.0 && x + margin > 0.0 && x + margin < 1.0) {
    if (log_likelihood_ratio(a, x + margin) + log_likelihood_ratio(b, x) < wanted) {
      return false;
    }
    if (terms_reach(a, b, margin, wanted, x, from, to)) {
      return true;
    }
  }
  double left = from;
  double right = to;
  Curve at_left;
  Curve at_right;
  bool know_left = false;
  bool know_right = false;
  constexpr int kMostSteps = 80;
  constexpr double kNarrow = 1e-13;
  for (int step = 0; step < kMostSteps; ++step) {
    const Curve here = at(x);
    if (here.value < wanted) {
      return false;
    }
    if (here.slope < 0.0) {
      left = x;
      at_left = here;
      know_left = true;
    } else {
      right = x;
      at_right = here;
      know_right = true;
    }
    if (here.slope == 0.0 || right - left < kNarrow) {
      return true;
    }
    if (know_left && know_right) {
      const double meet =
          (at_left.value - at_right.value + at_right.slope * right - at_left.slope * left) /
          (at_right.slope - at_left.slope);
      if (at_left.value + at_left.slope * (meet - left) >= wanted) {
        return true;
      }
      const double width = right - left;
      x = std::clamp(meet, left + 0.01 * width, right - 0.01 * width);
    } else {
      const double end = know_left ? right : left;
      if (here.value + here.slope * (end - x) >= wanted) {
        return true;
      }
      // The minimum may lie at the very end, which has to be looked at once.
      const Curve last = at(end);
      if (last.value < wanted) {
        return false;
      }
      (know_left ? at_right : at_left) = last;
      if (know_left ? last.slope <= 0.0 : last.slope >= 0.0) {
        return true;
      }
      know_left = know_right = true;
      x = 0.5 * (left + right);
    }
  }
  return true;
}

double estimate(Tally t, double unknown) noexcept {
  return t.trials > 0.0 ? t.sum / t.trials : unknown;
}

}  // namespace

double log_mixture(Tally tally, double chance) noexcept { return mixture(tally, chance).value; }

bool surely_exceeds(Tally a, Tally b, double margin, double share) noexcept {
  if (margin < -1.0) {
    return true;
  }
  // Without trials a chance may be anything, also the worst.
  if (!(share > 0.0) || margin >= 1.0 || !(estimate(a, 0.0) - estimate(b, 1.0) > margin)) {
    return false;
  }
  return reaches_along_line(a, b, margin, -std::log(share), std::max(0.0, -margin),
                            std::min(1.0, 1.0 - margin));
}

bool surely_within(Tally a, Tally b, double margin, double share) noexcept {
  if (margin > 1.0) {
    return true;
  }
  if (!(share > 0.0) || margin <= -1.0 || !(estimate(a, 1.0) - estimate(b, 0.0) < margin)) {
    return false;
  }
  return reaches_along_line(a, b, margin, -std::log(share), std::max(0.0, -margin),
                            std::min(1.0, 1.0 - margin));
}

}  // namespace fairmon::builtins::evidence
