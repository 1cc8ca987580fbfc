#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace fairmon::syntax {

/// All units, durations first, each in the order of growth.
[[nodiscard]] std::span<const std::string_view> units();
[[nodiscard]] bool is_unit(std::string_view text);
/// The unit that somebody who wrote `text` had in mind.
[[nodiscard]] std::optional<std::string_view> nearest_unit(std::string_view text);

}  // namespace fairmon::syntax
