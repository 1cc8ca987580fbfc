#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/access/network.hpp"
#include "server/access/role.hpp"
#include "server/tls/tls.hpp"

namespace fairmon::server {

/// What is kept of a token: nobody who reads it can use it.
struct TokenDigest {
  std::string sha256;                 ///< hexadecimal
  std::optional<std::int64_t> until;  ///< nanoseconds since 1970; nothing: for ever
  friend bool operator==(const TokenDigest&, const TokenDigest&) = default;
};

/// Reads `sha256:…`, or `sha256:… until 2027-01-31`.
[[nodiscard]] std::optional<TokenDigest> parse_token_digest(std::string_view text);

struct User {
  std::string name;
  Role role = Role::Viewer;
  std::vector<TokenDigest> tokens = {};
  std::vector<std::string> monitors = {};  ///< to which a pusher may push; empty: all
};

/// A proxy that has asked for the name before it passes a request on.
struct ProxyConfig {
  std::string header;              ///< in lower case
  std::vector<Network> addresses;  ///< of the proxy; from elsewhere the header means nothing
  std::optional<Role> role;        ///< of users who are not listed; nothing: they may not come in
};

struct AccessConfig {
  std::vector<User> users;
  std::optional<ProxyConfig> proxy;
  std::vector<std::string> host_names;
  std::filesystem::path audit;  ///< empty: at its usual place
  TlsFiles tls;

  /// Whether it says who may come in.
  [[nodiscard]] bool names_anybody() const { return !users.empty() || proxy.has_value(); }
};

}  // namespace fairmon::server
