#include "watch/service/door.hpp"

#include <algorithm>
#include <utility>

#include "server/access/login.hpp"
#include "server/http/router.hpp"

namespace fairmon::watch {

using server::AccessConfig;
using server::Caller;
using server::Permission;
using server::Request;
using server::Response;
using server::Role;

namespace {

constexpr Endpoint kEndpoints[] = {
    {"GET", "/healthz", Permission::Public},   {"GET", "/readyz", Permission::Public},
    {"GET", "/v1/monitors", Permission::Read}, {"GET", "/v1/overview", Permission::Read},
    {"GET", "/metrics", Permission::Read},     {"POST", "/v1/monitors/{}/events", Permission::Push},
};

/// Tokens of the service and of monitors are users without a name of their own.
AccessConfig everybody(const ServiceConfig& config) {
  AccessConfig access = config.access;
  if (!config.tokens.empty()) {
    access.users.push_back({"token of the service", Role::Viewer, config.tokens, {}});
  }
  for (const MonitorConfig& monitor : config.monitors) {
    if (!monitor.tokens.empty()) {
      access.users.push_back(
          {"token of the monitor " + monitor.name, Role::Pusher, monitor.tokens, {monitor.name}});
    }
  }
  return access;
}

std::filesystem::path audit_file(const ServiceConfig& config) {
  return config.access.audit.empty() ? config.state / "audit.jsonl" : config.access.audit;
}

/// A page may only send to the address it came from.
bool is_foreign(const Request& request) {
  const std::string origin = request.header("origin");
  const std::size_t scheme = origin.find("://");
  return !origin.empty() &&
         (scheme == std::string::npos || origin.substr(scheme + 3) != request.header("host"));
}

}  // namespace

std::span<const Endpoint> endpoints() { return kEndpoints; }

Permission endpoint_permission(const Request& request) {
  const std::string method = request.method == "HEAD" ? "GET" : request.method;
  std::vector<std::string> arguments;
  for (const Endpoint& one : kEndpoints) {
    if (one.method == method && server::match_path(one.pattern, request.path, arguments)) {
      return one.needs;
    }
  }
  return Permission::Read;
}

bool names_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1";
}

Door::Door(const ServiceConfig& config, std::uint16_t port)
    : cookie_name_("fairmon_" + std::to_string(port)),
      access_(std::make_unique<server::Access>(
          everybody(config), std::make_unique<server::AuditLog>(audit_file(config)))) {
  loopback_ = names_loopback(config.address);
  replace(config);
}

void Door::replace(const ServiceConfig& config) {
  access_->replace(everybody(config));
  named_ = config.access.names_anybody();
  readable_ = config.tokens.empty();
  host_names_ = config.access.host_names;
}

/// A page of somebody else can make a name of its own lead here, but not these.
bool Door::is_own_host(std::string_view host) const {
  const std::string_view name =
      host.starts_with('[') ? host.substr(0, host.find(']') + 1) : host.substr(0, host.find(':'));
  return host.empty() || name == "localhost" || name == "[::1]" || name.starts_with("127.") ||
         std::find(host_names_.begin(), host_names_.end(), name) != host_names_.end();
}

bool Door::is_open(const Request& request, Permission needs, const MonitorConfig* monitor) const {
  const bool asks_nothing =
      needs == Permission::Push ? monitor != nullptr && monitor->tokens.empty() : readable_;
  return loopback_ && !named_ && asks_nothing && request.header("origin").empty();
}

Result<Caller, Response> Door::admit(const Request& request, Permission needs,
                                     const MonitorConfig* monitor) {
  if (needs == Permission::Public) {
    return Caller{"anybody", Role::Viewer};
  }
  if (is_open(request, needs, monitor)) {
    if (!is_own_host(request.header("host"))) {
      return server::error_response(421, "wrong-host",
                                    "this service does not answer for that host name; list it in "
                                    "`host_names` below [access] if it is one of its own");
    }
    return Caller{"anybody", needs == Permission::Push ? Role::Pusher : Role::Viewer};
  }
  auto caller =
      access_->identify(request, cookie_name_, {needs, monitor == nullptr ? "" : monitor->name});
  if (!caller) {
    return std::move(caller).error();
  }
  if (!*caller) {
    return server::ask_for_token(
        "no-token", needs == Permission::Push
                        ? "send `Authorization: Bearer TOKEN` with a token of this monitor"
                        : "log in at /login, or send `Authorization: Bearer TOKEN` with a token "
                          "of the service");
  }
  if (!server::may((*caller)->role, needs)) {
    return server::ask_for_role(**caller, needs);
  }
  const auto& only = (*caller)->monitors;
  if (needs == Permission::Push && !only.empty() &&
      (monitor == nullptr || std::find(only.begin(), only.end(), monitor->name) == only.end())) {
    return server::error_response(403, "wrong-monitor",
                                  (*caller)->name + " may not push to this monitor");
  }
  const bool by_page = server::bearer_of(request).empty() && request.method != "GET";
  if (by_page && is_foreign(request)) {
    return server::error_response(403, "foreign-origin",
                                  "requests of other pages are not accepted");
  }
  return **caller;
}

Response Door::log_in(const Request& request) {
  if (request.method == "POST" && is_foreign(request)) {
    return server::error_response(403, "foreign-origin",
                                  "requests of other pages are not accepted");
  }
  if (request.method == "POST" && request.path == "/login" &&
      !request.header("content-type").starts_with("application/json")) {
    return server::error_response(415, "not-json", "the body must be application/json");
  }
  return server::answer_login(request, *access_, cookie_name_);
}

}  // namespace fairmon::watch
