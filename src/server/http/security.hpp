#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/access/access.hpp"
#include "server/http/message.hpp"

namespace fairmon::server {

/// Who may talk to the server.
struct Gate {
  std::uint16_t port = 0;
  std::string token;  ///< of this start; empty: none needed (loopback only), or users have theirs
  std::shared_ptr<Access> access;  ///< nothing: there are no users, whoever has the token is one
  bool loopback = true;
  /// Names besides the loopback ones under which the server may be addressed, with its own port or
  /// any: a proxy before it has another one.
  std::vector<std::string> host_names;

  [[nodiscard]] std::string cookie_name() const;
  /// `arrived_at` is the address of this machine that the connection goes to. A page of somebody
  /// else can make a name of his lead here, but not a number.
  [[nodiscard]] bool host_is_ours(std::string_view host, std::string_view arrived_at = {}) const;
  [[nodiscard]] bool origin_is_ours(std::string_view origin,
                                    std::string_view arrived_at = {}) const;
  /// Who asks; nothing if nobody is named, an answer if somebody is who may not come in.
  [[nodiscard]] Result<std::optional<Caller>, Response> identify(const Request& request) const;
};

/// Refuses a request that is not meant for this server (421), comes from another page (403), brings
/// the wrong kind of body (415), no token (401) or that of somebody with another role (403).
/// Nothing if it may pass; then the request knows who asks.
[[nodiscard]] std::optional<Response> refuse(const Gate& gate, Request& request, bool is_websocket);

/// Headers every answer carries.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& safety_headers();

/// 256 random bits in hexadecimal, from the operating system.
[[nodiscard]] std::string random_token();

/// Compares without telling by its duration where two texts differ.
[[nodiscard]] bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept;

}  // namespace fairmon::server
