#include "server/http/security.hpp"

#include <algorithm>
#include <random>

#include "server/http/router.hpp"

namespace fairmon::server {

namespace {

constexpr std::string_view kUploads = "/api/v1/uploads";

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  return out;
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

Result<std::optional<Caller>, Response> Gate::identify(const Request& request) const {
  const bool shown =
      !token.empty() &&
      (equal_in_constant_time(cookie_value(request.header("cookie"), cookie_name()), token) ||
       equal_in_constant_time(bearer_of(request), token));
  if (shown || (token.empty() && !access)) {
    return std::optional(Caller{"owner", Role::Editor});
  }
  return access ? access->identify(request, cookie_name(), {}) : std::optional<Caller>();
}

namespace {

/// 401 or 403, or nothing and the request knows who asks.
std::optional<Response> refuse_caller(const Gate& gate, Request& request) {
  if (!request.caller) {
    auto caller = gate.identify(request);
    if (!caller) {
      return std::move(caller).error();
    }
    request.caller = std::move(*caller);
  }
  const Permission needs = is_api(request.path) ? permission_of(request) : Permission::Public;
  if (needs == Permission::Public) {
    return std::nullopt;
  }
  if (!request.caller) {
    return gate.access ? ask_for_token("no-token",
                                       "log in at /login, or send `Authorization: Bearer TOKEN`")
                       : error_response(401, "no-token",
                                        "open the address printed by `fairmon serve`, which "
                                        "carries the token");
  }
  if (!may(request.caller->role, needs)) {
    return ask_for_role(*request.caller, needs);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Response> refuse(const Gate& gate, Request& request, bool is_websocket) {
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
  return refuse_caller(gate, request);
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
