#pragma once

/// Bounds on the average chance behind a sum of trials in [0, 1] that hold at all times at once
/// with probability 1 − share, however the chances change and whatever they depend on.
namespace fairmon::builtins::evidence {

/// 0 without trials, and where the share is no positive number.
[[nodiscard]] double rate_low(double sum, double trials, double share) noexcept;
/// Likewise 1.
[[nodiscard]] double rate_high(double sum, double trials, double share) noexcept;

}  // namespace fairmon::builtins::evidence
