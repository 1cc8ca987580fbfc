#include "server/http/router.hpp"

#include <nlohmann/json.hpp>

#include <exception>
#include <new>

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

Response dispatch(Request& request, AppState& state) {
  bool known_path = false;
  for (const RouteGroup* group : route_groups()) {
    for (const Route& route : group->routes) {
      if (!match_path(route.pattern, request.path, request.arguments)) {
        continue;
      }
      known_path = true;
      if (route.method == request.method) {
        return call(route, request, state);
      }
    }
  }
  if (known_path) {
    return error_response(405, "wrong-method", "this address does not know " + request.method);
  }
  return error_response(404, "not-found", "there is nothing at " + request.path);
}

}  // namespace fairmon::server
