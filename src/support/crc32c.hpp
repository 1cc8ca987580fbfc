#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fairmon::support {

/// CRC-32C (Castagnoli), as in RFC 3720: tells truncated and damaged bytes, not forged ones.
[[nodiscard]] inline std::uint32_t crc32c(std::string_view bytes) {
  static constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) {
        value = (value & 1U) != 0 ? (value >> 1U) ^ 0x82f63b78U : value >> 1U;
      }
      table[i] = value;
    }
    return table;
  }();
  std::uint32_t state = 0xffff'ffffU;
  for (const char c : bytes) {
    state = (state >> 8U) ^ kTable[(state ^ static_cast<unsigned char>(c)) & 0xffU];
  }
  return ~state;
}

}  // namespace fairmon::support
