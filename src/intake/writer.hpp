#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "intake/draft.hpp"

namespace fairmon::intake {

/// Puts lines one below the other, and remembers what was said about them.
class Writer {
 public:
  void add(const std::string& text, std::string words = {}) {
    const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    if (!words.empty()) {
      draft_.notes.push_back({line_, count, std::move(words)});
    }
    draft_.text += text;
    line_ += count;
  }
  [[nodiscard]] Draft take() { return std::move(draft_); }

 private:
  Draft draft_;
  std::size_t line_ = 1;
};

}  // namespace fairmon::intake
