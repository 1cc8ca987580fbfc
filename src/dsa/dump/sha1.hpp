#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace fairmon::dsa {

/// SHA-1 over pieces of data, as the checksums of dumps use it. Guards against damage, not against
/// people.
class Sha1 {
 public:
  void add(const char* data, std::size_t size);
  /// Forty hexadecimal digits; nothing can be added afterwards.
  [[nodiscard]] std::string digest();

 private:
  static constexpr std::size_t kBlock = 64;
  void block(const unsigned char* data);

  std::array<std::uint32_t, 5> state_ = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476,
                                         0xC3D2E1F0};
  std::array<unsigned char, kBlock> rest_{};
  std::size_t num_rest_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace fairmon::dsa
