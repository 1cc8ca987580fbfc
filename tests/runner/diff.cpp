#include "runner/diff.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace fairmon::runner {
namespace {

bool is_number_char(char c) { return (c >= '0' && c <= '9') || c == '.'; }

/// Takes the number at the start of a text, `12` or `0.25`.
std::string_view take_number(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_number_char(text[length])) {
    ++length;
  }
  const std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  return number;
}

bool close(std::string_view a, std::string_view b, double tolerance) {
  const bool fractions =
      a.find('.') != std::string_view::npos || b.find('.') != std::string_view::npos;
  const double x = std::strtod(std::string(a).c_str(), nullptr);
  const double y = std::strtod(std::string(b).c_str(), nullptr);
  return fractions && std::abs(x - y) <= tolerance * std::max({std::abs(x), std::abs(y), 1e-300});
}

constexpr std::size_t kContext = 2;
constexpr std::size_t kMostLines = 40;

/// One line of a difference: kept, only expected (`-`) or only actual (`+`).
struct Row {
  char sign;
  std::string_view text;
};

/// Longest common subsequence, the classic table; suites are short.
std::vector<Row> align(const std::vector<std::string>& a, const std::vector<std::string>& b,
                       double tolerance) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> longest((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      longest[i * width + j] =
          same_line(a[i], b[j], tolerance)
              ? longest[(i + 1) * width + j + 1] + 1
              : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  std::vector<Row> rows;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && same_line(a[i], b[j], tolerance)) {
      rows.push_back({' ', a[i]});
      ++i;
      ++j;
    } else if (j == b.size() ||
               (i < a.size() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      rows.push_back({'-', a[i++]});
    } else {
      rows.push_back({'+', b[j++]});
    }
  }
  return rows;
}

}  // namespace

bool same_line(std::string_view a, std::string_view b, double tolerance) {
  while (!a.empty() && !b.empty()) {
    if (is_number_char(a.front()) && is_number_char(b.front())) {
      const std::string_view x = take_number(a);
      const std::string_view y = take_number(b);
      if (x != y && !close(x, y, tolerance)) {
        return false;
      }
    } else if (a.front() != b.front()) {
      return false;
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.empty() && b.empty();
}

bool same_lines(const std::vector<std::string>& expected, const std::vector<std::string>& actual,
                double tolerance) {
  return std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(),
                    [tolerance](const std::string& a, const std::string& b) {
                      return same_line(a, b, tolerance);
                    });
}

std::string diff(const std::vector<std::string>& expected, const std::vector<std::string>& actual,
                 double tolerance) {
  const std::vector<Row> rows = align(expected, actual, tolerance);
  std::string text;
  std::size_t printed = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t first = i > kContext ? i - kContext : 0;
    const std::size_t last = std::min(i + kContext + 1, rows.size());
    const bool near = std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(first),
                                  rows.begin() + static_cast<std::ptrdiff_t>(last),
                                  [](const Row& row) { return row.sign != ' '; });
    if (!near) {
      continue;
    }
    if (++printed > kMostLines) {
      return text + "    ...\n";
    }
    text += "    ";
    text += rows[i].sign;
    text += ' ';
    text.append(rows[i].text).push_back('\n');
  }
  return text;
}

}  // namespace fairmon::runner
