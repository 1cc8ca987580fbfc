#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "support/utf8.hpp"

namespace fairmon::support {

/// Rows of equally many cells as lines, columns two spaces apart, without spaces at the ends.
[[nodiscard]] inline std::string text_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], count_code_points(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] + 2 - count_code_points(row[i]), ' ');
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace fairmon::support
