// What the page has to know before anything else.
#include <fairmon/catalogue.hpp>
#include <fairmon/version.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <optional>

#include "server/app_state.hpp"
#include "server/http/router.hpp"
#include "server/spec_file.hpp"

namespace fairmon::server::routes {

namespace {

constexpr int kProtocol = 1;

nlohmann::json number_or_null(const std::optional<double>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json();
}

/// A file is read again: people edit it elsewhere, too.
std::string text_of(const Opening& opening) {
  if (opening.spec_file.empty()) {
    return opening.spec;
  }
  const auto text = read_spec_file(opening.spec_file);
  return text ? *text : opening.spec;
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
      {"life", state.life},
      {"maxUploadBytes", state.uploads.max_bytes()},
      {"dataRoot", state.data_root.string()},
      {"runsFolder", state.runs.store().folder().string()},
      {"complaints", state.runs.complaints()},
      {"opening",
       {{"specName", opening.spec_name},
        {"spec", text_of(opening)},
        {"specFile", opening.spec_file.string()},
        {"example", opening.example},
        {"plugin", opening.plugin},
        {"target", opening.target},
        {"dataName", opening.data_name},
        {"options", std::move(options)},
        {"startTime", number_or_null(opening.start_time)},
        {"replaySpeed", number_or_null(opening.replay_speed)},
        {"run", opening.run}}},
  };
  return json_response(body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Response get_catalogue(const Request&, AppState&) { return json_response(catalogue_json()); }

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/meta", Permission::Read, get_meta},
    Route{"GET", "/api/v1/catalogue", Permission::Read, get_catalogue},
};

}  // namespace

extern const RouteGroup meta;
const RouteGroup meta = {kRoutes};

}  // namespace fairmon::server::routes
