#pragma once

#include <string>

#include "cli/compare/difference.hpp"

namespace fairmon::cli {

/// How the two runs are called.
struct RunNames {
  std::string before;
  std::string after;
};

/// A table with a bar for each difference, and what the bounds mean in words.
[[nodiscard]] std::string comparison_text(const Comparison& comparison, const RunNames& names);
[[nodiscard]] std::string comparison_json(const Comparison& comparison, const RunNames& names);
/// Differences of rates with their bounds around a line at zero, as a picture that stands alone.
[[nodiscard]] std::string comparison_svg(const Comparison& comparison, const RunNames& names);

}  // namespace fairmon::cli
