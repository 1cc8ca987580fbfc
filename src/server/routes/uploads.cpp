// Files a page hands over, and a look at their first rows.
#include "server/uploads.hpp"

#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"

namespace fairmon::server::routes {

namespace {

Response add_upload(const Request& request, AppState& state) {
  if (request.body_file.empty()) {
    return error_response(400, "empty-upload", "the upload has no content");
  }
  const Upload upload =
      state.uploads.add(request.body_file, request.parameter("name"), request.body_file_size);
  const nlohmann::json body = {{"id", upload.id}, {"name", upload.name}, {"bytes", upload.bytes}};
  return json_response(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), 201);
}

Response remove_upload(const Request& request, AppState& state) {
  return state.uploads.remove(request.arguments[0])
             ? json_response("{}")
             : error_response(404, "no-upload", "there is no such upload");
}

constexpr std::array kRoutes = {
    Route{"POST", "/api/v1/uploads", Permission::Change, add_upload},
    Route{"DELETE", "/api/v1/uploads/{}", Permission::Change, remove_upload},
};

}  // namespace

extern const RouteGroup uploads;
const RouteGroup uploads = {kRoutes};

}  // namespace fairmon::server::routes
