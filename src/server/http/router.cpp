#include "server/http/router.hpp"

#include <nlohmann/json.hpp>

#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "server/app_state.hpp"
#include "server/http/security.hpp"

namespace fairmon::server {

namespace {

std::string_view next_part(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(std::min(path.size(), part.size() + 1));
  return part;
}

Response call(const Route& route, const Request& request, AppState& state) {
  try {
    return route.handle(request, state);
  } catch (const nlohmann::json::exception& error) {
    return error_response(400, "bad-json", "the request could not be read", error.what());
  } catch (const std::bad_alloc&) {
    return error_response(503, "memory", "there is not enough memory for an answer");
  } catch (const std::exception&) {
    // The text may name internals; the page gets an identity to quote instead.
    return error_response(500, "internal",
                          "FairMon made a mistake while answering; the run is not affected",
                          random_token().substr(0, 12));
  }
}

/// Nothing is changed that cannot be written down.
Response change(const Route& route, const Request& request, AppState& state) {
  if (!state.gate.access) {
    return call(route, request, state);
  }
  const std::string what = request.method + " " + request.path;
  if (auto refused = state.gate.access->note(request, what)) {
    std::error_code ignored;
    if (!request.body_file.empty()) {
      std::filesystem::remove(request.body_file, ignored);
    }
    return *std::move(refused);
  }
  Response response = call(route, request, state);
  if (response.status >= 400) {
    // It did not happen after all; that this line may be missing does no harm.
    [[maybe_unused]] const auto untold = state.gate.access->note(request, what, response.status);
  }
  return response;
}

}  // namespace

bool match_path(std::string_view pattern, std::string_view path,
                std::vector<std::string>& arguments) {
  arguments.clear();
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = next_part(pattern);
    const std::string_view part = next_part(path);
    if (wanted == "{}") {
      if (part.empty()) {
        return false;
      }
      arguments.emplace_back(part);
    } else if (wanted != part) {
      return false;
    }
  }
  return pattern.empty() && path.empty();
}

Permission permission_of(const Request& request) {
  std::vector<std::string> arguments;
  for (const RouteGroup* group : route_groups()) {
    for (const Route& route : group->routes) {
      if (route.method == request.method && match_path(route.pattern, request.path, arguments)) {
        return route.needs;
      }
    }
  }
  return Permission::Read;
}

Response dispatch(Request& request, AppState& state) {
  bool known_path = false;
  for (const RouteGroup* group : route_groups()) {
    for (const Route& route : group->routes) {
      if (!match_path(route.pattern, request.path, request.arguments)) {
        continue;
      }
      known_path = true;
      if (route.method == request.method) {
        return route.needs == Permission::Change ? change(route, request, state)
                                                 : call(route, request, state);
      }
    }
  }
  if (known_path) {
    return error_response(405, "wrong-method", "this address does not know " + request.method);
  }
  return error_response(404, "not-found", "there is nothing at " + request.path);
}

}  // namespace fairmon::server
