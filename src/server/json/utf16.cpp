#include <algorithm>

#include "server/json/spec_json.hpp"

namespace fairmon::server {

Utf16Map::Utf16Map(std::string_view text) {
  units_.reserve(text.size() + 1);
  std::uint32_t units = 0;
  for (const char c : text) {
    units_.push_back(units);
    const auto byte = static_cast<unsigned char>(c);
    // The first byte of a character decides; four-byte characters take a surrogate pair.
    if ((byte & 0xC0U) != 0x80U) {
      units += byte >= 0xF0U ? 2 : 1;
    }
  }
  units_.push_back(units);
}

std::uint32_t Utf16Map::to_utf16(std::uint32_t byte) const noexcept {
  return units_[std::min<std::size_t>(byte, units_.size() - 1)];
}

std::uint32_t Utf16Map::to_byte(std::uint32_t unit) const noexcept {
  const auto found = std::lower_bound(units_.begin(), units_.end(), unit);
  return static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(
      found - units_.begin(), static_cast<std::ptrdiff_t>(units_.size()) - 1));
}

}  // namespace fairmon::server
