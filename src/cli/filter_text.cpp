#include "cli/filter_text.hpp"

#include <algorithm>

namespace fairmon::cli {

void SharedSentences::add(const std::string& stream, const std::string& sentence) {
  const auto known = std::find_if(lines_.begin(), lines_.end(),
                                  [&](const Line& line) { return line.sentence == sentence; });
  if (known == lines_.end()) {
    lines_.push_back({sentence, stream, false});
    return;
  }
  known->streams += ", " + stream;
  known->several = true;
}

std::string SharedSentences::lines(std::string_view after_one,
                                   std::string_view after_several) const {
  std::string out;
  for (const Line& line : lines_) {
    out += "  " + line.streams;
    out.append(line.several ? after_several : after_one).append(line.sentence).append("\n");
  }
  return out;
}

std::string blockers_text(const DerivedFilter& filter) {
  SharedSentences sentences;
  for (const FilterBlocker& blocker : filter.blockers) {
    sentences.add(blocker.stream, blocker.reason);
  }
  std::string out = sentences.lines(" ", ": each ");
  if (!out.empty() && filter.without_blockers.kind != FilterKind::True) {
    out += "without these, it would be: " + filter.without_blockers.to_string() + "\n";
  }
  return out;
}

}  // namespace fairmon::cli
