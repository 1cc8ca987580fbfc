#pragma once

#include <fairmon/filter.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fairmon::cli {

/// Streams and what is said of each, as lines; streams of which the same is said share one.
class SharedSentences {
 public:
  void add(const std::string& stream, const std::string& sentence);
  /// What stands between a stream, or several, and the sentence is up to the caller.
  [[nodiscard]] std::string lines(std::string_view after_one, std::string_view after_several) const;

 private:
  struct Line {
    std::string sentence;
    std::string streams;
    bool several = false;
  };
  std::vector<Line> lines_;
};

/// Streams that need every event, those with the same reason in one line; and what it would be
/// without them. Empty if there are none.
[[nodiscard]] std::string blockers_text(const DerivedFilter& filter);

}  // namespace fairmon::cli
