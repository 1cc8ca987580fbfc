#include <algorithm>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

constexpr std::size_t kMostCurves = 12;

double time_of(const Context& context, std::int64_t bucket) {
  const double width = static_cast<double>(std::int64_t{1} << context.collected.shift());
  return std::min((static_cast<double>(bucket) + 1.0) * width,
                  static_cast<double>(context.collected.summary().reached.ns));
}

Curve curve_of(const Context& context, std::uint32_t stream, const Series& series, double level) {
  Curve curve;
  const StreamInfo& info = context.collected.spec().streams()[stream];
  curve.name = series.name.empty() ? info.name : series.name;
  const Series* trials = context.collected.told(stream, StreamInfo::Tells::Trials, series);
  const Series* hits = context.collected.told(stream, StreamInfo::Tells::Hits, series);
  const bool banded = trials != nullptr && hits != nullptr && !trials->fell && !hits->fell;
  const auto rank =
      static_cast<std::uint64_t>(&series - context.collected.series(stream).data()) + 1;
  for (const Point& point : series.course.points()) {
    const double time = time_of(context, point.bucket);
    // A dip or a peak inside of the stretch is seen, too.
    if (series.name.empty() && point.high != point.last) {
      curve.points.emplace_back(time, point.high);
    }
    if (series.name.empty() && point.low != point.last) {
      curve.points.emplace_back(time, point.low);
    }
    curve.points.emplace_back(time, point.last);
    const auto n = banded ? trials->course.at(point.bucket) : std::nullopt;
    const auto k = banded ? hits->course.at(point.bucket) : std::nullopt;
    if (n && k && *k <= *n) {
      const Bounds bounds =
          bounds_of({static_cast<std::uint64_t>(*k), static_cast<std::uint64_t>(*n), rank}, level);
      curve.low.emplace_back(time, bounds.low);
      curve.high.emplace_back(time, bounds.high);
    }
  }
  return curve;
}

/// Stretches of a trigger's episodes, of all its instances.
std::vector<std::pair<double, double>> stretches(const Context& context, std::uint32_t trigger) {
  constexpr std::size_t kMost = 400;
  std::vector<std::pair<double, double>> list;
  const auto end = static_cast<double>(context.collected.summary().reached.ns);
  for (const Episode& episode : context.collected.episodes().episodes()) {
    if (episode.trigger == trigger && list.size() < kMost) {
      const double to = episode.ended ? static_cast<double>(episode.ended->ns) : end;
      list.emplace_back(static_cast<double>(episode.first.ns), to);
    }
  }
  return list;
}

}  // namespace

Plot plot_of(const Context& context, const PanelInfo& panel, double level) {
  Plot plot;
  plot.title = panel.title.empty() ? panel.id : panel.title;
  plot.unit = panel.unit;
  plot.thresholds = panel.thresholds;
  plot.to = static_cast<double>(context.collected.summary().reached.ns);
  for (const std::uint32_t trigger : panel.triggers) {
    const auto more = stretches(context, trigger);
    plot.episodes.insert(plot.episodes.end(), more.begin(), more.end());
  }
  for (const std::uint32_t stream : panel.streams) {
    const auto& all = context.collected.series(stream);
    std::vector<const Series*> order;
    for (const Series& series : all) {
      if (!series.course.points().empty()) {
        order.push_back(&series);
      }
    }
    // The curves that most was decided about; the table lists all.
    std::stable_sort(order.begin(), order.end(),
                     [](const Series* a, const Series* b) { return a->updates > b->updates; });
    const std::size_t shown = std::min(order.size(), kMostCurves);
    plot.num_more_curves += order.size() - shown;
    order.resize(shown);
    std::sort(order.begin(), order.end(), [&](const Series* a, const Series* b) {
      return context.collected.comes_before(stream, *a, *b);
    });
    for (const Series* series : order) {
      plot.curves.push_back(curve_of(context, stream, *series, level));
    }
  }
  return plot;
}

void add_plots(const Context& context, Finding& finding) {
  const auto shows = [](const std::vector<std::uint32_t>& list,
                        const std::optional<std::uint32_t>& stream) {
    return stream && std::find(list.begin(), list.end(), *stream) != list.end();
  };
  for (const PanelInfo& panel : context.collected.spec().panels()) {
    if (shows(panel.streams, finding.requirement.measure) ||
        shows(panel.streams, finding.requirement.rates) ||
        shows(panel.triggers, finding.requirement.trigger)) {
      Plot plot = plot_of(context, panel, finding.level);
      if (plot.episodes.empty()) {
        plot.episodes = stretches(context, finding.requirement.trigger);
      }
      if (!plot.curves.empty()) {
        finding.plots.push_back(std::move(plot));
      }
    }
  }
}

}  // namespace fairmon::report::parts
