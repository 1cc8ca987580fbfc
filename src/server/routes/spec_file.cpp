// The specification that the command line named: read again, and written where it was read.
#include "server/spec_file.hpp"

#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

Response no_file() {
  return error_response(404, "no-file", "FairMon was started without a specification file");
}

Response answer(const std::string& text) {
  const json body = {{"text", text}};
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

Response get_file(const Request&, AppState& state) {
  if (state.opening.spec_file.empty()) {
    return no_file();
  }
  const auto text = read_spec_file(state.opening.spec_file);
  return text ? answer(*text) : error_response(404, "file-gone", text.error().message);
}

Response save_file(const Request& request, AppState& state) {
  if (state.opening.spec_file.empty()) {
    return no_file();
  }
  const json body = json::parse(request.body);
  const std::string text = body.at("text").get<std::string>();
  const auto written =
      write_spec_file(state.opening.spec_file, text, body.at("base").get<std::string>());
  if (!written) {
    return error_response(500, "not-written", written.error().message);
  }
  if (*written == SpecWrite::Conflict) {
    return error_response(409, "conflict",
                          state.opening.spec_name + " has changed on disk since it was opened");
  }
  return answer(text);
}

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/spec/file", Permission::Read, get_file},
    Route{"POST", "/api/v1/spec/file", Permission::Change, save_file},
};

}  // namespace

extern const RouteGroup spec_file;
const RouteGroup spec_file = {kRoutes};

}  // namespace fairmon::server::routes
