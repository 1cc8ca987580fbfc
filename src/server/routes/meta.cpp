// What the page has to know before anything else.
#include <fairmon/catalogue.hpp>
#include <fairmon/version.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <optional>

#include "server/app_state.hpp"
#include "server/http/router.hpp"

namespace fairmon::server::routes {

namespace {

constexpr int kProtocol = 1;

nlohmann::json number_or_null(const std::optional<double>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json();
}

Response get_meta(const Request&, AppState& state) {
  const Opening& opening = state.opening;
  nlohmann::json options = nlohmann::json::array();
  for (const auto& [name, value] : opening.options) {
    options.push_back({{"name", name}, {"value", value}});
  }
  const nlohmann::json body = {
      {"version", version()},
      {"build", build_facts()},
      {"protocol", kProtocol},
      {"maxUploadBytes", state.uploads.max_bytes()},
      {"dataRoot", state.data_root.string()},
      {"runsFolder", state.runs.store().folder().string()},
      {"complaints", state.runs.complaints()},
      {"opening",
       {{"specName", opening.spec_name},
        {"spec", opening.spec},
        {"plugin", opening.plugin},
        {"target", opening.target},
        {"dataName", opening.data_name},
        {"options", std::move(options)},
        {"startTime", number_or_null(opening.start_time)},
        {"replaySpeed", number_or_null(opening.replay_speed)},
        {"run", opening.run}}},
  };
  return json_response(body.dump());
}

Response get_catalogue(const Request&, AppState&) { return json_response(catalogue_json()); }

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/meta", get_meta},
    Route{"GET", "/api/v1/catalogue", get_catalogue},
};

}  // namespace

extern const RouteGroup meta;
const RouteGroup meta = {kRoutes};

}  // namespace fairmon::server::routes
