#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// The mixture behind all bounds: slopes λₖ = 2·2⁻ᵏ with weights c/((k+1)(k+2)) that add up to one.
namespace fairmon::builtins::evidence {

struct Slope {
  double slope;            ///< λ
  double rise;             ///< e^λ − 1
  double fall;             ///< e^−λ − 1
  double weight;           ///< w
  double log_half_weight;  ///< ln(w/2)
};

inline constexpr std::size_t kNumSlopes = 13;

[[nodiscard]] inline const std::array<Slope, kNumSlopes>& slopes() {
  static const std::array<Slope, kNumSlopes> table = [] {
    std::array<Slope, kNumSlopes> made{};
    for (std::size_t k = 0; k < kNumSlopes; ++k) {
      const double number = static_cast<double>(k);
      const double slope = std::ldexp(2.0, -static_cast<int>(k));
      const double weight = 14.0 / 13.0 / ((number + 1.0) * (number + 2.0));
      made[k] = {slope, std::expm1(slope), std::expm1(-slope), weight, std::log(weight / 2.0)};
    }
    return made;
  }();
  return table;
}

}  // namespace fairmon::builtins::evidence
