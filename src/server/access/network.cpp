#include "server/access/network.hpp"

#include <arpa/inet.h>

#include <algorithm>

#include "support/number.hpp"

namespace fairmon::server {

namespace {

using Bytes = std::array<unsigned char, 16>;

constexpr unsigned kBitsBeforeV4 = 96;

std::optional<Bytes> bytes_of(const std::string& address) {
  Bytes bytes{};
  if (::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1) {
    return bytes;
  }
  if (::inet_pton(AF_INET, address.c_str(), bytes.data() + 12) == 1) {
    bytes[10] = bytes[11] = 0xff;
    return bytes;
  }
  return std::nullopt;
}

bool same_beginning(const Bytes& a, const Bytes& b, unsigned num_bits) {
  const unsigned whole = num_bits / 8;
  const unsigned rest = num_bits % 8;
  if (!std::equal(a.begin(), a.begin() + whole, b.begin())) {
    return false;
  }
  const unsigned mask = 0xffU << (8 - rest) & 0xffU;
  return rest == 0 || ((a[whole] ^ b[whole]) & mask) == 0;
}

}  // namespace

std::optional<Network> Network::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string address(text.substr(0, slash));
  const auto bytes = bytes_of(address);
  if (!bytes) {
    return std::nullopt;
  }
  Network network;
  network.bytes_ = *bytes;
  if (slash != std::string_view::npos) {
    const unsigned before = address.find(':') == std::string::npos ? kBitsBeforeV4 : 0;
    const auto bits = support::parse_number<unsigned>(text.substr(slash + 1));
    if (!bits || *bits > 128 - before) {
      return std::nullopt;
    }
    network.num_bits_ = *bits + before;
  }
  return network;
}

bool Network::contains(std::string_view address) const {
  const auto bytes = bytes_of(std::string(address));
  return bytes && same_beginning(bytes_, *bytes, num_bits_);
}

std::string neighbourhood(const std::string& address) {
  const auto bytes = bytes_of(address);
  if (!bytes || address.find(':') == std::string::npos) {
    return address;
  }
  return {reinterpret_cast<const char*>(bytes->data()), 8};
}

bool is_loopback(std::string_view address) {
  static const auto kFour = Network::parse("127.0.0.0/8");
  static const auto kSix = Network::parse("::1");
  return kFour->contains(address) || kSix->contains(address);
}

}  // namespace fairmon::server
