#pragma once

#include <cstdint>
#include <optional>

/// Tests for two rates, as the Uniform Guidelines' readers expect them beside a ratio.
namespace fairmon::report {

struct Rate {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  [[nodiscard]] double value() const {
    return static_cast<double>(hits) / static_cast<double>(trials);
  }
};

/// Fisher's exact test, two-sided: the probability, hits and trials of both sides together being
/// given, of a table that is at most as likely as this one. 1 without trials on a side.
[[nodiscard]] double fisher_two_sided(Rate a, Rate b);

/// The difference a − b in standard deviations of two samples with one common rate. Nothing if all
/// trials of both are hits, or none is, or a side has no trials.
[[nodiscard]] std::optional<double> standard_deviations(Rate a, Rate b);

/// Whether one decision the other way, in either of the two, would put a ÷ b on the other side of
/// the limit. Nothing if the ratio does not exist.
[[nodiscard]] std::optional<bool> flips(Rate low, Rate high, double limit);

}  // namespace fairmon::report
