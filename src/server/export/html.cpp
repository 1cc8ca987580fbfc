#include "server/export/html.hpp"

#include <fairmon/readings.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "server/history/reduce.hpp"

namespace fairmon::server {

namespace {

constexpr double kMinute = 60.0;
constexpr double kHour = 3600.0;
constexpr double kDay = 86'400.0;
constexpr double kYear = 365.0 * kDay;

struct Units {
  double large;
  std::string_view name;
  double small;
  std::string_view part;
};

/// The two largest units of a stretch of time.
std::string span_text(double seconds) {
  constexpr std::array<Units, 4> kUnits = {{{kYear, "y", kDay, "d"},
                                            {kDay, "d", kHour, "h"},
                                            {kHour, "h", kMinute, "min"},
                                            {kMinute, "min", 1.0, "s"}}};
  for (const Units& units : kUnits) {
    if (seconds < units.large) {
      continue;
    }
    double whole = std::floor(seconds / units.large);
    double rest = std::round((seconds - whole * units.large) / units.small);
    if (rest * units.small >= units.large) {
      whole += 1.0;
      rest = 0.0;
    }
    std::string text = short_number(whole) + " " + std::string(units.name);
    return rest > 0.0 ? text + " " + short_number(rest) + " " + std::string(units.part) : text;
  }
  return short_number(seconds) + " s";
}

std::optional<Duration> period_of(const RunHistory& history, std::uint32_t trigger) {
  const auto& all = history.triggers();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const DrawnTrigger& item) { return item.index == trigger; });
  return found == all.end() ? std::nullopt : found->period;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string people_time(Timestamp time, const RunHistory& history) {
  const auto start = history.start_time();
  if (!start) {
    return span_text(to_seconds(time));
  }
  const auto clock = static_cast<std::time_t>(std::floor(to_seconds(time) + to_seconds(*start)));
  std::tm parts{};
  gmtime_r(&clock, &parts);
  const bool days = to_seconds(history.reached()) > 20.0 * kDay;
  char text[64];
  const std::size_t length =
      std::strftime(text, sizeof text, days ? "%d %b %Y" : "%d %b %Y, %H:%M", &parts);
  return {text, length};
}

bool is_unjudged_since(const Episode& episode, const RunHistory& history) {
  StreamInfo trigger;
  trigger.period = period_of(history, episode.trigger);
  return episode.open() && is_old(trigger, episode.last, history.reached());
}

Timestamp end_of(const Episode& episode, const RunHistory& history) {
  if (episode.ended) {
    return *episode.ended;
  }
  return is_unjudged_since(episode, history) ? episode.last
                                             : std::max(episode.last, history.reached());
}

}  // namespace fairmon::server
