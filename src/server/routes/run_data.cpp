// What a run has shown: curves, firings, and everything as a file.
#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <fstream>
#include <iterator>

#include "server/app_state.hpp"
#include "server/export/export.hpp"
#include "server/history/frame.hpp"
#include "server/http/router.hpp"
#include "server/runs/run_json.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

double number(const Request& request, const std::string& name, double otherwise) {
  const std::string text = request.parameter(name);
  double value = otherwise;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() && end == text.data() + text.size() ? value : otherwise;
}

Response no_run() { return error_response(404, "no-run", "there is no such run"); }

/// An exact frame in the binary form of the wire.
Response get_series(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  View view;
  view.panel = static_cast<std::uint32_t>(number(request, "panel", 0));
  view.exact = true;
  view.live = request.parameter("from").empty();
  view.from = number(request, "from", 0.0);
  view.to = number(request, "to", 0.0);
  view.width = static_cast<std::uint32_t>(std::clamp(number(request, "width", 800), 16.0, 8192.0));
  FrameWriter writer;
  writer.set_view(view);
  Response response;
  response.content_type = "application/octet-stream";
  response.body = writer.next(run->history());
  return response;
}

Response get_instances(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  json list = json::array();
  std::uint32_t id = 0;
  for (const auto& series : run->history().series()) {
    const auto size = series->group_size();
    list.push_back({{"id", id++},
                    {"stream", series->stream()},
                    {"label", series->label()},
                    {"size", size ? json(*size) : json()},
                    {"count", series->size()}});
  }
  return json_response(list.dump(-1, ' ', false, json::error_handler_t::replace));
}

Response get_triggers(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  constexpr std::size_t kPage = 5'000;
  const auto after = static_cast<std::uint64_t>(std::max(0.0, number(request, "after", 0.0)));
  json list = json::array();
  for (const Firing& firing : run->history().firings_after(after, kPage)) {
    list.push_back(firing_to_json(firing));
  }
  const json cursor =
      list.size() == kPage ? json(list.back()["number"].get<std::uint64_t>()) : json();
  const json body = {{"firings", std::move(list)}, {"next", cursor}};
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Firings of a stretch of time, for a page that has zoomed in; `total` says how many there are.
Response get_firings(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  constexpr std::size_t kMost = 2'000;
  std::size_t total = 0;
  json list = json::array();
  for (const Firing& firing :
       run->history().firings_between(from_seconds(number(request, "from", 0.0)),
                                      from_seconds(number(request, "to", 0.0)), kMost, total)) {
    list.push_back(firing_to_json(firing));
  }
  const json body = {{"firings", std::move(list)}, {"total", total}};
  return json_response(body.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Records that were kept aside, as they were, each with what is wrong with it.
Response quarantine(const Run& run, const AppState& state) {
  std::ifstream in(state.runs.store().folder_of(run.id()) / kQuarantineFile, std::ios::binary);
  if (!in) {
    return error_response(404, "no-quarantine", "no record of this run was kept aside");
  }
  Response response;
  response.content_type = "text/plain; charset=utf-8";
  response.body.assign(std::istreambuf_iterator<char>(in), {});
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"fairmon-" + run.id() + "-bad.txt\"");
  return response;
}

Response get_export(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  if (request.parameter("what") == "quarantine") {
    return quarantine(*run, state);
  }
  std::optional<std::size_t> panel;
  if (!request.parameter("panel").empty()) {
    panel = static_cast<std::size_t>(std::clamp(number(request, "panel", 0.0), 0.0, 1e6));
  }
  const auto exported =
      export_run(*run, request.parameter("what"), request.parameter("format"), panel);
  if (!exported) {
    return error_response(400, "export", exported.error().message);
  }
  Response response;
  response.content_type = exported.value().content_type;
  response.body = exported.value().body;
  response.headers.emplace_back("Content-Disposition",
                                "attachment; filename=\"" + exported.value().file_name + "\"");
  return response;
}

constexpr std::array kRoutes = {
    Route{"GET", "/api/v1/runs/{}/series", get_series},
    Route{"GET", "/api/v1/runs/{}/instances", get_instances},
    Route{"GET", "/api/v1/runs/{}/triggers", get_triggers},
    Route{"GET", "/api/v1/runs/{}/firings", get_firings},
    Route{"GET", "/api/v1/runs/{}/export", get_export},
};

}  // namespace

extern const RouteGroup run_data;
const RouteGroup run_data = {kRoutes};

}  // namespace fairmon::server::routes
