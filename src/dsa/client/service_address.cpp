#include "dsa/client/service_address.hpp"

#include <algorithm>

#include "support/limits.hpp"
#include "support/number.hpp"
#include "support/printable.hpp"
#include "support/text.hpp"

namespace fairmon::dsa {

namespace {

bool is_plain(char c) {
  return support::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("-._~:/[]%").find(c) != std::string_view::npos;
}

/// `127.0.0.1` and its neighbours, written with four numbers.
bool is_loopback_number(std::string_view host) {
  int parts = 0;
  bool first_is_127 = false;
  while (true) {
    const auto dot = host.find('.');
    const auto part = support::parse_number<std::uint8_t>(host.substr(0, dot));
    if (!part) {
      return false;
    }
    first_is_127 = parts == 0 ? *part == 127 : first_is_127;
    ++parts;
    if (dot == std::string_view::npos) {
      return parts == 4 && first_is_127;
    }
    host.remove_prefix(dot + 1);
  }
}

/// Host and port apart; an IPv6 address keeps its brackets.
std::string_view host_of(std::string_view authority, std::string_view& port) {
  const auto bracket = authority.rfind(']');
  const auto colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  port = colon == std::string_view::npos ? std::string_view() : authority.substr(colon);
  return authority.substr(0, colon);
}

}  // namespace

Result<ServiceAddress> parse_service_address(std::string_view text, bool plain_http) {
  const auto refuse = [&](const std::string& why) {
    return Error(ErrorCode::Usage,
                 "`" + support::printable(text) + "` is no address of a service: " + why);
  };
  const bool encrypted = text.starts_with("https://");
  if (!encrypted && !text.starts_with("http://")) {
    return refuse("it begins with https://, or with http:// for a program on this machine");
  }
  if (!std::all_of(text.begin(), text.end(), is_plain)) {
    return refuse("it holds a character that belongs into no such address");
  }
  std::string_view authority = text.substr(text.find("//") + 2);
  authority = authority.substr(0, authority.find('/'));
  std::string_view port;
  const std::string_view host = host_of(authority, port);
  if (host.empty() || (!port.empty() && !support::parse_number<std::uint16_t>(port.substr(1)))) {
    return refuse("it names no host, or no port behind the colon");
  }
  ServiceAddress address;
  address.loopback = support::equal_ignoring_case(host, "localhost") || host == "[::1]" ||
                     is_loopback_number(host);
  if (!encrypted && !address.loopback && !plain_http) {
    return refuse(
        "the token would travel unprotected; use https:// (http:// only works for "
        "127.0.0.1 and localhost)");
  }
  while (text.ends_with('/')) {
    text.remove_suffix(1);
  }
  address.url = text;
  return address;
}

Result<void> check_token(std::string_view token) {
  const bool visible =
      std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (token.empty() || token.size() > limits::kTokenFile || !visible) {
    return Error(ErrorCode::Usage,
                 "this is no token: a token is one line of letters, digits and signs (number, `|`, "
                 "text)");
  }
  return {};
}

}  // namespace fairmon::dsa
