#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fairmon::support {

/// The candidate most like the word, if any is like enough to be what was meant: few letters
/// changed, dropped, added or swapped. Upper and lower case count as the same letter.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word,
                                                 std::span<const std::string> candidates);

}  // namespace fairmon::support
