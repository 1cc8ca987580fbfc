#include "support/nearest.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "support/utf8.hpp"

namespace fairmon::support {
namespace {

using Letters = std::vector<char32_t>;

// Code points with ASCII letters in lower case.
Letters letters_of(std::string_view text) {
  Letters letters;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded one = decode_utf8(text, at);
    const char32_t c = one.code_point;
    letters.push_back(c >= U'A' && c <= U'Z' ? c - U'A' + U'a' : c);
    at += one.length;
  }
  return letters;
}

// Damerau's distance with the rows needed for swaps of neighbours.
std::size_t distance(const Letters& a, const Letters& b, std::size_t limit) {
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) {
    return limit + 1;
  }
  std::array<std::vector<std::size_t>, 3> rows;
  rows.fill(std::vector<std::size_t>(b.size() + 1));
  for (std::size_t j = 0; j <= b.size(); ++j) {
    rows[0][j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& second = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], second[j - 2] + 1);
      }
    }
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  const Letters letters = letters_of(word);
  std::size_t limit = letters.size() <= 2 ? 1 : 1 + letters.size() / 4;
  std::optional<std::string> best;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate == word) {
      continue;
    }
    const Letters other = letters_of(candidate);
    const std::size_t found = distance(letters, other, limit);
    // A word of one letter is near to every other one.
    const bool alike = found < std::max(letters.size(), other.size());
    if (found <= limit && alike && (!best || found < limit)) {
      best = candidate;
      limit = found;
    }
  }
  return best;
}

}  // namespace fairmon::support
