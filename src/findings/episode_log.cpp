#include <fairmon/episodes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "findings/section.hpp"
#include "support/packing.hpp"

namespace fairmon {

namespace {

/// How far a value is from the nearest threshold, or beyond it; without thresholds, how large it
/// is.
double remoteness(double value, const std::vector<double>& thresholds, std::optional<bool> above) {
  if (thresholds.empty()) {
    return value;
  }
  double nearest = std::numeric_limits<double>::infinity();
  for (const double threshold : thresholds) {
    const double far = value - threshold;
    nearest = std::min(nearest, !above ? std::abs(far) : *above ? far : -far);
  }
  return nearest;
}

void save_episode(std::string& bytes, const Episode& episode) {
  support::pack(bytes, std::uint64_t{episode.trigger});
  support::pack(bytes, episode.instance);
  support::pack_signed(bytes, episode.first.ns);
  support::pack_signed(bytes, episode.last.ns);
  support::pack(bytes, std::uint64_t{episode.ended.has_value()});
  support::pack_signed(bytes, episode.ended.value_or(Timestamp{}).ns);
  support::pack(bytes, episode.firings);
  support::pack(bytes, episode.text);
  support::pack(bytes, std::uint64_t{episode.worst.has_value()});
  const Episode::Worst worst = episode.worst.value_or(Episode::Worst{});
  support::pack_real(bytes, worst.value);
  support::pack_real(bytes, worst.remoteness);
  support::pack_signed(bytes, worst.time.ns);
  support::pack(bytes, worst.text);
}

Episode load_episode(support::Unpacker& in) {
  Episode episode;
  episode.trigger = static_cast<std::uint32_t>(in.number());
  episode.instance = in.text();
  episode.first.ns = in.signed_number();
  episode.last.ns = in.signed_number();
  const bool ended = in.flag();
  const Timestamp end{in.signed_number()};
  episode.ended = ended ? std::optional(end) : std::nullopt;
  episode.firings = in.number();
  episode.text = in.text();
  const bool has_worst = in.flag();
  Episode::Worst worst;
  worst.value = in.real();
  worst.remoteness = in.real();
  worst.time.ns = in.signed_number();
  worst.text = in.text();
  episode.worst = has_worst ? std::optional(std::move(worst)) : std::nullopt;
  return episode;
}

}  // namespace

std::uint32_t EpisodeLog::begin(std::uint32_t trigger, std::string instance, Timestamp time) {
  Episode episode;
  episode.number = static_cast<std::uint32_t>(episodes_.size()) + 1;
  episode.trigger = trigger;
  episode.instance = std::move(instance);
  episode.first = time;
  episodes_.push_back(std::move(episode));
  return static_cast<std::uint32_t>(episodes_.size()) - 1;
}

void EpisodeLog::fire(std::uint32_t index, Timestamp time, std::string text) {
  Episode& episode = episodes_[index];
  if (episode.firings == 0) {
    episode.text = text;
  }
  episode.last = time;
  ++episode.firings;
  ++num_firings_;
  episode.revision = ++revision_;
  latest_text_ = std::move(text);
  if (keep_firings_) {
    firings_.push_back({num_firings_, episode.trigger, episode.number, time, latest_text_});
  }
}

void EpisodeLog::offer(std::uint32_t index, double value, const std::vector<double>& thresholds,
                       std::optional<bool> above) {
  Episode& episode = episodes_[index];
  if (std::isnan(value)) {
    return;
  }
  const double far = remoteness(value, thresholds, above);
  if (!episode.worst || far > episode.worst->remoteness) {
    episode.worst = Episode::Worst{value, far, episode.last, latest_text_};
  }
}

void EpisodeLog::end(std::uint32_t index, Timestamp time) {
  episodes_[index].ended = time;
  episodes_[index].revision = ++revision_;
}

void EpisodeLog::restore(std::vector<Firing> firings, std::vector<Episode> episodes) {
  firings_ = std::move(firings);
  episodes_ = std::move(episodes);
  num_firings_ = 0;
  revision_ = 0;
  for (Episode& episode : episodes_) {
    num_firings_ += episode.firings;
    episode.revision = ++revision_;
  }
}

void EpisodeLog::save(std::string& bytes) const {
  std::string own;
  support::pack(own, std::uint64_t{episodes_.size()});
  for (const Episode& episode : episodes_) {
    save_episode(own, episode);
  }
  support::pack(bytes, own);
}

bool EpisodeLog::load(std::string_view& bytes) {
  const auto own = findings::take_section(bytes);
  if (!own) {
    return false;
  }
  support::Unpacker in(*own);
  std::vector<Episode> episodes;
  for (std::uint64_t left = in.count(); left > 0; --left) {
    episodes.push_back(load_episode(in));
    episodes.back().number = static_cast<std::uint32_t>(episodes.size());
  }
  restore({}, std::move(episodes));
  return in.complete();
}

}  // namespace fairmon
