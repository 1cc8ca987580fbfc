#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "server/export/html.hpp"
#include "server/history/frame.hpp"
#include "server/history/reduce.hpp"

namespace fairmon::server {

namespace {

constexpr std::uint32_t kHeight = 260;
constexpr std::array<std::string_view, 8> kColours = {"#0069b4", "#ad5a00", "#00795a", "#a4478c",
                                                      "#007587", "#5f4b8b", "#6b5b00", "#3f4754"};
constexpr std::array<std::string_view, 8> kDashes = {"",        "7 4",      "2 3",  "12 4",
                                                     "7 3 2 3", "12 3 2 3", "16 4", "2 6"};

struct PictureCurve {
  const Series* series;
  Points points;
  Points lower;
  Points upper;
};

class Picture {
 public:
  Picture(const RunHistory& history, const Panel& panel)
      : history_(history),
        panel_(panel),
        all_(history.series()),
        end_(std::max(to_seconds(history.reached()), 1e-9)) {
    for (const std::uint32_t id : series_of_panel(panel, all_)) {
      if (curves_.size() == kMostCurves) {
        break;
      }
      PictureCurve drawn{all_[id].get(), {}, {}, {}};
      reduce(*drawn.series, drawn.points);
      if (drawn.series->lower() != nullptr) {
        reduce(*drawn.series->lower(), drawn.lower);
        reduce(*drawn.series->upper(), drawn.upper);
      }
      curves_.push_back(std::move(drawn));
    }
    fit();
  }

  [[nodiscard]] std::string html() const {
    std::string out = "<svg viewBox=\"0 0 " + std::to_string(kPictureWidth + 80) + " " +
                      std::to_string(kHeight + 36) + "\" role=\"img\" aria-label=\"" +
                      escape_html(panel_.id) + "\">";
    out += undecided() + violations();
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      out += band(curves_[i], colour(i));
    }
    for (const double threshold : panel_.thresholds) {
      out += "<line x1=\"60\" x2=\"" + std::to_string(kPictureWidth + 60) + "\" y1=\"" +
             y(threshold) + "\" y2=\"" + y(threshold) +
             "\" stroke=\"#b3152a\" stroke-dasharray=\"8 6\"/>" +
             label(4, y(threshold), short_number(threshold), " fill=\"#b3152a\"");
    }
    out += label(4, y(low_), short_number(low_), "") + label(4, y(high_), short_number(high_), "");
    const std::string foot = std::to_string(kHeight + 30);
    out += label(60, foot, people_time({0}, history_), "") +
           label(kPictureWidth + 60, foot, people_time(history_.reached(), history_),
                 " text-anchor=\"end\"");
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      out += path(curves_[i].points, i);
    }
    return out + "</svg>" + legend();
  }

 private:
  static std::string colour(std::size_t i) { return std::string(kColours[i % kColours.size()]); }
  static std::string label(std::uint32_t x, const std::string& y, const std::string& text,
                           const std::string& more) {
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + y + "\"" + more + ">" + text + "</text>";
  }
  void reduce(const Series& series, Points& points) const {
    reduce_exact(series, {0}, history_.reached(), kPictureWidth / 2, points);
  }
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
    for (const PictureCurve& drawn : curves_) {
      std::for_each(drawn.points.values.begin(), drawn.points.values.end(), offer);
      // Early bands are as wide as can be; those of the end are what counts.
      for (const Points* ends : {&drawn.lower, &drawn.upper}) {
        if (ends->size() > 0) {
          offer(ends->values.back());
        }
      }
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
    return short_number(60.0 + time / end_ * kPictureWidth);
  }
  [[nodiscard]] std::string y(double value) const {
    const double inside = std::clamp(value, low_, high_);
    return short_number(10.0 + (1.0 - (inside - low_) / (high_ - low_)) * kHeight);
  }
  [[nodiscard]] bool ours(std::uint32_t trigger) const {
    return std::count(panel_.triggers.begin(), panel_.triggers.end(), trigger) > 0;
  }
  [[nodiscard]] std::string stretch(Timestamp from, Timestamp to, const std::string& fill,
                                    const std::string& title) const {
    const double width = (to_seconds(to) - to_seconds(from)) / end_ * kPictureWidth;
    return "<rect x=\"" + x(to_seconds(from)) + "\" y=\"10\" width=\"" +
           short_number(std::max(width, 1.5)) + "\" height=\"" + std::to_string(kHeight) + "\" " +
           fill + "><title>" + title + "</title></rect>";
  }
  [[nodiscard]] std::string violations() const {
    std::string out;
    for (const Episode& episode : history_.episodes()) {
      if (ours(episode.trigger)) {
        out +=
            stretch(episode.first, end_of(episode, history_), "fill=\"#b3152a\" opacity=\"0.18\"",
                    "episode " + std::to_string(episode.number));
      }
    }
    return out;
  }
  [[nodiscard]] std::string undecided() const {
    std::map<std::pair<std::uint32_t, std::string>, Timestamp> open;
    std::string out;
    const auto close = [&](auto found, Timestamp to) {
      out += stretch(found->second, to, "fill=\"url(#undecided)\"", "undecided");
      open.erase(found);
    };
    for (const JudgementChange& change : history_.judgements_after(0)) {
      const std::pair key{change.trigger, change.instance};
      if (const auto found = open.find(key); found != open.end()) {
        close(found, change.time);
      }
      if (ours(change.trigger) && change.judgement == Judgement::Undecided) {
        open.emplace(key, change.time);
      }
    }
    while (!open.empty()) {
      close(open.begin(), history_.reached());
    }
    return out.empty() ? out
                       : "<pattern id=\"undecided\" width=\"7\" height=\"7\" "
                         "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><line "
                         "y2=\"7\" stroke=\"#596273\" opacity=\"0.6\"/></pattern>" +
                             out;
  }
  /// A step line as a path that begins where the pen is; pieces where it has gaps.
  [[nodiscard]] std::string steps(const Points& points) const {
    std::string d;
    bool pen_down = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string at = x(points.times[i]);
      if (std::isnan(points.values[i])) {
        d += pen_down ? "H" + at : "";
        pen_down = false;
        continue;
      }
      d += pen_down ? "H" + at + "V" + y(points.values[i]) : "M" + at + " " + y(points.values[i]);
      pen_down = true;
    }
    return pen_down ? d + "H" + x(end_) : d;
  }
  [[nodiscard]] std::string path(const Points& points, std::size_t i) const {
    return "<path d=\"" + steps(points) + "\" fill=\"none\" stroke=\"" + colour(i) +
           "\" stroke-width=\"1.5\" stroke-dasharray=\"" +
           std::string(kDashes[i % kDashes.size()]) + "\"/>";
  }
  /// Between the ends, one rectangle per step of either.
  [[nodiscard]] std::string band(const PictureCurve& drawn, const std::string& fill) const {
    std::vector<double> times = drawn.lower.times;
    times.insert(times.end(), drawn.upper.times.begin(), drawn.upper.times.end());
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::string d;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const double low = value_at(drawn.lower, times[i]);
      const double high = value_at(drawn.upper, times[i]);
      if (!std::isnan(low) && !std::isnan(high)) {
        const double to = i + 1 < times.size() ? times[i + 1] : end_;
        d += "M" + x(times[i]) + " " + y(low) + "V" + y(high) + "H" + x(to) + "V" + y(low) + "Z";
      }
    }
    return d.empty() ? d : "<path d=\"" + d + "\" fill=\"" + fill + "\" opacity=\"0.16\"/>";
  }
  static double value_at(const Points& points, double time) {
    const auto after = std::upper_bound(points.times.begin(), points.times.end(), time);
    return after == points.times.begin()
               ? std::numeric_limits<double>::quiet_NaN()
               : points.values[static_cast<std::size_t>(after - points.times.begin()) - 1];
  }
  [[nodiscard]] std::string legend() const {
    std::string out = "<p>";
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      out += "<span style=\"color:" + colour(i) + "\">&#9632; " +
             escape_html(curves_[i].series->label()) + "</span> " + last_words(curves_[i]) +
             " &nbsp; ";
    }
    return out + "</p>";
  }
  /// What a curve says at the end: value, bounds, hits and trials.
  [[nodiscard]] std::string last_words(const PictureCurve& drawn) const {
    const Series& series = *drawn.series;
    const auto index = series.holding_at(history_.reached());
    if (!index) {
      return "no value";
    }
    std::string out = short_number(series.value(*index));
    if (drawn.lower.size() > 0 && drawn.upper.size() > 0) {
      out += " [" + short_number(drawn.lower.values.back()) + ", " +
             short_number(drawn.upper.values.back()) + "]";
    }
    const auto trials = series.trials().newest();
    const auto hits = series.hits().newest();
    if (trials) {
      out += hits ? " (" + std::to_string(*hits) + " of " + std::to_string(*trials) + ")"
                  : " (n = " + std::to_string(*trials) + ")";
    }
    return out;
  }

  const RunHistory& history_;
  const Panel& panel_;
  std::vector<std::shared_ptr<Series>> all_;
  double end_ = 1.0;
  double low_ = 0.0;
  double high_ = 1.0;
  std::vector<PictureCurve> curves_;
};

}  // namespace

std::string panel_picture(const RunHistory& history, const Panel& panel) {
  return Picture(history, panel).html();
}

}  // namespace fairmon::server
