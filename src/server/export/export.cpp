#include "server/export/export.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "server/history/frame.hpp"
#include "server/history/reduce.hpp"
#include "server/runs/run_json.hpp"

namespace fairmon::server {

using nlohmann::json;

namespace {

std::string stream_name(const RunHistory& history, std::uint32_t index) {
  for (const Panel& panel : history.panels()) {
    for (const DrawnStream& stream : panel.streams) {
      if (stream.index == index) {
        return stream.name;
      }
    }
  }
  return "stream";
}

/// All curves, or those of one panel.
std::vector<std::shared_ptr<Series>> chosen(const RunHistory& history,
                                            std::optional<std::size_t> panel) {
  auto all = history.series();
  if (!panel || *panel >= history.panels().size()) {
    return all;
  }
  std::vector<std::shared_ptr<Series>> ours;
  for (const std::uint32_t id : series_of_panel(history.panels()[*panel], all)) {
    ours.push_back(all[id]);
  }
  return ours;
}

std::string series_csv(const RunHistory& history, std::optional<std::size_t> panel) {
  std::string out = "time,stream,instance,value\n";
  const auto start = history.start_time();
  for (const auto& series : chosen(history, panel)) {
    const std::string head =
        "," + csv_cell(stream_name(history, series->stream())) + "," + csv_cell(series->label());
    const std::size_t count = series->size();
    for (std::size_t i = 0; i < count; ++i) {
      out += time_text(series->time(i), start) + head + "," + number_text(series->value(i)) + "\n";
    }
  }
  return out;
}

std::string series_json(const Run& run, std::optional<std::size_t> panel) {
  const RunHistory& history = run.history();
  json list = json::array();
  for (const auto& series : chosen(history, panel)) {
    json times = json::array();
    json values = json::array();
    const std::size_t count = series->size();
    for (std::size_t i = 0; i < count; ++i) {
      times.push_back(to_seconds(series->time(i)));
      values.push_back(series->value(i));
    }
    const auto size = series->group_size();
    list.push_back({{"stream", stream_name(history, series->stream())},
                    {"instance", series->label()},
                    {"size", size ? json(*size) : json()},
                    {"times", std::move(times)},
                    {"values", std::move(values)}});
  }
  const json body = {{"run", run_to_json(run)},
                     {"spec", run.settings().spec},
                     {"panels", panels_to_json(history)},
                     {"series", std::move(list)}};
  return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string triggers_csv(const RunHistory& history) {
  std::string out = "number,time,episode,text\n";
  const auto start = history.start_time();
  for (const Firing& firing : history.firings_after(0, ~std::size_t{0})) {
    out += std::to_string(firing.number) + "," + time_text(firing.time, start) + "," +
           std::to_string(firing.episode) + "," + csv_cell(firing.text) + "\n";
  }
  return out;
}

std::string triggers_json(const RunHistory& history) {
  json firings = json::array();
  for (const Firing& firing : history.firings_after(0, ~std::size_t{0})) {
    firings.push_back(firing_to_json(firing));
  }
  json episodes = json::array();
  for (const Episode& episode : history.episodes()) {
    episodes.push_back(episode_to_json(episode));
  }
  const json body = {{"firings", std::move(firings)}, {"episodes", std::move(episodes)}};
  return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

Result<Exported> export_run(const Run& run, std::string_view what, std::string_view format,
                            std::optional<std::size_t> panel) {
  const std::string stem = "fairmon-" + run.id();
  if (what == "report") {
    return Exported{stem + ".html", "text/html; charset=utf-8", html_report(run)};
  }
  const bool as_json = format == "json";
  if ((what != "series" && what != "triggers") || (!as_json && format != "csv")) {
    return Error(ErrorCode::Usage, "what is series, triggers or report; format is csv or json");
  }
  const RunHistory& history = run.history();
  std::string body;
  if (what == "series") {
    body = as_json ? series_json(run, panel) : series_csv(history, panel);
  } else {
    body = as_json ? triggers_json(history) : triggers_csv(history);
  }
  return Exported{stem + "-" + std::string(what) + (as_json ? ".json" : ".csv"),
                  as_json ? "application/json" : "text/csv; charset=utf-8", std::move(body)};
}

}  // namespace fairmon::server
