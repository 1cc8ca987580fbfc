// The gallery: examples packed into the program.
#include "server/examples.hpp"

#include <nlohmann/json.hpp>

#include <array>

#include "server/app_state.hpp"
#include "server/http/router.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

json card(const Example& example) {
  return {{"id", example.id},
          {"title", example.title},
          {"summary", example.summary},
          {"hasData", !example.data.empty() || !example.options.empty()}};
}

Response list_examples(const Request&, AppState&) {
  json list = json::array();
  for (const Example& example : server::examples()) {
    list.push_back(card(example));
  }
  return json_response(list.dump());
}

Response get_example(const Request& request, AppState&) {
  const Example* example = find_example(request.arguments[0]);
  if (example == nullptr) {
    return error_response(404, "no-example", "there is no such example");
  }
  json body = card(*example);
  body["specName"] = example->spec_name;
  body["spec"] = example->spec;
  body["plugin"] = example->plugin;
  body["target"] = example->data.empty() ? "" : "example:" + example->id;
  body["dataName"] = example->data.substr(example->data.find('/') + 1);
  body["replaySpeed"] = example->replay_speed;
  body["startTime"] = example->start_time ? json(*example->start_time) : json();
  body["options"] = json::array();
  for (const auto& [name, value] : example->options) {
    body["options"].push_back({{"name", name}, {"value", value}});
  }
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/examples", Permission::Read, list_examples},
    Route{"GET", "/api/v1/examples/{}", Permission::Read, get_example},
};

}  // namespace

extern const RouteGroup examples;
const RouteGroup examples = {kRoutes};

}  // namespace fairmon::server::routes
