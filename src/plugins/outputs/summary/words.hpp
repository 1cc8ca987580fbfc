#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fairmon::plugins::summary {

/// 12345678 as 12,345,678.
inline std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

inline std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return grouped(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace fairmon::plugins::summary
