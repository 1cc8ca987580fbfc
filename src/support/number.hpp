#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace fairmon::support {

/// The number a text stands for as a whole, or nothing: no blanks around it, nothing behind it, no
/// value that does not fit, neither `nan` nor `inf`. The one way to read numbers that come from
/// outside; what the standard library's sto… family does not like it throws.
template <typename Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* last = text.data() + text.size();
  const auto [end, failed] = std::from_chars(text.data(), last, value);
  if (text.empty() || failed != std::errc() || end != last) {
    return std::nullopt;
  }
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(value)) {
      return std::nullopt;
    }
  }
  return value;
}

}  // namespace fairmon::support
