#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace fairmon::support {

/// A digest of bytes that come piece by piece, which can be asked at any point: the same bytes have
/// the same digest, however they were cut. Four lanes of eight bytes, so that it keeps up with a
/// disk. Guards against other data, not against people who mean to deceive.
class RollingDigest {
 public:
  void update(std::string_view bytes) noexcept {
    length_ += bytes.size();
    if (pending_ > 0) {
      const std::size_t taken = std::min(bytes.size(), kBlock - pending_);
      std::memcpy(rest_.data() + pending_, bytes.data(), taken);
      pending_ += taken;
      bytes.remove_prefix(taken);
      if (pending_ < kBlock) {
        return;
      }
      absorb(rest_.data());
      pending_ = 0;
    }
    while (bytes.size() >= kBlock) {
      absorb(bytes.data());
      bytes.remove_prefix(kBlock);
    }
    if (!bytes.empty()) {
      std::memcpy(rest_.data(), bytes.data(), bytes.size());
    }
    pending_ = bytes.size();
  }

  [[nodiscard]] std::uint64_t value() const noexcept {
    RollingDigest whole = *this;
    std::memset(whole.rest_.data() + pending_, 0, kBlock - pending_);
    whole.absorb(whole.rest_.data());
    std::uint64_t mixed = length_ * kOdd;
    for (const std::uint64_t lane : whole.lanes_) {
      mixed = (std::rotl(mixed, 27) ^ lane) * kOdd;
      mixed ^= mixed >> 29U;
    }
    return mixed;
  }

  [[nodiscard]] std::uint64_t length() const noexcept { return length_; }

 private:
  static constexpr std::size_t kBlock = 32;
  static constexpr std::uint64_t kOdd = 0x9e37'79b1'85eb'ca87U;

  void absorb(const char* block) noexcept {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, block + 8 * lane, sizeof word);
      lanes_[lane] = std::rotl(lanes_[lane] + word * 0xc2b2'ae3d'27d4'eb4fU, 31) * kOdd;
    }
  }

  std::array<std::uint64_t, 4> lanes_ = {1, 2, 3, 4};
  std::array<char, kBlock> rest_{};
  std::size_t pending_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace fairmon::support
