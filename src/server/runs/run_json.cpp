#include "server/runs/run_json.hpp"

#include <nlohmann/json.hpp>

#include "server/history/reduce.hpp"

namespace fairmon::server {

using nlohmann::json;

namespace {

/// Seconds for pages, nanoseconds for exact storage.
json time_to_json(Timestamp time) { return {{"s", to_seconds(time)}, {"ns", time.ns}}; }
Timestamp time_from_json(const json& value) { return {value.at("ns").get<std::int64_t>()}; }

/// How sure a band or a statement is; null where there is none.
std::optional<double> level_from_json(const json& value) {
  const auto found = value.find("level");
  return found != value.end() && found->is_number() ? std::optional(found->get<double>())
                                                    : std::nullopt;
}

json period_to_json(std::optional<Duration> period) {
  return period ? time_to_json({period->ns}) : json();
}

/// Runs stored by older versions do not say.
std::optional<Duration> period_from_json(const json& value) {
  const auto found = value.find("period");
  return found != value.end() && found->is_object()
             ? std::optional(Duration{time_from_json(*found).ns})
             : std::nullopt;
}

std::string_view late_name(LatePolicy policy) {
  switch (policy) {
    case LatePolicy::Stop:
      return "stop";
    case LatePolicy::Skip:
      return "skip";
    case LatePolicy::Wait:
      return "wait";
    case LatePolicy::AcceptNow:
      return "now";
  }
  return "stop";
}

LatePolicy late_from(const std::string& name) {
  return name == "skip" ? LatePolicy::Skip
                        : (name == "now" ? LatePolicy::AcceptNow : LatePolicy::Stop);
}

}  // namespace

json settings_to_json(const RunSettings& settings) {
  json options = json::array();
  for (const auto& [name, value] : settings.options) {
    options.push_back({{"name", name}, {"value", value}});
  }
  return {
      {"name", settings.name},
      {"spec", settings.spec},
      {"plugin", settings.plugin},
      {"options", options},
      {"targets", settings.asked.empty() ? settings.targets : settings.asked},
      {"dataName", settings.data_name},
      {"replaySpeed", settings.replay_speed ? json(*settings.replay_speed) : json()},
      {"startTime", settings.start_time ? json(*settings.start_time) : json()},
      {"onBadRecord", settings.on_bad_record == RecordPolicy::Skip ? "skip" : "stop"},
      {"onLate", late_name(settings.on_late)},
      {"onError", settings.on_error == ErrorPolicy::Report ? "report" : "stop"},
      {"keepCopy", settings.keep_copy},
  };
}

RunSettings settings_from_json(const json& value) {
  RunSettings settings;
  settings.name = value.value("name", "untitled");
  settings.spec = value.at("spec").get<std::string>();
  settings.plugin = value.at("plugin").get<std::string>();
  for (const json& option : value.value("options", json::array())) {
    settings.options.emplace(option.at("name").get<std::string>(),
                             option.at("value").get<std::string>());
  }
  settings.targets = value.value("targets", std::vector<std::string>());
  settings.data_name = value.value("dataName", "");
  const json speed = value.value("replaySpeed", json());
  if (speed.is_number() && speed.get<double>() > 0.0) {
    settings.replay_speed = speed.get<double>();
  }
  const json start = value.value("startTime", json());
  if (start.is_number()) {
    settings.start_time = start.get<double>();
  }
  settings.on_bad_record =
      value.value("onBadRecord", "stop") == "skip" ? RecordPolicy::Skip : RecordPolicy::Stop;
  settings.on_late = late_from(value.value("onLate", "stop"));
  settings.on_error =
      value.value("onError", "stop") == "report" ? ErrorPolicy::Report : ErrorPolicy::Stop;
  settings.keep_copy = value.value("keepCopy", false);
  return settings;
}

Result<RunSettings, Response> settings_from_request(const Request& request) {
  RunSettings settings = settings_from_json(json::parse(request.body));
  if (auto refused = refuse_specification(settings.spec)) {
    return std::move(*refused);
  }
  return settings;
}

json status_to_json(const RunStatus& status) {
  const PipelineProgress& progress = status.progress;
  json instances = json::array();
  for (const auto& [name, count] : status.instances) {
    instances.push_back({{"stream", name}, {"count", count}});
  }
  return {
      {"phase", phase_name(status.phase)},
      {"records", progress.source.records},
      {"badRecords", progress.source.bad_records},
      {"lateRecords", progress.source.late_records},
      {"share", progress.source.share ? json(*progress.source.share) : json()},
      {"detail", progress.source.detail},
      {"events", progress.num_events},
      {"deadlines", progress.num_deadlines},
      {"triggers", progress.num_triggers},
      {"reached", time_to_json(progress.reached)},
      {"waiting", progress.waiting},
      {"instances", std::move(instances)},
      {"rate", status.events_per_second},
      {"error", status.error},
      {"started", status.started},
      {"wallSeconds", status.wall_seconds},
  };
}

RunStatus status_from_json(const json& value) {
  RunStatus status;
  status.phase =
      phase_from_name(value.at("phase").get<std::string>()).value_or(RunPhase::Interrupted);
  PipelineProgress& progress = status.progress;
  progress.source.records = value.value("records", std::uint64_t{0});
  progress.source.bad_records = value.value("badRecords", std::uint64_t{0});
  progress.source.late_records = value.value("lateRecords", std::uint64_t{0});
  if (value.contains("share") && value["share"].is_number()) {
    progress.source.share = value["share"].get<double>();
  }
  progress.num_events = value.value("events", std::uint64_t{0});
  progress.num_deadlines = value.value("deadlines", std::uint64_t{0});
  progress.num_triggers = value.value("triggers", std::uint64_t{0});
  progress.reached = time_from_json(value.at("reached"));
  for (const json& item : value.value("instances", json::array())) {
    status.instances.emplace_back(item.at("stream").get<std::string>(),
                                  item.at("count").get<std::uint64_t>());
  }
  status.events_per_second = value.value("rate", 0.0);
  status.error = value.value("error", "");
  status.started = value.value("started", std::int64_t{0});
  status.wall_seconds = value.value("wallSeconds", 0.0);
  return status;
}

json panels_to_json(const RunHistory& history) {
  const auto left_out = history.left_out();
  json panels = json::array();
  for (const Panel& panel : history.panels()) {
    json streams = json::array();
    for (const DrawnStream& stream : panel.streams) {
      streams.push_back({{"index", stream.index},
                         {"name", stream.name},
                         {"type", stream.type},
                         {"pacing", stream.pacing},
                         {"parameters", stream.parameters},
                         {"level", stream.level ? json(*stream.level) : json()},
                         {"period", period_to_json(stream.period)}});
    }
    panels.push_back({{"id", panel.id},
                      {"title", panel.title},
                      {"unit", panel.unit},
                      {"streams", streams},
                      {"triggers", panel.triggers},
                      {"thresholds", panel.thresholds}});
    if (const auto cases = left_out.find(panel.id); cases != left_out.end()) {
      panels.back()["leftOut"] = cases->second;
    }
  }
  return panels;
}

std::vector<Panel> panels_from_json(const json& value) {
  std::vector<Panel> panels;
  for (const json& item : value) {
    Panel panel;
    panel.id = item.at("id").get<std::string>();
    panel.title = item.value("title", "");
    panel.unit = item.value("unit", "");
    panel.triggers = item.at("triggers").get<std::vector<std::uint32_t>>();
    panel.thresholds = item.at("thresholds").get<std::vector<double>>();
    for (const json& stream : item.at("streams")) {
      panel.streams.push_back({stream.at("index").get<std::uint32_t>(),
                               stream.at("name").get<std::string>(), stream.value("type", ""),
                               stream.value("pacing", ""),
                               stream.value("parameters", std::vector<std::string>()),
                               level_from_json(stream), period_from_json(stream)});
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

json triggers_to_json(const RunHistory& history) {
  json triggers = json::array();
  for (const DrawnTrigger& trigger : history.triggers()) {
    triggers.push_back({{"index", trigger.index},
                        {"name", trigger.name},
                        {"pacing", trigger.pacing},
                        {"message", trigger.message},
                        {"level", trigger.level ? json(*trigger.level) : json()},
                        {"period", period_to_json(trigger.period)}});
  }
  return triggers;
}

std::vector<DrawnTrigger> triggers_from_json(const json& value) {
  std::vector<DrawnTrigger> triggers;
  for (const json& item : value) {
    triggers.push_back({item.at("index").get<std::uint32_t>(), item.value("name", ""),
                        item.value("pacing", ""), item.value("message", ""), level_from_json(item),
                        period_from_json(item)});
  }
  return triggers;
}

namespace {

json worst_to_json(const Episode::Worst& worst) {
  return {{"value", worst.value},
          {"remoteness", worst.remoteness},
          {"time", time_to_json(worst.time)},
          {"text", worst.text}};
}

}  // namespace

json episode_to_json(const Episode& episode) {
  return {{"number", episode.number},
          {"trigger", episode.trigger},
          {"first", time_to_json(episode.first)},
          {"last", time_to_json(episode.last)},
          {"ended", episode.ended ? time_to_json(*episode.ended) : json()},
          {"instance", episode.instance},
          {"firings", episode.firings},
          {"open", episode.open()},
          {"text", episode.text},
          {"peak", episode.worst ? json(episode.worst->value) : json()},
          {"worst", episode.worst ? worst_to_json(*episode.worst) : json()}};
}

Episode episode_from_json(const json& value) {
  Episode episode;
  episode.number = value.at("number").get<std::uint32_t>();
  episode.trigger = value.at("trigger").get<std::uint32_t>();
  episode.first = time_from_json(value.at("first"));
  episode.last = time_from_json(value.at("last"));
  episode.firings = value.at("firings").get<std::uint64_t>();
  episode.text = value.value("text", "");
  episode.instance = value.value("instance", "");
  if (value.contains("ended") && value["ended"].is_object()) {
    episode.ended = time_from_json(value["ended"]);
  } else if (!value.value("open", false)) {
    episode.ended = episode.last;  // stored before ends were
  }
  if (value.contains("worst") && value["worst"].is_object()) {
    const json& worst = value["worst"];
    episode.worst = Episode::Worst{worst.at("value").get<double>(), worst.value("remoteness", 0.0),
                                   time_from_json(worst.at("time")), worst.value("text", "")};
  }
  return episode;
}

json firing_to_json(const Firing& firing) {
  return {{"number", firing.number},
          {"trigger", firing.trigger},
          {"episode", firing.episode},
          {"time", time_to_json(firing.time)},
          {"text", firing.text}};
}

Firing firing_from_json(const json& value) {
  return {value.at("number").get<std::uint64_t>(), value.at("trigger").get<std::uint32_t>(),
          value.at("episode").get<std::uint32_t>(), time_from_json(value.at("time")),
          value.at("text").get<std::string>()};
}

json judgement_to_json(const JudgementChange& change) {
  return {{"trigger", change.trigger},
          {"instance", change.instance},
          {"state", judgement_name(change.judgement)},
          {"time", time_to_json(change.time)}};
}

JudgementChange judgement_from_json(const json& value) {
  JudgementChange change;
  change.trigger = value.at("trigger").get<std::uint32_t>();
  change.instance = value.value("instance", "");
  const std::string state = value.at("state").get<std::string>();
  for (const Judgement judgement : {Judgement::Violated, Judgement::Kept}) {
    change.judgement = judgement_name(judgement) == state ? judgement : change.judgement;
  }
  change.time = time_from_json(value.at("time"));
  return change;
}

json waiting_to_json(const Waiting& waiting) {
  if (waiting.stretch) {
    return {{"trigger", waiting.trigger},
            {"instance", waiting.instance},
            {"from", time_to_json(*waiting.stretch)}};
  }
  return {{"trigger", waiting.trigger},
          {"instance", waiting.instance},
          {"needed", waiting.needed ? json(*waiting.needed) : json()},
          {"fewest", waiting.fewest.empty() ? json()
                                            : json({{"instance", waiting.fewest},
                                                    {"trials", waiting.fewest_trials}})}};
}

json notice_to_json(const Notice& notice) {
  return {{"number", notice.number},
          {"kind", notice.kind},
          {"text", notice.text},
          {"time", notice.time ? time_to_json(*notice.time) : json()},
          {"stream", notice.stream.empty() ? json() : json(notice.stream)}};
}

json run_to_json(const Run& run) {
  const auto start = run.history().start_time();
  const Run::Label label = run.label();
  return {{"id", run.id()},
          {"name", run.settings().name},
          {"dataName", run.settings().data_name},
          {"title", label.title},
          {"note", label.note},
          {"pinned", run.pinned()},
          {"hasCopy", run.settings().keep_copy},
          {"replaySpeed", run.speed() ? json(*run.speed()) : json()},
          {"startTime", start ? time_to_json(*start) : json()},
          {"firings", run.history().num_firings()},
          {"status", status_to_json(run.status())}};
}

}  // namespace fairmon::server
