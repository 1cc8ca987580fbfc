#include "dsa/dump/sha1.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

namespace fairmon::dsa {

namespace {

std::uint32_t big_endian(const unsigned char* bytes) {
  return (std::uint32_t{bytes[0]} << 24U) | (std::uint32_t{bytes[1]} << 16U) |
         (std::uint32_t{bytes[2]} << 8U) | std::uint32_t{bytes[3]};
}

/// One of the four functions that mix, with its constant.
template <unsigned kRound>
std::uint32_t mixed(std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if constexpr (kRound == 0) {
    return (d ^ (b & (c ^ d))) + 0x5A827999U;
  } else if constexpr (kRound == 1) {
    return (b ^ c ^ d) + 0x6ED9EBA1U;
  } else if constexpr (kRound == 2) {
    return ((b & c) | (d & (b | c))) + 0x8F1BBCDCU;
  } else {
    return (b ^ c ^ d) + 0xCA62C1D6U;
  }
}

template <unsigned kRound>
void twenty_steps(std::array<std::uint32_t, 5>& s, const std::array<std::uint32_t, 80>& words) {
  for (std::size_t i = 20 * kRound; i < 20 * (kRound + 1); ++i) {
    const std::uint32_t next =
        std::rotl(s[0], 5) + mixed<kRound>(s[1], s[2], s[3]) + s[4] + words[i];
    s = {next, s[0], std::rotl(s[1], 30), s[2], s[3]};
  }
}

}  // namespace

void Sha1::block(const unsigned char* data) {
  std::array<std::uint32_t, 80> words;
  for (std::size_t i = 0; i < 16; ++i) {
    words[i] = big_endian(data + 4 * i);
  }
  for (std::size_t i = 16; i < 80; ++i) {
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  }
  std::array<std::uint32_t, 5> s = state_;
  twenty_steps<0>(s, words);
  twenty_steps<1>(s, words);
  twenty_steps<2>(s, words);
  twenty_steps<3>(s, words);
  for (std::size_t i = 0; i < s.size(); ++i) {
    state_[i] += s[i];
  }
}

void Sha1::add(const char* data, std::size_t size) {
  size_ += size;
  const auto* bytes = reinterpret_cast<const unsigned char*>(data);
  if (num_rest_ > 0) {
    const std::size_t taken = std::min(size, kBlock - num_rest_);
    std::memcpy(rest_.data() + num_rest_, bytes, taken);
    num_rest_ += taken;
    bytes += taken;
    size -= taken;
    if (num_rest_ < kBlock) {
      return;
    }
    block(rest_.data());
    num_rest_ = 0;
  }
  for (; size >= kBlock; size -= kBlock, bytes += kBlock) {
    block(bytes);
  }
  if (size > 0) {
    std::memcpy(rest_.data(), bytes, size);
  }
  num_rest_ = size;
}

std::string Sha1::digest() {
  const std::uint64_t bits = 8 * size_;
  std::string padding(1, '\x80');
  padding.append((kBlock + 56 - (num_rest_ + 1) % kBlock) % kBlock, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) {
    padding += static_cast<char>((bits >> static_cast<unsigned>(shift)) & 0xFFU);
  }
  add(padding.data(), padding.size());
  std::string text;
  for (const std::uint32_t word : state_) {
    std::array<char, 9> digits;
    std::snprintf(digits.data(), digits.size(), "%08x", word);
    text += digits.data();
  }
  return text;
}

}  // namespace fairmon::dsa
