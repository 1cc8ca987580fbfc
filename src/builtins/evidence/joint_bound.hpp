#pragma once

/// The joint bound on two average chances whose trials never fall on one event.
namespace fairmon::builtins::evidence {

struct Tally {
  double sum = 0.0;
  double trials = 0.0;
};

/// Whether a − b > margin for all chances a and b that the trials allow, at all times at once with
/// probability 1 − share.
[[nodiscard]] bool surely_exceeds(Tally a, Tally b, double margin, double share) noexcept;

/// Likewise a − b ≤ margin; the same share serves both questions.
[[nodiscard]] bool surely_within(Tally a, Tally b, double margin, double share) noexcept;

/// ln of the two-sided mixture at the chance p; its minimum lies near the estimate and is at most
/// 0.
[[nodiscard]] double log_mixture(Tally tally, double chance) noexcept;

}  // namespace fairmon::builtins::evidence
