#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/compare/difference.hpp"
#include "report/print/escape.hpp"

namespace fairmon::report {

namespace {

constexpr double kLabelsEnd = 240.0;
constexpr double kPictureWidth = 720.0;
constexpr double kRightEdge = 30.0;
constexpr double kFirstRow = 56.0;
constexpr double kRowHeight = 24.0;

/// Where a difference stands on the axis.
struct ZeroAxis {
  double reach = 1.0;
  [[nodiscard]] double at(double value) const {
    const double middle = (kLabelsEnd + kPictureWidth - kRightEdge) / 2;
    const double half = (kPictureWidth - kRightEdge - kLabelsEnd) / 2;
    return middle + std::clamp(value / reach, -1.0, 1.0) * half;
  }
};

std::string stroke(double x1, double y1, double x2, double y2, std::string_view look) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, look);
}

std::string label(double x, double y, std::string_view anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

/// What can be told without colours: a filled dot where the bounds leave out zero.
std::string whisker(const Difference& difference, double y, const ZeroAxis& axis) {
  const double left = axis.at(difference.bounds->low);
  const double right = axis.at(difference.bounds->high);
  constexpr double kCap = 5.0;
  const std::string_view look = "stroke=\"#1f4e79\" stroke-width=\"2\"";
  return stroke(left, y, right, y, look) + stroke(left, y - kCap, left, y + kCap, look) +
         stroke(right, y - kCap, right, y + kCap, look) +
         fmt::format(
             "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\" stroke=\"#1f4e79\" "
             "stroke-width=\"2\"/>\n",
             axis.at(difference.change()), y, difference.certain() ? "#1f4e79" : "white");
}

std::string description(const Comparison& comparison, const RunNames& names) {
  std::string text = names.after + " minus " + names.before + ". ";
  for (const Difference& difference : comparison.differences) {
    if (difference.rates()) {
      text += fmt::format("{} {}: {:+.3f}, between {:+.3f} and {:+.3f}. ", difference.stream,
                          difference.instance, difference.change(), difference.bounds->low,
                          difference.bounds->high);
    }
  }
  return text;
}

}  // namespace

std::string comparison_svg(const Comparison& comparison, const RunNames& names) {
  std::vector<const Difference*> rates;
  const ZeroAxis axis{reach_of(comparison)};
  for (const Difference& difference : comparison.differences) {
    if (difference.rates()) {
      rates.push_back(&difference);
    }
  }
  const double bottom =
      kFirstRow + kRowHeight * static_cast<double>(std::max<std::size_t>(rates.size(), 1));
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n<title>Differences of rates</title>\n"
      "<desc>{}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kPictureWidth, bottom + 50.0, escaped(description(comparison, names)));
  text += label(8.0, 20.0, "start",
                fmt::format("{} minus {}; all bounds together at {:g} %", names.after, names.before,
                            comparison.level * 100.0));
  text += stroke(axis.at(0.0), kFirstRow - 16.0, axis.at(0.0), bottom,
                 "stroke=\"#555\" stroke-dasharray=\"4 3\"");
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double y = kFirstRow + kRowHeight * static_cast<double>(i);
    text += label(kLabelsEnd - 12.0, y + 4.0, "end",
                  rates[i]->instance.empty() ? rates[i]->stream
                                             : rates[i]->stream + " · " + rates[i]->instance);
    text += whisker(*rates[i], y, axis);
  }
  if (rates.empty()) {
    text += label(axis.at(0.0), kFirstRow, "middle", "no rate stands in both runs");
  }
  for (const double share : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    const double x = axis.at(share * axis.reach);
    text += stroke(x, bottom, x, bottom + 5.0, "stroke=\"#555\"");
    text += label(x, bottom + 20.0, "middle",
                  share == 0.0 ? "0" : fmt::format("{:+.2g}", share * axis.reach));
  }
  text += label(8.0, bottom + 40.0, "start", "filled: the bounds leave out zero; open: undecided");
  return text + "</svg>\n";
}

}  // namespace fairmon::report
