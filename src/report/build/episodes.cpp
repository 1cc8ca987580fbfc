#include <algorithm>

#include "report/build/build.hpp"

namespace fairmon::report::parts {

namespace {

constexpr std::size_t kMostEpisodes = 100;

/// Who was at the ends at about that time, from the courses.
std::string groups_then(const Context& context, const Finding& finding, Timestamp time) {
  const auto& rates = finding.requirement.rates;
  if (!rates || finding.requirement.comparison == GroupComparison::None ||
      context.collected.series(*rates).size() > Collector::kMostCourses) {
    return {};
  }
  const std::int64_t bucket = std::max<std::int64_t>(time.ns, 0) >> context.collected.shift();
  const Series* low = nullptr;
  const Series* high = nullptr;
  double low_value = 0.0;
  double high_value = 0.0;
  for (const Series& series : context.collected.series(*rates)) {
    const auto value = series.course.at(bucket);
    const bool judged =
        std::any_of(finding.groups.begin(), finding.groups.end(),
                    [&](const Group& group) { return group.judged && group.name == series.name; });
    if (!value || !judged) {
      continue;
    }
    if (low == nullptr || *value < low_value) {
      low = &series;
      low_value = *value;
    }
    if (high == nullptr || *value > high_value) {
      high = &series;
      high_value = *value;
    }
  }
  return low == nullptr || low == high ? "" : low->name + " below " + high->name;
}

EpisodeLine line_of(const Context& context, const Finding& finding, const Episode& episode) {
  EpisodeLine line;
  line.instance = episode.instance;
  line.begin = context.clock.text(episode.first);
  line.end = episode.ended ? context.clock.text(*episode.ended) : "";
  line.firings = episode.firings;
  line.said = episode.worst ? episode.worst->text : episode.text;
  if (line.said.starts_with(finding.title)) {
    line.said.erase(0, finding.title.size());
    line.said.erase(0, line.said.find_first_not_of(" :"));
  }
  if (episode.worst) {
    line.worst = episode.worst->value;
    line.worst_at = context.clock.text(episode.worst->time);
    line.groups = groups_then(context, finding, episode.worst->time);
  }
  return line;
}

}  // namespace

void add_episodes(const Context& context, Finding& finding) {
  bool open = false;
  for (const Episode& episode : context.collected.episodes().episodes()) {
    if (episode.trigger != finding.requirement.trigger) {
      continue;
    }
    ++finding.num_episodes;
    finding.num_firings += episode.firings;
    open = open || episode.open();
    if (finding.episodes.size() < kMostEpisodes) {
      finding.episodes.push_back(line_of(context, finding, episode));
    } else if (episode.open()) {
      finding.episodes.back() = line_of(context, finding, episode);
    }
  }
  const auto& measure = finding.requirement.measure;
  const bool judged = !measure || !context.collected.series(*measure).empty();
  finding.state = open                       ? State::Violated
                  : finding.num_episodes > 0 ? State::ViolatedBefore
                  : !judged                  ? State::NeverJudged
                  : finding.requirement.level && finding.sureness == Sureness::Undecided
                      ? State::Undecided
                      : State::Kept;
}

}  // namespace fairmon::report::parts
