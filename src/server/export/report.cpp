#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "server/export/export.hpp"
#include "server/history/frame.hpp"
#include "server/history/reduce.hpp"

namespace fairmon::server {

namespace {

constexpr std::uint32_t kWidth = 900;
constexpr std::uint32_t kHeight = 260;
constexpr std::size_t kMaxTriggers = 10'000;
constexpr std::size_t kMaxCurves = 40;
constexpr std::array<std::string_view, 8> kColours = {"#0069b4", "#ad5a00", "#00795a", "#a4478c",
                                                      "#007587", "#5f4b8b", "#6b5b00", "#3f4754"};

std::string escape(std::string_view text) {
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

/// One panel as a picture: step lines, thresholds, episodes as tinted stretches.
class Picture {
 public:
  Picture(const RunHistory& history, const Panel& panel) : history_(history), panel_(panel) {
    end_ = std::max(to_seconds(history.reached()), 1e-9);
    const auto all = history.series();
    for (const std::uint32_t id : series_of_panel(panel, all)) {
      if (curves_.size() == kMaxCurves) {
        break;
      }
      Points points;
      reduce_exact(*all[id], {0}, history.reached(), kWidth / 2, points);
      curves_.emplace_back(all[id]->label(), std::move(points));
    }
    fit();
  }

  [[nodiscard]] std::string svg() const {
    std::string out = "<svg viewBox=\"0 0 " + std::to_string(kWidth + 80) + " " +
                      std::to_string(kHeight + 20) + "\" role=\"img\">";
    out += bands();
    for (const double threshold : panel_.thresholds) {
      out += "<line x1=\"60\" x2=\"" + std::to_string(kWidth + 60) + "\" y1=\"" + y(threshold) +
             "\" y2=\"" + y(threshold) +
             "\" stroke=\"#b3152a\" stroke-dasharray=\"8 6\"/><text x=\"4\" y=\"" + y(threshold) +
             "\" fill=\"#b3152a\">" + short_number(threshold) + "</text>";
    }
    out += "<text x=\"4\" y=\"" + y(low_) + "\">" + short_number(low_) +
           "</text><text x=\"4\" y=\"" + y(high_) + "\">" + short_number(high_) + "</text>";
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      out += path(curves_[i].second, kColours[i % kColours.size()]);
    }
    return out + "</svg>" + legend();
  }

 private:
  void fit() {
    low_ = std::numeric_limits<double>::infinity();
    high_ = -low_;
    const auto offer = [&](double value) {
      if (!std::isnan(value)) {
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
      }
    };
    std::for_each(panel_.thresholds.begin(), panel_.thresholds.end(), offer);
    for (const auto& [label, points] : curves_) {
      std::for_each(points.values.begin(), points.values.end(), offer);
    }
    if (low_ > high_) {
      low_ = 0.0;
      high_ = 1.0;
    }
    if (high_ - low_ < 1e-12) {
      high_ = low_ + 1.0;
    }
  }
  [[nodiscard]] std::string x(double time) const {
    return short_number(60.0 + time / end_ * kWidth);
  }
  [[nodiscard]] std::string y(double value) const {
    return short_number(10.0 + (1.0 - (value - low_) / (high_ - low_)) * kHeight);
  }
  [[nodiscard]] std::string bands() const {
    std::string out;
    for (const Episode& episode : history_.episodes()) {
      if (std::count(panel_.triggers.begin(), panel_.triggers.end(), episode.trigger) == 0) {
        continue;
      }
      const double width = (to_seconds(episode.last) - to_seconds(episode.first)) / end_ * kWidth;
      out += "<rect x=\"" + x(to_seconds(episode.first)) + "\" y=\"10\" width=\"" +
             short_number(std::max(width, 1.5)) + "\" height=\"" + std::to_string(kHeight) +
             "\" fill=\"#b3152a\" opacity=\"0.18\"><title>episode " +
             std::to_string(episode.number) + "</title></rect>";
    }
    return out;
  }
  [[nodiscard]] std::string path(const Points& points, std::string_view colour) const {
    std::string d;
    bool pen_down = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (std::isnan(points.values[i])) {
        pen_down = false;
        continue;
      }
      const std::string at = x(points.times[i]);
      d += pen_down ? "H" + at + "V" + y(points.values[i]) : "M" + at + " " + y(points.values[i]);
      pen_down = true;
    }
    return "<path d=\"" + d + (pen_down ? "H" + x(end_) : "") + "\" fill=\"none\" stroke=\"" +
           std::string(colour) + "\" stroke-width=\"1.5\"/>";
  }
  [[nodiscard]] std::string legend() const {
    std::string out = "<p>";
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const Points& points = curves_[i].second;
      out += "<span style=\"color:" + std::string(kColours[i % kColours.size()]) + "\">&#9632; " +
             escape(curves_[i].first) + "</span> " +
             (points.size() == 0 ? "no value" : short_number(points.values.back())) + " &nbsp; ";
    }
    return out + "</p>";
  }

  const RunHistory& history_;
  const Panel& panel_;
  double end_ = 1.0;
  double low_ = 0.0;
  double high_ = 1.0;
  std::vector<std::pair<std::string, Points>> curves_;
};

std::string figures(const Run& run) {
  const RunStatus status = run.status();
  const auto start = run.history().start_time();
  return "<table><tr><th>State</th><td>" + std::string(phase_name(status.phase)) +
         "</td></tr><tr><th>Data</th><td>" + escape(run.settings().data_name) + " (" +
         escape(run.settings().plugin) + ")</td></tr><tr><th>Events</th><td>" +
         std::to_string(status.progress.num_events) + "</td></tr><tr><th>Monitor time</th><td>" +
         time_text(status.progress.reached, start) + "</td></tr><tr><th>Firings</th><td>" +
         std::to_string(run.history().num_firings()) + "</td></tr></table>" +
         (status.error.empty() ? "" : "<pre>" + escape(status.error) + "</pre>");
}

std::string trigger_table(const RunHistory& history) {
  const auto start = history.start_time();
  std::string out = "<table><tr><th>No.</th><th>Time</th><th>Episode</th><th>Trigger</th></tr>";
  for (const Firing& firing : history.firings_after(0, kMaxTriggers)) {
    out += "<tr><td>" + std::to_string(firing.number) + "</td><td>" +
           time_text(firing.time, start) + "</td><td>" + std::to_string(firing.episode) +
           "</td><td>" + escape(firing.text) + "</td></tr>";
  }
  return out + "</table>";
}

}  // namespace

std::string html_report(const Run& run) {
  const RunHistory& history = run.history();
  std::string out =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>FairMon report</title>"
      "<style>body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}"
      "svg{width:100%;font:11px sans-serif}pre{background:#f4f5f7;padding:1rem;overflow:auto}"
      "table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .8rem .15rem 0}"
      "</style><h1>" +
      escape(run.settings().name) + "</h1>" + figures(run);
  for (const Panel& panel : history.panels()) {
    out += "<h2>" + escape(panel.title.empty() ? panel.id : panel.title) + "</h2>" +
           Picture(history, panel).svg();
  }
  out += "<p>Curves are reduced to the first, smallest, largest and last value of each of " +
         std::to_string(kWidth / 2) + " stretches of time; at most " + std::to_string(kMaxCurves) +
         " curves are drawn per panel.</p><h2>Triggers</h2>" + trigger_table(history);
  if (history.num_firings() > kMaxTriggers) {
    out += "<p>Only the first " + std::to_string(kMaxTriggers) + " of " +
           std::to_string(history.num_firings()) + " firings are listed.</p>";
  }
  return out + "<h2>Specification</h2><pre>" + escape(run.settings().spec) + "</pre></html>";
}

}  // namespace fairmon::server
