#include "support/nfc.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "support/utf8.hpp"

namespace fairmon::support {
namespace {

struct Decomposition {
  std::uint32_t whole;
  std::uint32_t first;
  std::uint32_t second;    ///< 0 if there is only one part
  std::uint32_t composes;  ///< 1 if the parts are put together again
};
struct CombiningClass {
  std::uint32_t code_point;
  std::uint32_t value;
};

#include "support/nfc_tables.inc"

// Hangul syllables are computed from their parts.
constexpr char32_t kSyllables = 0xAC00;
constexpr char32_t kLeading = 0x1100;
constexpr char32_t kVowels = 0x1161;
constexpr char32_t kTrailing = 0x11A7;
constexpr char32_t kNumLeading = 19;
constexpr char32_t kNumVowels = 21;
constexpr char32_t kNumTrailing = 28;
constexpr char32_t kNumSyllables = kNumLeading * kNumVowels * kNumTrailing;

std::uint32_t combining_class(char32_t code_point) {
  const auto* found =
      std::lower_bound(kClasses.begin(), kClasses.end(), code_point,
                       [](const CombiningClass& row, char32_t c) { return row.code_point < c; });
  return found != kClasses.end() && found->code_point == code_point ? found->value : 0;
}

void decompose(char32_t code_point, std::vector<char32_t>& out) {
  if (code_point >= kSyllables && code_point < kSyllables + kNumSyllables) {
    const char32_t index = code_point - kSyllables;
    out.push_back(kLeading + index / (kNumVowels * kNumTrailing));
    out.push_back(kVowels + index % (kNumVowels * kNumTrailing) / kNumTrailing);
    if (index % kNumTrailing != 0) {
      out.push_back(kTrailing + index % kNumTrailing);
    }
    return;
  }
  const auto* found =
      std::lower_bound(kDecompositions.begin(), kDecompositions.end(), code_point,
                       [](const Decomposition& row, char32_t c) { return row.whole < c; });
  if (found == kDecompositions.end() || found->whole != code_point) {
    out.push_back(code_point);
    return;
  }
  decompose(found->first, out);
  if (found->second != 0) {
    out.push_back(found->second);
  }
}

// Composable pairs sorted by their parts, made once.
const std::vector<Decomposition>& compositions() {
  static const std::vector<Decomposition> kSorted = [] {
    std::vector<Decomposition> rows;
    std::copy_if(kDecompositions.begin(), kDecompositions.end(), std::back_inserter(rows),
                 [](const Decomposition& row) { return row.composes == 1; });
    std::sort(rows.begin(), rows.end(), [](const Decomposition& a, const Decomposition& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    return rows;
  }();
  return kSorted;
}

// The code point that both parts make together, or 0.
char32_t compose(char32_t first, char32_t second) {
  if (first >= kLeading && first < kLeading + kNumLeading && second >= kVowels &&
      second < kVowels + kNumVowels) {
    return kSyllables + ((first - kLeading) * kNumVowels + (second - kVowels)) * kNumTrailing;
  }
  if (first >= kSyllables && first < kSyllables + kNumSyllables &&
      (first - kSyllables) % kNumTrailing == 0 && second > kTrailing &&
      second < kTrailing + kNumTrailing) {
    return first + (second - kTrailing);
  }
  const auto& rows = compositions();
  const auto found = std::lower_bound(
      rows.begin(), rows.end(), std::pair(first, second),
      [](const Decomposition& row, const std::pair<char32_t, char32_t>& parts) {
        return row.first != parts.first ? row.first < parts.first : row.second < parts.second;
      });
  const bool matches = found != rows.end() && found->first == first && found->second == second;
  return matches ? found->whole : 0;
}

// Marks in the order of their classes; those of one class keep theirs.
void sort_marks(std::vector<char32_t>& text) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    std::size_t end = begin;
    while (end < text.size() && combining_class(text[end]) != 0) {
      ++end;
    }
    std::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(begin),
                     text.begin() + static_cast<std::ptrdiff_t>(end), [](char32_t a, char32_t b) {
                       return combining_class(a) < combining_class(b);
                     });
    begin = end;
  }
}

std::vector<char32_t> compose_all(const std::vector<char32_t>& text) {
  std::vector<char32_t> out;
  std::size_t starter = 0;
  bool has_starter = false;
  std::uint32_t last_class = 0;
  for (const char32_t code_point : text) {
    const std::uint32_t own = combining_class(code_point);
    // Blocked if something of the same or a higher class lies between.
    const bool adjacent = has_starter && out.size() == starter + 1;
    if (has_starter && (adjacent || (last_class < own && last_class != 0))) {
      if (const char32_t whole = compose(out[starter], code_point)) {
        out[starter] = whole;
        continue;
      }
    }
    if (own == 0) {
      starter = out.size();
      has_starter = true;
    }
    last_class = own;
    out.push_back(code_point);
  }
  return out;
}

}  // namespace

std::string to_nfc(std::string_view text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii) ||
      find_malformed_utf8(text) != std::string_view::npos) {
    return std::string(text);
  }
  std::vector<char32_t> parts;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded one = decode_utf8(text, at);
    decompose(one.code_point, parts);
    at += one.length;
  }
  sort_marks(parts);
  std::string result;
  for (const char32_t code_point : compose_all(parts)) {
    append_utf8(result, code_point);
  }
  return result;
}

}  // namespace fairmon::support
