#include "server/live/client.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "server/runs/run_json.hpp"

namespace fairmon::server {

using nlohmann::json;
using std::chrono::milliseconds;

namespace {

constexpr int kProtocol = 1;
constexpr std::size_t kMaxSlots = 64;
constexpr std::size_t kEpisodesPerMessage = 500;

Outgoing text_message(const json& body) {
  return {false, body.dump(-1, ' ', false, json::error_handler_t::replace)};
}

// A number that another program sent: the library would convert one that does not fit unchecked.
template <typename Number = std::uint32_t>
Number whole_number(const json& value) {
  // Doubles hold whole numbers exactly up to 2^53, pages have no others.
  constexpr double kLargest =
      std::min(static_cast<double>(std::numeric_limits<Number>::max()), 9007199254740992.0);
  const double number = value.get<double>();
  if (!(number >= 0.0 && number <= kLargest)) {
    throw json::out_of_range::create(401, "a number is out of range", &value);
  }
  return static_cast<Number>(number);
}

View view_from(const json& message) {
  View view;
  view.slot = whole_number(message.at("slot"));
  view.panel = whole_number(message.at("panel"));
  view.generation = whole_number(message.at("generation"));
  view.live = message.value("live", true);
  view.exact = message.value("exact", false);
  view.from = message.value("from", 0.0);
  view.to = message.value("to", 0.0);
  view.span = message.value("span", 0.0);
  view.width = message.contains("width") ? whole_number(message["width"]) : 800U;
  return view;
}

/// The newest value of an end of a band; null if there is no band, or it knows nothing.
json newest_of(const Series* end) {
  const std::size_t size = end == nullptr ? 0 : end->size();
  return size > 0 && std::isfinite(end->value(size - 1)) ? json(end->value(size - 1)) : json();
}

}  // namespace

LiveClient::LiveClient(AppState& state) : state_(state) {}

bool LiveClient::receive(std::string_view text, std::vector<Outgoing>& out) {
  const json message = json::parse(text, nullptr, false);
  if (!message.is_object()) {
    return false;
  }
  try {
    const std::string type = message.at("type").get<std::string>();
    if (type == "hello") {
      if (message.at("protocol") != kProtocol) {
        out.push_back(text_message({{"type", "outdated"}, {"protocol", kProtocol}}));
        return true;
      }
      attach(message, out);
    } else if (type == "view") {
      const View view = view_from(message);
      if (slots_.size() >= kMaxSlots && !slots_.contains(view.slot)) {
        return false;
      }
      Slot& slot = slots_[view.slot];
      slot.writer.set_view(view);
      slot.waiting = false;
      slot.next = {};
    } else if (type == "close") {
      slots_.erase(whole_number(message.at("slot")));
    } else if (type == "ack") {
      const auto found = slots_.find(whole_number(message.at("slot")));
      if (found != slots_.end() &&
          found->second.writer.view().generation == whole_number(message.at("generation"))) {
        found->second.waiting = false;
      }
      // A page that draws slowly asks for fewer frames.
      if (found != slots_.end() && message.contains("interval")) {
        found->second.interval =
            milliseconds(std::clamp(whole_number(message["interval"]), 200U, 5'000U));
      }
    } else if (type == "visible") {
      visible_ = message.at("visible").get<bool>();
    } else {
      return false;
    }
  } catch (const json::exception&) {
    return false;
  }
  return true;
}

void LiveClient::attach(const json& hello, std::vector<Outgoing>& out) {
  run_ = state_.runs.find(hello.value("run", ""));
  slots_.clear();
  log_revision_ = 0;
  notices_sent_ = 0;
  judgements_sent_ = 0;
  instances_sent_ = 0;
  closed_sent_.clear();
  phase_sent_.clear();
  next_progress_ = {};
  next_instances_ = {};
  json welcome = {{"type", "welcome"},
                  {"protocol", kProtocol},
                  {"life", state_.life},
                  {"continues", run_ && take_up(hello)},
                  {"run", nullptr}};
  if (run_) {
    welcome["run"] = run_to_json(*run_);
    welcome["panels"] = panels_to_json(run_->history());
    welcome["triggers"] = triggers_to_json(run_->history());
  }
  out.push_back(text_message(welcome));
}

bool LiveClient::take_up(const json& hello) {
  const auto seen = hello.find("seen");
  if (seen == hello.end() || seen->at("life") != state_.life) {
    return false;
  }
  const RunHistory& history = run_->history();
  const std::uint64_t log = whole_number<std::uint64_t>(seen->at("log"));
  const std::uint64_t notices = whole_number<std::uint64_t>(seen->at("notices"));
  const auto instances = whole_number<std::size_t>(seen->at("instances"));
  const std::uint64_t states =
      seen->contains("states") ? whole_number<std::uint64_t>(seen->at("states")) : 0;
  if (log > history.log_revision() || states > history.num_judgements() ||
      notices > history.num_notices() || instances > history.num_series()) {
    return false;
  }
  log_revision_ = log;
  notices_sent_ = notices;
  judgements_sent_ = states;
  instances_sent_ = instances;
  return true;
}

void LiveClient::tick(Clock::time_point now, std::vector<Outgoing>& out) {
  if (!run_) {
    return;
  }
  // What the status says must not be newer than what is sent before it: the phase is read first.
  const std::string phase(phase_name(run_->status().phase));
  if (now >= next_instances_) {
    next_instances_ = now + milliseconds(200);
    send_instances(out);
    send_log(out);
  }
  if (now >= next_progress_ || phase != phase_sent_) {
    send_progress(now, out);
  }
  if (visible_) {
    send_frames(now, out);
  }
  if (phase != phase_sent_) {
    if (!phase_sent_.empty() && !run_->active()) {
      send_instances(out);
      send_log(out);
      out.push_back(text_message({{"type", "end"}, {"run", run_to_json(*run_)}}));
    }
    phase_sent_ = phase;
  }
}

void LiveClient::send_instances(std::vector<Outgoing>& out) {
  const RunHistory& history = run_->history();
  const auto all = history.series();
  json changed = json::array();
  closed_sent_.resize(all.size(), false);
  for (std::size_t id = 0; id < all.size(); ++id) {
    const auto closed = all[id]->closed();
    if (id < instances_sent_ && closed.has_value() == closed_sent_[id]) {
      continue;
    }
    closed_sent_[id] = closed.has_value();
    changed.push_back({{"id", id},
                       {"stream", all[id]->stream()},
                       {"label", all[id]->label()},
                       {"closed", closed ? json(to_seconds(*closed)) : json()}});
  }
  instances_sent_ = all.size();
  if (!changed.empty()) {
    out.push_back(text_message({{"type", "instances"}, {"instances", std::move(changed)}}));
  }
}

void LiveClient::send_log(std::vector<Outgoing>& out) {
  const RunHistory& history = run_->history();
  if (history.log_revision() != log_revision_) {
    json episodes = json::array();
    for (const Episode& episode :
         history.episodes_since(log_revision_, kEpisodesPerMessage, log_revision_)) {
      episodes.push_back(episode_to_json(episode));
    }
    out.push_back(text_message({{"type", "triggers"},
                                {"episodes", std::move(episodes)},
                                {"revision", log_revision_},
                                {"total", history.num_firings()}}));
  }
  if (history.num_judgements() > judgements_sent_) {
    json changes = json::array();
    for (const JudgementChange& change : history.judgements_after(judgements_sent_)) {
      changes.push_back(judgement_to_json(change));
    }
    const std::uint64_t before = std::exchange(judgements_sent_, judgements_sent_ + changes.size());
    out.push_back(text_message({{"type", "states"},
                                {"after", before},
                                {"changes", std::move(changes)},
                                {"total", judgements_sent_}}));
  }
  if (history.num_notices() > notices_sent_) {
    json notices = json::array();
    for (const Notice& notice : history.notices_after(notices_sent_)) {
      notices.push_back(notice_to_json(notice));
    }
    notices_sent_ = history.num_notices();
    out.push_back(text_message(
        {{"type", "notices"}, {"notices", std::move(notices)}, {"total", notices_sent_}}));
  }
}

void LiveClient::send_progress(Clock::time_point now, std::vector<Outgoing>& out) {
  const bool active = run_->active();
  next_progress_ = now + (active ? milliseconds(500) : milliseconds(5'000));
  json counts = json::array();
  json sizes = json::array();
  json hits = json::array();
  json lower = json::array();
  json upper = json::array();
  const auto all = run_->history().series();
  for (std::size_t id = 0; id < std::min<std::size_t>(all.size(), 200); ++id) {
    counts.push_back(all[id]->size());
    const auto size = all[id]->trials().newest();
    const auto hit = all[id]->hits().newest();
    sizes.push_back(size ? json(*size) : json());
    hits.push_back(hit ? json(*hit) : json());
    lower.push_back(newest_of(all[id]->lower()));
    upper.push_back(newest_of(all[id]->upper()));
  }
  json undecided = json::array();
  json stretches = json::array();
  for (const Waiting& waiting : run_->history().waiting()) {
    (waiting.stretch ? stretches : undecided).push_back(waiting_to_json(waiting));
  }
  out.push_back(text_message({{"type", "progress"},
                              {"run", run_to_json(*run_)},
                              {"numSeries", all.size()},
                              {"counts", std::move(counts)},
                              {"sizes", std::move(sizes)},
                              {"hits", std::move(hits)},
                              {"lower", std::move(lower)},
                              {"upper", std::move(upper)},
                              {"undecided", std::move(undecided)},
                              {"stretches", std::move(stretches)},
                              {"leftOut", run_->history().left_out()}}));
}

void LiveClient::send_frames(Clock::time_point now, std::vector<Outgoing>& out) {
  for (auto& [number, slot] : slots_) {
    if (slot.waiting || now < slot.next || !slot.writer.due(run_->history())) {
      continue;
    }
    out.push_back({true, slot.writer.next(run_->history())});
    slot.waiting = true;
    slot.next = now + slot.interval;
  }
}

}  // namespace fairmon::server
