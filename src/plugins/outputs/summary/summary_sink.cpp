#include "plugins/outputs/summary/summary_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "plugins/outputs/summary/words.hpp"
#include "plugins/writing/instance_text.hpp"
#include "support/utf8.hpp"

namespace fairmon::plugins::summary {

namespace {

/// A span of time in the unit a person would choose.
std::string span_text(double seconds) {
  struct Unit {
    double seconds;
    std::string_view name;
  };
  static constexpr Unit kUnits[] = {{86'400.0, "d"}, {3600.0, "h"}, {60.0, "min"}};
  for (const Unit& unit : kUnits) {
    if (seconds >= 2.0 * unit.seconds) {
      return fmt::format("{:.5g} {}", seconds / unit.seconds, unit.name);
    }
  }
  return fmt::format("{:.6g} s", seconds);
}

}  // namespace

VerdictSelection SummarySink::selection() const {
  VerdictSelection selection;
  selection.verbosity = Verbosity::Public;
  selection.plotted = true;
  return selection;
}

Result<void> SummarySink::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  const auto streams = spec.streams();
  std::vector<bool> shown(streams.size());
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    shown[i] = factory_->wants(i) && streams[i].kind == StreamKind::Output;
  }
  readings_.emplace(spec, std::move(shown), kMostTracked);
  episodes_.emplace(spec, context.symbols);
  states_.emplace(spec);
  histories_.resize(streams.size());
  return file_.open(context.resumed);
}

Result<void> SummarySink::write(const VerdictBatch& batch) {
  if (episodes_->concerns(batch)) {
    episodes_->read(batch, log_);
  }
  states_->take(batch);
  const auto streams = factory_->spec().streams();
  readings_->take(batch, [&](std::uint32_t stream, std::uint32_t place, const Cell* value) {
    auto& histories = histories_[stream];
    if (histories.size() <= place) {
      histories.resize(place + 1);
    }
    histories[place].add(height_of(streams[stream].type, value));
  });
  return {};
}

std::string SummarySink::time_text(Timestamp time) const {
  std::string text;
  const auto& start = factory_->context().start_time;
  if (start) {
    TimeWriter(TimeFormat::Rfc3339, *start).append(text, time);
    return text;
  }
  return span_text(static_cast<double>(time.ns) / 1e9);
}

/// The stream whose cases this one counts as left out, if it does.
const std::string* SummarySink::left_out_of(std::uint32_t stream) const {
  for (const Tag& tag : factory_->spec().streams()[stream].tags) {
    if (tag.key == "left_out" && tag.value) {
      return &*tag.value;
    }
  }
  return nullptr;
}

void SummarySink::print_head(const RunSummary& summary, std::string& out) const {
  const double rate = summary.wall_seconds > 0.0
                          ? static_cast<double>(summary.num_events) / summary.wall_seconds
                          : 0.0;
  out += fmt::format("{} and {} in {:.3g} s ({} events per second)\n",
                     plural(summary.num_events, "event", "events"),
                     plural(summary.num_deadlines, "deadline", "deadlines"), summary.wall_seconds,
                     grouped(static_cast<std::uint64_t>(rate)));
  out += "time reached: " + time_text(summary.reached) + "\n";
  const auto line = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count > 0) {
      out += plural(count, one, many) + "\n";
    }
  };
  line(summary.num_bad_records, "bad record", "bad records");
  line(summary.num_late_records, "late record", "late records");
  line(summary.num_evaluation_errors, "failed evaluation", "failed evaluations");
  if (summary.interrupted) {
    out += "interrupted before the end of the data\n";
  } else if (summary.finished_period) {
    out += "the last period was evaluated at its end, after the last event (--at-end)\n";
  } else if (summary.unfinished_period) {
    out += "the last period was not over and is not evaluated (--at-end does)\n";
  }
}

void SummarySink::print_triggers(const RunSummary& summary, std::string& out) const {
  const auto streams = factory_->spec().streams();
  bool heading = false;
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind == StreamKind::Trigger) {
      out += heading ? "" : "\ntriggers\n";
      heading = true;
      print_trigger(i, summary, out);
    }
  }
}

void SummarySink::print_trigger(std::uint32_t trigger, const RunSummary& summary,
                                std::string& out) const {
  const StreamInfo& stream = factory_->spec().streams()[trigger];
  std::vector<const Episode*> own;
  std::vector<std::string_view> instances;
  std::uint64_t firings = 0;
  for (const Episode& episode : log_.episodes()) {
    if (episode.trigger == trigger) {
      own.push_back(&episode);
      instances.push_back(episode.instance);
      firings += episode.firings;
    }
  }
  std::string title = stream.title;
  if (title.empty() && !own.empty()) {
    title = own.back()->text;
  }
  out += fmt::format("  #{} {}\n", stream.trigger_index,
                     title.empty() ? "(no message)" : "\"" + title + "\"");
  if (own.empty()) {
    if (states_->judges(trigger)) {
      print_states(trigger, out);
    } else {
      out += "     never fired\n";
    }
    return;
  }
  std::sort(instances.begin(), instances.end());
  const auto num_instances = static_cast<std::uint64_t>(
      std::unique(instances.begin(), instances.end()) - instances.begin());
  out += "     fired " + plural(firings, "time", "times");
  out += own.size() == firings ? "" : " in " + plural(own.size(), "episode", "episodes");
  out += stream.parameters.empty() ? "" : " for " + plural(num_instances, "instance", "instances");
  const auto latest = std::max_element(
      own.begin(), own.end(), [](const auto* a, const auto* b) { return a->last < b->last; });
  out += firings == 1 ? ", at " + time_text(own.front()->first) + "\n"
                      : ", first at " + time_text(own.front()->first) + ", last at " +
                            time_text((*latest)->last) + "\n";
  const auto open = static_cast<std::uint64_t>(
      std::count_if(own.begin(), own.end(), [](const auto* episode) { return episode->open(); }));
  const std::string when = summary.interrupted ? " when interrupted" : " at the end";
  if (states_->judges(trigger)) {
    print_states(trigger, out);
  } else if (open == 1 && num_instances == 1) {
    // Nobody looked since: what was true then need not be.
    const bool old = is_old(stream, own.back()->last, summary.reached);
    out += "     violated" + (old ? " when last judged" : when) + ", since " +
           time_text(own.back()->first) + "\n";
  } else if (open > 0) {
    out += "     violated" + when + " by " + plural(open, "instance", "instances") + "\n";
  } else {
    out += "     over since " + time_text(*(*latest)->ended) + "\n";
  }
  const Episode* worst = nullptr;
  for (const Episode* episode : own) {
    const auto depth = [](const Episode* one) {
      return one->worst ? one->worst->remoteness : -std::numeric_limits<double>::infinity();
    };
    worst = worst == nullptr || depth(episode) > depth(worst) ? episode : worst;
  }
  if (worst->worst) {
    out +=
        fmt::format("     worst {:.6g} at {}", worst->worst->value, time_text(worst->worst->time));
    // The title stands above already.
    std::string_view said = worst->worst->text;
    said.remove_prefix(said.starts_with(title) ? title.size() : 0);
    said.remove_prefix(std::min(said.size(), said.find_first_not_of(" :")));
    out += said.empty() ? "\n" : ": " + std::string(said) + "\n";
  }
}

void SummarySink::print_left_out(std::string& out) const {
  const auto streams = factory_->spec().streams();
  bool heading = false;
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const std::string* of = left_out_of(i);
    if (of == nullptr || readings_->of(i).empty() || readings_->of(i).front().value.empty()) {
      continue;
    }
    out += heading ? "" : "\nleft out\n";
    heading = true;
    out += "  " + *of + ": " + plural(readings_->of(i).front().value.front(), "case", "cases") +
           " without a group label\n";
  }
}

std::string SummarySink::value_text(std::uint32_t stream, const Reading& reading) const {
  const Type& type = factory_->spec().streams()[stream].type;
  // Six digits are what a person reads; the other outputs have them all.
  if (type.is_real()) {
    return fmt::format("{:.6g}", height_of(type, reading.value.data()));
  }
  std::string text;
  append_text(text, type, reading.value.data(), *factory_->context().symbols);
  return text;
}

SummarySink::Line SummarySink::value_line(std::uint32_t stream, std::size_t place,
                                          const RunSummary& summary) const {
  constexpr std::size_t kSparkWidth = 32;
  const StreamInfo& info = factory_->spec().streams()[stream];
  const Reading& reading = readings_->of(stream)[place];
  Line line;
  line.name = info.name;
  if (!info.parameters.empty()) {
    line.name +=
        "(" + instance_name(info, reading.instance.data(), *factory_->context().symbols) + ")";
  }
  line.value = value_text(stream, reading);
  if (reading.lower && reading.upper) {
    line.value += fmt::format(" [{:.3g}, {:.3g}]", *reading.lower, *reading.upper);
    line.remark = reading.trials ? "n = " + grouped(*reading.trials) : "";
  } else if (reading.trials) {
    line.remark = reading.hits
                      ? fmt::format("{} of {}", grouped(*reading.hits), grouped(*reading.trials))
                      : "n " + grouped(*reading.trials);
  }
  if (is_old(info, reading.as_of, summary.reached)) {
    line.remark += (line.remark.empty() ? "as of " : ", as of ") + time_text(reading.as_of);
  }
  line.course = histories_[stream][place].sparkline(kSparkWidth);
  return line;
}

std::vector<SummarySink::Line> SummarySink::value_lines(const RunSummary& summary) const {
  std::vector<Line> lines;
  for (std::uint32_t i = 0; i < factory_->spec().streams().size(); ++i) {
    const auto& readings = readings_->of(i);
    if (left_out_of(i) != nullptr) {
      continue;
    }
    std::vector<std::size_t> order;
    for (std::size_t place = 0; place < readings.size(); ++place) {
      if (!readings[place].value.empty()) {
        order.push_back(place);
      }
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return factory_->compare_instances(i, readings[a].instance.data(),
                                         readings[b].instance.data()) < 0;
    });
    const std::size_t listed = std::min(order.size(), most_instances_);
    for (std::size_t place = 0; place < listed; ++place) {
      lines.push_back(value_line(i, order[place], summary));
    }
    if (listed < order.size()) {
      lines.push_back({"", "",
                       fmt::format("… and {}{}", readings_->more_than_kept(i) ? "more than " : "",
                                   plural(order.size() - listed, "instance", "instances")),
                       ""});
    }
  }
  return lines;
}

void SummarySink::print_values(const RunSummary& summary, std::string& out) const {
  const std::vector<Line> lines = value_lines(summary);
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  std::size_t remark_width = 0;
  for (const Line& line : lines) {
    if (!line.name.empty()) {
      name_width = std::max(name_width, support::count_code_points(line.name));
      value_width = std::max(value_width, line.value.size());
      remark_width = std::max(remark_width, line.remark.size());
    }
  }
  value_width = std::min<std::size_t>(value_width, 40);
  remark_width += remark_width > 0 ? 2 : 0;
  out += lines.empty() ? "" : "\nfinal values\n";
  for (const Line& line : lines) {
    if (line.name.empty()) {
      out += "  " + line.remark + "\n";
      continue;
    }
    const std::string padding(name_width - support::count_code_points(line.name), ' ');
    const std::string text =
        fmt::format("  {}{} = {:<{}}  {:<{}}{}", line.name, padding, line.value, value_width,
                    line.remark, remark_width, line.course);
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
}

Result<void> SummarySink::close(const RunSummary& summary) {
  std::string& out = file_.buffer();
  print_head(summary, out);
  print_triggers(summary, out);
  print_left_out(out);
  print_values(summary, out);
  return file_.close();
}

}  // namespace fairmon::plugins::summary
