#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/compare/finding.hpp"

namespace fairmon::cli {

/// One stream and instance in two runs.
struct Difference {
  std::string stream;
  std::string instance;
  std::optional<Finding> before;
  std::optional<Finding> after;
  /// Of after − before, for rates that both runs have.
  struct Bounds {
    double low = -1.0;
    double high = 1.0;
  };
  std::optional<Bounds> bounds;

  [[nodiscard]] bool rates() const { return bounds.has_value(); }
  [[nodiscard]] double change() const { return after->value - before->value; }
  /// The bounds leave out zero.
  [[nodiscard]] bool certain() const { return bounds && (bounds->low > 0.0 || bounds->high < 0.0); }
};

struct Comparison {
  std::vector<Difference> differences;
  double level = 0.95;
  std::size_t num_rates = 0;  ///< among which the error is shared
  bool same_cases = false;    ///< both runs looked at the same cases
  bool same_specification = false;
};

/// Bounds hold for all rates together with probability `level`. Where both runs looked at the same
/// cases, each rate is bounded by itself; otherwise the two are bounded jointly, which is tighter.
[[nodiscard]] Comparison compare(const Findings& before, const Findings& after, double level,
                                 bool same_cases);

}  // namespace fairmon::cli
