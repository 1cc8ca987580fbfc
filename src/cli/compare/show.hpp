#pragma once

#include <string>

#include "report/compare/difference.hpp"

namespace fairmon::cli {

/// A table with a bar for each difference, and what the bounds mean in words.
[[nodiscard]] std::string comparison_text(const report::Comparison& comparison,
                                          const report::RunNames& names);
[[nodiscard]] std::string comparison_json(const report::Comparison& comparison,
                                          const report::RunNames& names);

}  // namespace fairmon::cli
