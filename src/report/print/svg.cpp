#include "report/print/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/print/escape.hpp"
#include "report/words.hpp"
#include "support/civil_time.hpp"

namespace fairmon::report {

namespace {

constexpr double kWidth = 680.0;
constexpr double kHeight = 250.0;
constexpr double kLeft = 52.0;
constexpr double kRight = 138.0;
constexpr double kTop = 12.0;
constexpr double kBottom = 26.0;
constexpr std::size_t kMostBands = 6;

// Dark enough for paper, of different lightness, with dashes for those who see no colours.
struct Stroke {
  const char* colour;
  const char* dashes;
};
constexpr std::array<Stroke, 8> kStrokes = {{{"#1b4f8a", ""},
                                             {"#b4470f", "7 3"},
                                             {"#2f7d4f", "2 2.5"},
                                             {"#7b3f8f", "10 3 2 3"},
                                             {"#6b5a00", "4 2"},
                                             {"#8a1c3a", "12 4"},
                                             {"#3f6f7f", "2 4"},
                                             {"#444444", "6 2 2 2 2 2"}}};

struct Scale {
  double from = 0.0;
  double to = 1.0;
  double low = 0.0;
  double high = 1.0;
  [[nodiscard]] double x(double time) const {
    return kLeft + (time - from) / (to - from) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] double y(double value) const {
    return kHeight - kBottom - (value - low) / (high - low) * (kHeight - kTop - kBottom);
  }
};

/// 1, 2 or 5 times a power of ten: about `count` steps.
double step_of(double range, double count) {
  const double raw = range / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw) {
      return factor * power;
    }
  }
  return 10.0 * power;
}

Scale scale_of(const Plot& plot) {
  Scale scale;
  scale.from = plot.from;
  scale.to = plot.to > plot.from ? plot.to : plot.from + 1.0;
  bool any = false;
  const auto see = [&](double value) {
    scale.low = any ? std::min(scale.low, value) : value;
    scale.high = any ? std::max(scale.high, value) : value;
    any = true;
  };
  for (const Curve& curve : plot.curves) {
    for (const auto& [time, value] : curve.points) {
      see(value);
    }
  }
  for (const double threshold : plot.thresholds) {
    see(threshold);
  }
  see(0.0);
  const double range = scale.high - scale.low;
  scale.high += range > 0.0 ? 0.06 * range : 1.0;
  scale.low -= scale.low < 0.0 ? 0.06 * range : 0.0;
  return scale;
}

std::string path_of(const std::vector<std::pair<double, double>>& points, const Scale& scale,
                    bool begin) {
  std::string path;
  double last_x = -10.0;
  double last_y = -10.0;
  for (const auto& [time, value] : points) {
    const double x = scale.x(time);
    const double y = std::clamp(scale.y(value), kTop, kHeight - kBottom);
    if (std::abs(x - last_x) < 0.3 && std::abs(y - last_y) < 0.3) {
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() && begin ? "M" : "L", x, y);
    last_x = x;
    last_y = y;
  }
  return path;
}

std::string band_of(const Curve& curve, const Scale& scale, const Stroke& stroke) {
  std::vector<std::pair<double, double>> back(curve.low.rbegin(), curve.low.rend());
  return fmt::format("<path d=\"{}{}Z\" fill=\"{}\" fill-opacity=\"0.13\"/>",
                     path_of(curve.high, scale, true), path_of(back, scale, false), stroke.colour);
}

std::string frame_of(const Plot& plot, const Scale& scale) {
  std::string out;
  const double step = step_of(scale.high - scale.low, 5.0);
  for (double value = std::ceil(scale.low / step) * step; value <= scale.high; value += step) {
    const double shown = std::abs(value) < step / 1e6 ? 0.0 : value;
    out += fmt::format(
        "<path d=\"M{:.1f} {:.1f}H{:.1f}\" class=\"grid\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
        "class=\"tick\" text-anchor=\"end\">{:.4g}</text>",
        kLeft, scale.y(shown), kWidth - kRight, kLeft - 5.0, scale.y(shown) + 3.5, shown);
  }
  if (!plot.unit.empty()) {
    out += fmt::format("<text x=\"2\" y=\"{:.1f}\" class=\"tick\">{}</text>", kTop - 2.0,
                       escaped(plot.unit));
  }
  return out;
}

std::string date_text(const Report& report, double time, double range) {
  if (report.relative_times) {
    const double seconds = time / 1e9;
    if (range > 4.0 * 86'400e9) {
      return fmt::format("{:.4g} d", seconds / 86'400.0);
    }
    return fmt::format("{:.6g} s", seconds);
  }
  std::string text;
  support::append_rfc3339(text, report.start_ns + static_cast<std::int64_t>(time));
  if (text.size() < 16) {
    return text;
  }
  return range > 2.0 * 86'400e9 ? text.substr(0, 10) : text.substr(5, 5) + " " + text.substr(11, 5);
}

std::vector<double> time_ticks(const Report& report, const Scale& scale) {
  constexpr double kTicks = 5.0;
  const double range = scale.to - scale.from;
  std::vector<double> ticks;
  // Without a calendar round numbers of days or seconds; dates are read as they come.
  const double unit = range > 4.0 * 86'400e9 ? 86'400e9 : 1e9;
  const double step = report.relative_times ? unit * step_of(range / unit, kTicks) : range / kTicks;
  for (double time = scale.from; time <= scale.to + step / 1e6; time += step) {
    ticks.push_back(time);
  }
  return ticks;
}

std::string time_axis(const Report& report, const Scale& scale) {
  std::string out;
  const double range = scale.to - scale.from;
  for (const double time : time_ticks(report, scale)) {
    const char* anchor = time == scale.from ? "start" : "middle";
    out += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}v4\" class=\"axis\"/><text x=\"{0:.1f}\" y=\"{2:.1f}\" "
        "class=\"tick\" text-anchor=\"{3}\">{4}</text>",
        scale.x(time), kHeight - kBottom, kHeight - 9.0, anchor,
        escaped(date_text(report, time, range)));
  }
  return out + fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" class=\"axis\"/>", kLeft,
                           kHeight - kBottom, kWidth - kRight);
}

std::string episodes_of(const Plot& plot, const Scale& scale) {
  std::string out;
  for (const auto& [from, to] : plot.episodes) {
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "fill=\"url(#hatch)\"/>",
        scale.x(from), kTop, std::max(1.0, scale.x(to) - scale.x(from)), kHeight - kTop - kBottom);
  }
  return out;
}

/// Names at the ends of the curves, pushed apart where they would overlap.
std::string labels_of(const Plot& plot, const Scale& scale) {
  struct Label {
    double y;
    std::string text;
    const char* colour;
  };
  std::vector<Label> labels;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Curve& curve = plot.curves[i];
    if (!curve.points.empty()) {
      labels.push_back({scale.y(curve.points.back().second) + 3.5, curve.name,
                        kStrokes[i % kStrokes.size()].colour});
    }
  }
  for (const double threshold : plot.thresholds) {
    labels.push_back({scale.y(threshold) + 3.5, "threshold " + number(threshold), "#000"});
  }
  std::sort(labels.begin(), labels.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
  constexpr double kLine = 11.5;
  for (std::size_t i = 1; i < labels.size(); ++i) {
    labels[i].y = std::max(labels[i].y, labels[i - 1].y + kLine);
  }
  // Pushed over the edge they move back up.
  double limit = kHeight - kBottom + 4.0;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->y = std::min(label->y, limit);
    limit = label->y - kLine;
  }
  std::string out;
  for (const Label& label : labels) {
    constexpr std::size_t kMost = 20;
    std::string text = label.text;
    if (text.size() > kMost) {
      std::size_t cut = kMost;
      while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) {
        --cut;
      }
      text = text.substr(0, cut) + "…";
    }
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"name\" fill=\"{}\">{}</text>",
                       kWidth - kRight + 5.0, label.y, label.colour, escaped(text));
  }
  return out;
}

}  // namespace

std::string svg_of(const Plot& plot, const Report& report) {
  const Scale scale = scale_of(plot);
  std::string out = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
                                kWidth, kHeight, escaped(plot.title));
  out += episodes_of(plot, scale) + frame_of(plot, scale) + time_axis(report, scale);
  for (std::size_t i = 0; i < plot.curves.size() && plot.curves.size() <= kMostBands; ++i) {
    if (plot.curves[i].low.size() > 1) {
      out += band_of(plot.curves[i], scale, kStrokes[i % kStrokes.size()]);
    }
  }
  for (const double threshold : plot.thresholds) {
    out += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" class=\"threshold\"/>", kLeft,
                       scale.y(threshold), kWidth - kRight);
  }
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Stroke& stroke = kStrokes[i % kStrokes.size()];
    const auto& points = plot.curves[i].points;
    if (points.size() == 1) {
      out +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>",
                      scale.x(points.front().first), scale.y(points.front().second), stroke.colour);
      continue;
    }
    out += fmt::format(
        "<path d=\"{}\" class=\"curve\" stroke=\"{}\"{}/>", path_of(points, scale, true),
        stroke.colour,
        *stroke.dashes == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", stroke.dashes));
  }
  return out + labels_of(plot, scale) + "</svg>\n";
}

}  // namespace fairmon::report
