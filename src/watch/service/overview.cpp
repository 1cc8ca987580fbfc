#include "watch/service/overview.hpp"

#include <fairmon/version.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace fairmon::watch {

namespace {

using nlohmann::json;

json or_null(const std::optional<double>& number) { return number ? json(*number) : json(); }

/// Seconds since 1970 if the data have calendar times, else of monitor time.
json seconds(const std::optional<Timestamp>& time, const std::optional<Timestamp>& start) {
  if (!time) {
    return nullptr;
  }
  return static_cast<double>(time->ns + (start ? start->ns : 0)) / 1e9;
}

json requirement_json(const Standing& standing, const StreamInfo& info,
                      const std::optional<Timestamp>& start) {
  json curve = json::array();
  for (const auto& [time, value] : standing.curve) {
    curve.push_back({seconds(time, start), value});
  }
  const std::string& title = info.title.empty() ? info.message : info.title;
  return {{"trigger", info.name},
          {"title", title.empty() ? info.name : title},
          {"state", verdict_name(standing.verdict)},
          {"since", seconds(standing.since, start)},
          {"n", standing.trials ? json(*standing.trials) : json()},
          {"fewest", standing.fewest},
          {"needed", or_null(standing.needed)},
          {"level", or_null(info.level)},
          {"alarm", seconds(standing.alarm, start)},
          {"text", standing.text},
          {"threshold", or_null(standing.threshold)},
          {"curve", std::move(curve)}};
}

/// Before the first event nothing is known but the requirements themselves.
MetricsSink::Picture picture_of(const WatchedMonitor& monitor) {
  MetricsSink::Picture picture = monitor.metrics().standings();
  if (picture.standings.empty()) {
    for (const StreamInfo& stream : monitor.spec().streams()) {
      if (stream.kind == StreamKind::Trigger) {
        picture.standings.emplace_back();
        picture.triggers.push_back(stream);
      }
    }
  }
  return picture;
}

json monitor_json(const WatchedMonitor& monitor) {
  const MonitorPicture picture = monitor.picture();
  json one = {{"name", monitor.config().name},
              {"state", state_name(picture.state)},
              {"error", picture.error},
              {"epoch", picture.epoch},
              {"restarts", picture.restarts},
              {"events", picture.num_events},
              {"bad", picture.num_bad},
              {"late", picture.num_late},
              {"checkpointAge", picture.checkpoint_age < 0 ? json() : json(picture.checkpoint_age)},
              {"waiting", nullptr},
              {"requirements", json::array()}};
  if (const auto& log = monitor.log()) {
    const std::uint64_t end = log->facts().end;
    one["waiting"] = end - std::min(end, monitor.desk()->judged());
  }
  const MetricsSink::Picture shown = picture_of(monitor);
  one["calendar"] = shown.start.has_value();
  for (std::size_t i = 0; i < shown.standings.size(); ++i) {
    one["requirements"].push_back(
        requirement_json(shown.standings[i], shown.triggers[i], shown.start));
  }
  return one;
}

}  // namespace

std::string overview_json(const std::map<std::string, std::unique_ptr<WatchedMonitor>>& monitors,
                          std::int64_t now) {
  json all = {
      {"version", version()}, {"now", static_cast<double>(now) / 1e9}, {"monitors", json::array()}};
  for (const auto& [name, monitor] : monitors) {
    all["monitors"].push_back(monitor_json(*monitor));
  }
  return all.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace fairmon::watch
