#include "diag/render/fix_lines.hpp"

#include <algorithm>

#include "diag/render/render.hpp"
#include "support/printable.hpp"

namespace fairmon::diag {
namespace {

/// Edits that touch the same or neighbouring stretches of lines.
struct Stretch {
  std::uint32_t file = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::vector<Edit> edits;
};

std::vector<Stretch> stretches_of(const Diagnostics& diagnostics, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::pair(a.span.file, a.span.begin) < std::pair(b.span.file, b.span.begin);
  });
  std::vector<Stretch> stretches;
  for (Edit& edit : edits) {
    const SourceFile& file = file_of(diagnostics, edit.span);
    const std::uint32_t first = file.locate(edit.span.begin).line;
    const std::uint32_t last = file.locate(edit.span.end).line;
    if (stretches.empty() || stretches.back().file != edit.span.file ||
        stretches.back().last < first) {
      stretches.push_back({edit.span.file, first, last, {}});
    }
    stretches.back().last = std::max(stretches.back().last, last);
    stretches.back().edits.push_back(std::move(edit));
  }
  return stretches;
}

void add_lines(std::vector<FixLine>& lines, std::string_view text, bool added) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) {
      line.pop_back();
    }
    if (!line.empty()) {
      lines.push_back({support::printable(line), added});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::vector<FixLine> fix_lines(const Diagnostics& diagnostics, const Fix& fix) {
  std::vector<FixLine> lines;
  for (Stretch& stretch : stretches_of(diagnostics, fix.edits)) {
    const SourceFile& file = file_of(diagnostics, {0, 0, stretch.file});
    const std::uint32_t begin = file.line_begin(stretch.first);
    const std::string_view last = file.line(stretch.last);
    const auto end = static_cast<std::uint32_t>(file.line_begin(stretch.last) + last.size());
    const std::string_view old = file.slice({begin, end, stretch.file});
    for (Edit& edit : stretch.edits) {
      edit.span.begin -= begin;
      edit.span.end -= begin;
    }
    const std::optional<std::string> changed = apply_edits(old, stretch.edits);
    if (!changed) {
      return {};
    }
    const std::size_t before = lines.size();
    add_lines(lines, *changed, true);
    if (lines.size() == before) {
      add_lines(lines, old, false);
    }
  }
  return lines;
}

}  // namespace fairmon::diag
