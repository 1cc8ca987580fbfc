// What a run has shown: curves, firings, and everything as a file.
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <fstream>
#include <iterator>

#include "server/app_state.hpp"
#include "server/export/export.hpp"
#include "server/history/frame.hpp"
#include "server/http/router.hpp"
#include "server/runs/run_json.hpp"
#include "support/number.hpp"

namespace fairmon::server::routes {

namespace {

using nlohmann::json;

double number(const Request& request, const std::string& name, double otherwise) {
  return support::parse_number<double>(request.parameter(name)).value_or(otherwise);
}

template <typename Number>
Number whole(const Request& request, const std::string& name, Number otherwise) {
  return support::parse_number<Number>(request.parameter(name)).value_or(otherwise);
}

Response no_run() { return error_response(404, "no-run", "there is no such run"); }

/// An exact frame in the binary form of the wire.
Response get_series(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  View view;
  view.panel = whole<std::uint32_t>(request, "panel", 0);
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
    const auto size = series->trials().newest();
    list.push_back({{"id", id++},
                    {"stream", series->stream()},
                    {"label", series->label()},
                    {"size", size ? json(*size) : json()},
                    {"count", series->size()}});
  }
  return json_response(list.dump(-1, ' ', false, json::error_handler_t::replace));
}

json number_or_null(std::optional<std::uint64_t> number) { return number ? json(*number) : json(); }

/// An end of a band at a moment; null where there is none, or it knows nothing.
json end_at(const Series* end, Timestamp time) {
  const auto index = end == nullptr ? std::nullopt : end->holding_at(time);
  return index && std::isfinite(end->value(*index)) ? json(end->value(*index)) : json();
}

/// What every curve says at one moment, exactly: the value that holds, since when, and how many
/// trials and hits stand behind it.
Response get_moment(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  constexpr std::size_t kMost = 2'000;
  const Timestamp time = from_seconds(number(request, "time", 0.0));
  const auto all = run->history().series();
  json list = json::array();
  for (std::size_t id = 0; id < std::min(all.size(), kMost); ++id) {
    const Series& series = *all[id];
    const auto index = series.holding_at(time);
    if (!index) {
      continue;
    }
    list.push_back({{"id", id},
                    {"value", series.value(*index)},
                    {"asOf", to_seconds(series.time(*index))},
                    {"lower", end_at(series.lower(), time)},
                    {"upper", end_at(series.upper(), time)},
                    {"trials", number_or_null(series.trials().at(time))},
                    {"hits", number_or_null(series.hits().at(time))}});
  }
  const json body = {{"time", to_seconds(time)}, {"readings", std::move(list)}};
  return json_response(body.dump());
}

Response get_triggers(const Request& request, AppState& state) {
  const auto run = state.runs.find(request.arguments[0]);
  if (!run) {
    return no_run();
  }
  constexpr std::size_t kPage = 5'000;
  const auto after = whole<std::uint64_t>(request, "after", 0);
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

/// The report that was stored when the run ended; nothing if there is none.
std::optional<Exported> stored_report(const Run& run, const AppState& state) {
  std::ifstream in(state.runs.store().folder_of(run.id()) / kReportFile, std::ios::binary);
  if (!in || run.document()) {
    return std::nullopt;
  }
  return Exported{"fairmon-" + run.id() + ".html", "text/html; charset=utf-8",
                  std::string(std::istreambuf_iterator<char>(in), {})};
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
    panel = whole<std::size_t>(request, "panel", 0);
  }
  auto exported = export_run(*run, request.parameter("what"), request.parameter("format"), panel);
  if (request.parameter("what") == "report") {
    if (auto stored = stored_report(*run, state)) {
      exported = std::move(*stored);
    }
  }
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
    Route{"GET", "/api/v1/runs/{}/series", Permission::Read, get_series},
    Route{"GET", "/api/v1/runs/{}/instances", Permission::Read, get_instances},
    Route{"GET", "/api/v1/runs/{}/moment", Permission::Read, get_moment},
    Route{"GET", "/api/v1/runs/{}/triggers", Permission::Read, get_triggers},
    Route{"GET", "/api/v1/runs/{}/firings", Permission::Read, get_firings},
    Route{"GET", "/api/v1/runs/{}/export", Permission::Read, get_export},
};

}  // namespace

extern const RouteGroup run_data;
const RouteGroup run_data = {kRoutes};

}  // namespace fairmon::server::routes
