#pragma once

#include <span>
#include <string_view>

#include "server/http/message.hpp"

namespace fairmon::server {

struct AppState;

/// One answer the server can give. `{}` in the pattern stands for one part of a path.
struct Route {
  std::string_view method;
  std::string_view pattern;
  Permission needs;
  Response (*handle)(const Request& request, AppState& state);
};

/// The routes of one file in routes/. Dropping a file there is its registration.
struct RouteGroup {
  std::span<const Route> routes;
};

/// All files of routes/; written by the build.
[[nodiscard]] std::span<const RouteGroup* const> route_groups();

/// What the address asks of whoever calls it; for one that is not known, what reading asks.
[[nodiscard]] Permission permission_of(const Request& request);

/// Finds the route and calls it; a change is written down first. Exceptions of libraries become an
/// answer here, never a crash.
[[nodiscard]] Response dispatch(Request& request, AppState& state);

/// True, and the open parts in `arguments`, if the path fits the pattern.
[[nodiscard]] bool match_path(std::string_view pattern, std::string_view path,
                              std::vector<std::string>& arguments);

}  // namespace fairmon::server
