#pragma once

#include <cstddef>
#include <string_view>

namespace fairmon::support {

/// Columns that a code point takes in a terminal: 0 for marks and controls, 2 for wide ones,
/// else 1.
[[nodiscard]] std::size_t display_width(char32_t code_point);
/// The same for a whole text without tabs and line breaks; malformed bytes take one column each.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace fairmon::support
