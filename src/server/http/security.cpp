#include "server/http/security.hpp"

#include <algorithm>
#include <random>

namespace fairmon::server {

namespace {

constexpr std::string_view kSession = "/api/v1/session";
constexpr std::string_view kUploads = "/api/v1/uploads";

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  return out;
}

/// The value of one cookie of a `Cookie` header.
std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(header.size(), pair.size() + 1));
    while (!pair.empty() && pair.front() == ' ') {
      pair.remove_prefix(1);
    }
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
      return pair.substr(name.size() + 1);
    }
  }
  return {};
}

bool is_api(std::string_view path) { return path.starts_with("/api/"); }

/// A POST or DELETE from another origin with a simple content type would pass without preflight;
/// asking for JSON makes the browser ask first.
bool needs_json(const Request& request) {
  return request.method == "POST" && request.path != kUploads && !request.body.empty();
}

}  // namespace

std::string Gate::cookie_name() const { return "fairmon_" + std::to_string(port); }

bool Gate::host_is_ours(std::string_view host, std::string_view arrived_at) const {
  const std::string wanted = lower(host);
  const std::string suffix = ":" + std::to_string(port);
  const auto own = [&](std::string_view name) {
    return wanted == lower(name) + suffix || (port == 80 && wanted == lower(name));
  };
  const auto is_own_name = [&](const std::string& name) {
    const std::string known = lower(name);
    return wanted == known || wanted.starts_with(known + ":");
  };
  return own("127.0.0.1") || own("localhost") || own("[::1]") ||
         (!arrived_at.empty() && own(arrived_at)) ||
         std::any_of(host_names.begin(), host_names.end(), is_own_name);
}

bool Gate::origin_is_ours(std::string_view origin, std::string_view arrived_at) const {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) {
      return host_is_ours(origin.substr(scheme.size()), arrived_at);
    }
  }
  return false;
}

bool Gate::has_token(const Request& request) const {
  if (token.empty()) {
    return true;
  }
  if (equal_in_constant_time(cookie_value(request.header("cookie"), cookie_name()), token)) {
    return true;
  }
  constexpr std::string_view kBearer = "Bearer ";
  const std::string authorization = request.header("authorization");
  return authorization.starts_with(kBearer) &&
         equal_in_constant_time(std::string_view(authorization).substr(kBearer.size()), token);
}

std::optional<Response> refuse(const Gate& gate, const Request& request, bool is_websocket) {
  if (!gate.host_is_ours(request.header("host"), request.arrived_at)) {
    return error_response(421, "wrong-host",
                          "this server does not answer for that host name; start it with "
                          "--host-name NAME if it is one of its own");
  }
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const std::string origin = request.header("origin");
  // Programs send no Origin; a browser always does where it matters.
  const bool foreign = !origin.empty() && !gate.origin_is_ours(origin, request.arrived_at);
  if ((is_websocket && (origin.empty() || foreign)) || (!reads && foreign)) {
    return error_response(403, "foreign-origin", "requests of other pages are not accepted");
  }
  if (needs_json(request) && !request.header("content-type").starts_with("application/json")) {
    return error_response(415, "not-json", "the body must be application/json");
  }
  if (is_api(request.path) && request.path != kSession && !gate.has_token(request)) {
    return error_response(401, "no-token",
                          "open the address printed by `fairmon serve`, which carries the token");
  }
  return std::nullopt;
}

const std::vector<std::pair<std::string, std::string>>& safety_headers() {
  static const std::vector<std::pair<std::string, std::string>> kHeaders = {
      {"Content-Security-Policy",
       "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
       "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  return kHeaders;
}

std::string random_token() {
  std::random_device device;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string token;
  while (token.size() < 64) {
    unsigned bits = device();
    for (int i = 0; i < 8; ++i, bits >>= 4) {
      token += kDigits[bits & 15U];
    }
  }
  return token;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) {
    return false;
  }
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace fairmon::server
