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

/// An end of a band at a moment; nothing where there is none.
std::string end_text(const Series* end, Timestamp time) {
  const auto index = end == nullptr ? std::nullopt : end->holding_at(time);
  return index ? number_text(end->value(*index)) : std::string();
}

json points_of(const Series& series) {
  json times = json::array();
  json values = json::array();
  const std::size_t count = series.size();
  for (std::size_t i = 0; i < count; ++i) {
    times.push_back(to_seconds(series.time(i)));
    values.push_back(series.value(i));
  }
  return {{"times", std::move(times)}, {"values", std::move(values)}};
}

std::string series_csv(const RunHistory& history, std::optional<std::size_t> panel) {
  const auto curves = chosen(history, panel);
  const bool bands = std::any_of(curves.begin(), curves.end(),
                                 [](const auto& series) { return series->lower() != nullptr; });
  std::string out =
      bands ? "time,stream,instance,value,lower,upper,n\n" : "time,stream,instance,value\n";
  const auto start = history.start_time();
  for (const auto& series : curves) {
    const std::string head =
        "," + csv_cell(stream_name(history, series->stream())) + "," + csv_cell(series->label());
    const std::size_t count = series->size();
    for (std::size_t i = 0; i < count; ++i) {
      out += time_text(series->time(i), start) + head + "," + number_text(series->value(i));
      if (bands) {
        const auto trials = series->trials().at(series->time(i));
        out += "," + end_text(series->lower(), series->time(i)) + "," +
               end_text(series->upper(), series->time(i)) + "," +
               (trials ? std::to_string(*trials) : "");
      }
      out += "\n";
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
    const auto size = series->trials().newest();
    list.push_back({{"stream", stream_name(history, series->stream())},
                    {"instance", series->label()},
                    {"size", size ? json(*size) : json()},
                    {"times", std::move(times)},
                    {"values", std::move(values)}});
    if (series->lower() != nullptr) {
      list.back()["lower"] = points_of(*series->lower());
      list.back()["upper"] = points_of(*series->upper());
    }
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
  json states = json::array();
  for (const JudgementChange& change : history.judgements_after(0)) {
    states.push_back(judgement_to_json(change));
  }
  const json body = {{"firings", std::move(firings)},
                     {"episodes", std::move(episodes)},
                     {"states", std::move(states)}};
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
