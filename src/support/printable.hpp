#pragma once

#include <string>
#include <string_view>

namespace fairmon::support {

/// True for characters that command a terminal instead of being shown: the C0 and C1 controls,
/// `DEL`, and those that change the direction of writing.
[[nodiscard]] constexpr bool commands_terminal(char32_t c) noexcept {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

/// The text as it can be shown: what would command the terminal, but for line ends and tabs, and
/// bytes that are no text become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace fairmon::support
