#include "plugins/outputs/summary/summary_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "plugins/writing/instance_text.hpp"
#include "support/utf8.hpp"

namespace fairmon::plugins::summary {

namespace {

/// 12345678 as 12,345,678.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return grouped(count) + " " + std::string(count == 1 ? one : many);
}

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

std::optional<double> number_of(const Type& type, const Cell* cells) {
  switch (type.kind()) {
    case TypeKind::Float:
    case TypeKind::Prob:
      return cell_double(*cells);
    case TypeKind::Int:
      return static_cast<double>(cell_int(*cells));
    case TypeKind::UInt:
    case TypeKind::Bool:
      return static_cast<double>(*cells);
    case TypeKind::Fixed:
    case TypeKind::UFixed:
      return Decimal::unpack(*cells).to_double();
    case TypeKind::Optional:
      return *cells == 0 ? std::nullopt : number_of(type.inner(), cells + 1);
    case TypeKind::Unknown:
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
      return std::nullopt;
  }
  return std::nullopt;
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
  states_.resize(streams.size());
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    states_[i].shown = factory_->wants(i) && streams[i].kind == StreamKind::Output;
    states_[i].message = streams[i].message;
  }
  return file_.open(context.resumed);
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

std::string SummarySink::instance_text(const VerdictRow& row) const {
  const StreamInfo& stream = factory_->spec().streams()[row.stream];
  std::string text;
  if (!stream.parameters.empty()) {
    text += '(';
    append_parameters(text, parameter_types(stream), row.parameters, *factory_->context().symbols);
    text += ')';
  }
  return text;
}

void SummarySink::note(const VerdictRow& row) {
  const StreamInfo& stream = factory_->spec().streams()[row.stream];
  StreamState& state = states_[row.stream];
  if (row.error != nullptr || row.kind != ChangeKind::Value) {
    return;
  }
  state.first = state.count == 0 ? row.time : state.first;
  state.last = row.time;
  ++state.count;
  if (stream.kind == StreamKind::Trigger) {
    if (!stream.parameters.empty() && state.fired.size() < kMostTracked) {
      state.fired.insert(instance_text(row));
    }
    if (stream.message.empty()) {
      state.message.clear();
      append_text(state.message, stream.type, row.values, *factory_->context().symbols, false);
    }
    return;
  }
  const std::string instance = instance_text(row);
  auto found = state.instances.find(instance);
  if (found == state.instances.end()) {
    if (state.instances.size() >= kMostTracked) {
      state.more_instances = true;
      return;
    }
    found = state.instances.emplace(instance, Track{}).first;
  }
  Track& track = found->second;
  ++track.updates;
  track.text.clear();
  const auto number = number_of(stream.type, row.values);
  if (number) {
    track.history.add(*number);
  }
  // Six digits are what a person reads; the other outputs have them all.
  if (number && stream.type.is_real()) {
    fmt::format_to(std::back_inserter(track.text), "{:.6g}", *number);
  } else {
    append_text(track.text, stream.type, row.values, *factory_->context().symbols);
  }
}

Result<void> SummarySink::write(const VerdictBatch& batch) {
  factory_->rows(batch, rows_);
  for (const VerdictRow& row : rows_) {
    const bool trigger = factory_->spec().streams()[row.stream].kind == StreamKind::Trigger;
    if (trigger || states_[row.stream].shown) {
      note(row);
    }
  }
  return {};
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
  }
}

void SummarySink::print_triggers(std::string& out) const {
  const auto streams = factory_->spec().streams();
  bool heading = false;
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind != StreamKind::Trigger) {
      continue;
    }
    out += heading ? "" : "\ntriggers\n";
    heading = true;
    const StreamState& state = states_[i];
    out += fmt::format("  #{} {}\n", streams[i].trigger_index,
                       state.message.empty() ? "(no message)" : "\"" + state.message + "\"");
    if (state.count == 0) {
      out += "     never fired\n";
      continue;
    }
    out += "     fired " + plural(state.count, "time", "times");
    if (!state.fired.empty()) {
      out += " for " + plural(state.fired.size(), "instance", "instances");
    }
    out += state.count == 1 ? ", at " + time_text(state.first) + "\n"
                            : ", first at " + time_text(state.first) + ", last at " +
                                  time_text(state.last) + "\n";
  }
}

void SummarySink::print_values(std::string& out) const {
  constexpr std::size_t kSparkWidth = 32;
  const auto streams = factory_->spec().streams();
  struct Line {
    std::string name;
    const Track* track;
    std::string remark;
  };
  std::vector<Line> lines;
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const StreamState& state = states_[i];
    std::size_t listed = 0;
    for (const auto& [instance, track] : state.instances) {
      if (listed++ == most_instances_) {
        const std::uint64_t left = state.instances.size() - most_instances_;
        lines.push_back({"", nullptr,
                         fmt::format("… and {}{}", state.more_instances ? "more than " : "",
                                     plural(left, "instance", "instances"))});
        break;
      }
      lines.push_back({streams[i].name + instance, &track, {}});
    }
  }
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const Line& line : lines) {
    name_width = std::max(name_width, support::count_code_points(line.name));
    value_width = std::max(value_width, line.track != nullptr ? line.track->text.size() : 0);
  }
  value_width = std::min<std::size_t>(value_width, 40);
  out += lines.empty() ? "" : "\nfinal values\n";
  for (const Line& line : lines) {
    if (line.track == nullptr) {
      out += "  " + line.remark + "\n";
      continue;
    }
    const std::string padding(name_width - support::count_code_points(line.name), ' ');
    std::string text = fmt::format("  {}{} = {:<{}}  {}", line.name, padding, line.track->text,
                                   value_width, line.track->history.sparkline(kSparkWidth));
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
}

Result<void> SummarySink::close(const RunSummary& summary) {
  std::string& out = file_.buffer();
  print_head(summary, out);
  print_triggers(out);
  print_values(out);
  return file_.close();
}

}  // namespace fairmon::plugins::summary
