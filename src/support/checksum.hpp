#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fairmon::support {

/// Eight bytes per step; only guards against truncation and bit rot, not against malice.
[[nodiscard]] inline std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0x9e37'79b9'7f4a'7c15ULL ^ bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t count = bytes.size() < 8 ? bytes.size() : 8;
    std::memcpy(&word, bytes.data(), count);
    sum = std::rotl((sum ^ word) * 0xff51'afd7'ed55'8ccdULL, 31);
    bytes.remove_prefix(count);
  }
  return sum ^ (sum >> 33);
}

}  // namespace fairmon::support
