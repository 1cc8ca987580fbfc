#include "server/history/episodes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairmon::server {

namespace {

/// How far a value is from the nearest threshold; without thresholds, how large it is.
double remoteness(double value, const std::vector<double>& thresholds) {
  if (thresholds.empty()) {
    return value;
  }
  double nearest = std::numeric_limits<double>::infinity();
  for (const double threshold : thresholds) {
    nearest = std::min(nearest, std::abs(value - threshold));
  }
  return nearest;
}

}  // namespace

EpisodeLog::EpisodeLog(std::size_t num_streams) : open_(num_streams, kNone) {}

std::uint32_t EpisodeLog::fire(std::uint32_t trigger, Timestamp time, std::string text) {
  std::uint32_t& open = open_[trigger];
  if (open == kNone) {
    open = static_cast<std::uint32_t>(episodes_.size());
    Episode episode;
    episode.number = open + 1;
    episode.trigger = trigger;
    episode.first = time;
    episode.text = text;
    episodes_.push_back(std::move(episode));
  }
  Episode& episode = episodes_[open];
  episode.last = time;
  ++episode.firings;
  episode.revision = ++revision_;
  firings_.push_back({firings_.size() + 1, trigger, episode.number, time, std::move(text)});
  return open;
}

void EpisodeLog::silent(std::uint32_t trigger) {
  std::uint32_t& open = open_[trigger];
  if (open == kNone) {
    return;
  }
  episodes_[open].open = false;
  episodes_[open].revision = ++revision_;
  open = kNone;
}

void EpisodeLog::offer_peak(std::uint32_t trigger, double value,
                            const std::vector<double>& thresholds) {
  if (open_[trigger] == kNone || std::isnan(value)) {
    return;
  }
  std::optional<double>& peak = episodes_[open_[trigger]].peak;
  if (!peak || remoteness(value, thresholds) > remoteness(*peak, thresholds)) {
    peak = value;
  }
}

void EpisodeLog::close_all() {
  for (std::uint32_t trigger = 0; trigger < open_.size(); ++trigger) {
    silent(trigger);
  }
}

void EpisodeLog::restore(std::vector<Firing> firings, std::vector<Episode> episodes) {
  firings_ = std::move(firings);
  episodes_ = std::move(episodes);
  revision_ = 0;
  for (Episode& episode : episodes_) {
    episode.open = false;
    episode.revision = ++revision_;
  }
}

}  // namespace fairmon::server
