#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fairmon::diag {

/// The candidate that somebody who typed `word` most likely meant: few letters changed, dropped,
/// added or swapped, or only upper and lower case differ. Nothing if none is near.
[[nodiscard]] std::optional<std::string> suggest(std::string_view word,
                                                 std::span<const std::string> candidates);

/// Number of such changes between two words, at most `limit` + 1.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace fairmon::diag
