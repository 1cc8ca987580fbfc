#pragma once

#include <fairmon/result.hpp>
#include <fairmon/time.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::runner {

/// The `options` block of a case.
struct CaseOptions {
  double tolerance = 1e-9;  ///< relative, for numbers with a fraction
  std::optional<Timestamp> finish;
  std::optional<Timestamp> start;
  bool lifecycle = false;
  bool report_errors = false;
  std::string skip;
  /// Names of the streams whose verdicts count (`trigger` for all triggers); empty: all.
  std::vector<std::string> show;
};

/// Reads `key = value` lines. An unknown key or a bad value is an error that names it.
[[nodiscard]] Result<CaseOptions, std::string> parse_options(std::string_view text);

/// Decimal seconds such as `1.25` as nanoseconds, exactly.
[[nodiscard]] std::optional<Timestamp> parse_seconds(std::string_view text);
/// The shortest decimal text of a time in seconds.
[[nodiscard]] std::string seconds_text(Timestamp time);

}  // namespace fairmon::runner
