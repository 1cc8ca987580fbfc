#include <fairmon/diagnostic.hpp>

#include <algorithm>

namespace fairmon {

std::optional<std::string> apply_edits(std::string_view text, std::span<const Edit> edits) {
  std::vector<const Edit*> ordered;
  ordered.reserve(edits.size());
  for (const Edit& edit : edits) {
    ordered.push_back(&edit);
  }
  // Insertions at one place keep the order in which they were given.
  std::stable_sort(ordered.begin(), ordered.end(), [](const Edit* a, const Edit* b) {
    return a->span.begin != b->span.begin ? a->span.begin < b->span.begin
                                          : a->span.end < b->span.end;
  });
  std::string result;
  std::size_t done = 0;
  for (const Edit* edit : ordered) {
    const Span span = edit->span;
    if (span.begin < done || span.end < span.begin || span.end > text.size()) {
      return std::nullopt;
    }
    result.append(text.substr(done, span.begin - done)).append(edit->replacement);
    done = span.end;
  }
  return result.append(text.substr(done));
}

}  // namespace fairmon
