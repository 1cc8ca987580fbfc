#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairmon::runner {

/// Whether two lines say the same: equal, or differing only in numbers with a fraction that are
/// within the relative tolerance of each other.
[[nodiscard]] bool same_line(std::string_view a, std::string_view b, double tolerance);

/// Whether the texts say the same line by line.
[[nodiscard]] bool same_lines(const std::vector<std::string>& expected,
                              const std::vector<std::string>& actual, double tolerance);

/// The differing lines with `-` (expected) and `+` (actual) and a little of what surrounds them.
[[nodiscard]] std::string diff(const std::vector<std::string>& expected,
                               const std::vector<std::string>& actual, double tolerance);

}  // namespace fairmon::runner
