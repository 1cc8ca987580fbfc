#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/compare/run_values.hpp"

namespace fairmon::report {

/// One stream and instance in two runs.
struct Difference {
  std::string stream;
  std::string instance;
  std::optional<RunValue> before;
  std::optional<RunValue> after;
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
[[nodiscard]] Comparison compare_runs(const RunValues& before, const RunValues& after, double level,
                                      bool same_cases);

/// How the two runs are called.
struct RunNames {
  std::string before;
  std::string after;
};

/// `0.25 (50 of 200)`, or a dash.
[[nodiscard]] std::string value_text(const std::optional<RunValue>& value);
/// `higher`, `lower`, `undecided`, or why nothing is said.
[[nodiscard]] std::string verdict_of(const Difference& difference);
/// What the bounds of the table mean; sentences, one per line.
[[nodiscard]] std::string meaning_of(const Comparison& comparison);
/// The largest distance from zero that a bound has; 1 if there is none.
[[nodiscard]] double reach_of(const Comparison& comparison);
/// Differences of rates with their bounds around a line at zero, as a picture that stands alone.
[[nodiscard]] std::string comparison_svg(const Comparison& comparison, const RunNames& names);

}  // namespace fairmon::report
