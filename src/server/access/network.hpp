#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace fairmon::server {

/// `10.1.0.0/16`, `fd00::/8`, or one address. An IPv4 address is one of IPv6 that begins in the way
/// agreed on, so that there is one kind of comparison.
class Network {
 public:
  [[nodiscard]] static std::optional<Network> parse(std::string_view text);
  [[nodiscard]] bool contains(std::string_view address) const;

 private:
  std::array<unsigned char, 16> bytes_{};
  unsigned num_bits_ = 128;
};

/// Whom the failures of an address are counted for: an IPv4 address itself, of an IPv6 one the half
/// that a provider hands out.
[[nodiscard]] std::string neighbourhood(const std::string& address);

[[nodiscard]] bool is_loopback(std::string_view address);

}  // namespace fairmon::server
