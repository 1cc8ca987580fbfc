#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>

namespace fairmon::dsa {

/// Where requests with a token may go: `https`, or a program on this machine.
struct ServiceAddress {
  std::string url;  ///< without a slash at its end
  bool loopback = false;
};

/// Only letters that every reader of addresses understands alike are taken, so that nobody else's
/// host can look like ours.
/// `plain_http`: nothing secret travels, so other machines may be reached by http, too.
[[nodiscard]] Result<ServiceAddress> parse_service_address(std::string_view text,
                                                           bool plain_http = false);

/// A token is one line of visible ASCII characters: anything else could add headers of its own. The
/// error does not repeat it.
[[nodiscard]] Result<void> check_token(std::string_view token);

}  // namespace fairmon::dsa
