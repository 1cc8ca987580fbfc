#include "why/explain.hpp"

#include <fairmon/tooling.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "why/locate.hpp"

namespace fairmon::why {

namespace {

constexpr std::uint64_t kMostTried = 200;
constexpr std::size_t kMostListed = 8;

const Reading* reading_of(const Readings& readings, std::uint32_t stream, std::string_view key) {
  for (const Reading& reading : readings.of(stream)) {
    const std::string_view own(reinterpret_cast<const char*>(reading.instance.data()),
                               reading.instance.size() * sizeof(Cell));
    if (own == key && !reading.value.empty()) {
      return &reading;
    }
  }
  return nullptr;
}

/// The value of a stream for an instance of the trigger: its own, or the only
/// one.
const Reading* value_for(const Spec& spec, const Readings& readings, std::uint32_t stream,
                         const Moment& moment) {
  return reading_of(readings, stream,
                    spec.streams()[stream].parameters.empty() ? std::string_view() : moment.key);
}

std::string text_of(const Tape& tape, std::uint32_t stream, const Reading* reading) {
  if (reading == nullptr) {
    return {};
  }
  const Type& type = tape.spec().streams()[stream].type;
  if (type.is_real()) {
    return report::number(height_of(type, reading->value.data()));
  }
  std::string text;
  append_text(text, type, reading->value.data(), *tape.symbols());
  return text;
}

std::optional<double> height(const Tape& tape, std::uint32_t stream, const Reading* reading) {
  return reading == nullptr
             ? std::nullopt
             : std::optional(height_of(tape.spec().streams()[stream].type, reading->value.data()));
}

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The condition with the names of streams replaced by their values.
std::string with_values(const std::string& condition, const std::vector<ValueLine>& values) {
  std::string out;
  for (std::size_t at = 0; at < condition.size();) {
    std::size_t end = at;
    while (end < condition.size() && is_word(condition[end])) {
      ++end;
    }
    const std::string word = condition.substr(at, end - at);
    const auto known = std::find_if(values.begin(), values.end(), [&](const ValueLine& value) {
      return value.name == word && !value.now.empty();
    });
    out += known != values.end() ? known->now : word;
    if (end < condition.size()) {
      out += condition[end++];
    }
    at = end;
  }
  return out;
}

void add_values(const Tape& tape, const Moment& moment, const Watched& watched, const Readings& now,
                const Readings* then, Explanation& out) {
  const auto streams = tape.spec().streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool own = streams[i].parameters.empty() ||
                     streams[i].parameters.size() == streams[moment.trigger].parameters.size();
    if (!watched.shown[i] || !own || i == out.requirement.rates || i == out.requirement.support ||
        (out.requirement.rates && streams[i].type.is(TypeKind::Tuple))) {
      continue;
    }
    const Reading* reading = value_for(tape.spec(), now, i, moment);
    if (reading != nullptr) {
      const Reading* before = then == nullptr ? nullptr : value_for(tape.spec(), *then, i, moment);
      out.values.push_back({streams[i].name, text_of(tape, i, reading), text_of(tape, i, before),
                            definition_of(tape.spec(), i)});
    }
  }
}

GroupCount count_of(const Tape& tape, std::uint32_t stream, const Reading* reading) {
  GroupCount count;
  if (reading != nullptr) {
    count.hits = reading->hits;
    count.trials = reading->trials;
    count.rate = height(tape, stream, reading);
  }
  return count;
}

void add_groups(const Tape& tape, const Readings& now, const Readings* then, Explanation& out) {
  if (!out.requirement.rates) {
    return;
  }
  const std::uint32_t stream = *out.requirement.rates;
  std::uint64_t rank = 0;
  for (const Reading& reading : now.of(stream)) {
    GroupLine line;
    line.rank = ++rank;
    line.name =
        instance_name(tape.spec().streams()[stream], reading.instance.data(), *tape.symbols());
    const std::string_view key(reinterpret_cast<const char*>(reading.instance.data()),
                               reading.instance.size() * sizeof(Cell));
    line.now = count_of(tape, stream, reading.value.empty() ? nullptr : &reading);
    line.then = count_of(tape, stream, then == nullptr ? nullptr : reading_of(*then, stream, key));
    if (line.now.hits && line.now.trials && *line.now.hits <= *line.now.trials) {
      line.bounds = report::bounds_of({*line.now.hits, *line.now.trials, line.rank}, out.level);
    }
    out.groups.push_back(std::move(line));
  }
  GroupLine* low = nullptr;
  GroupLine* high = nullptr;
  for (GroupLine& line : out.groups) {
    if (line.now.rate) {
      low = low == nullptr || *line.now.rate < *low->now.rate ? &line : low;
      high = high == nullptr || *line.now.rate > *high->now.rate ? &line : high;
    }
  }
  if (low != nullptr && low != high && !out.requirement.filtered) {
    low->smallest = true;
    high->largest = true;
  }
  std::sort(out.groups.begin(), out.groups.end(),
            [](const GroupLine& a, const GroupLine& b) { return a.name < b.name; });
}

std::string values_of(const Tape& tape, std::uint64_t number) {
  const EventBatch event = tape.event(number);
  const auto streams = tape.spec().streams();
  std::string text;
  for (std::uint32_t input = 0; input < event.num_inputs(); ++input) {
    if (event.column(input).has(0)) {
      text += (text.empty() ? "" : ", ") + streams[input].name + "=";
      append_text(text, streams[input].type, &event.column(input).cells[0], *tape.symbols(), false);
    }
  }
  return text;
}

/// Whether an event was a trial of a compared group or, where nothing is
/// compared, gave some watched stream a value.
bool counted(const Tape& tape, const Requirement& requirement, const VerdictBatch& verdicts) {
  const auto streams = tape.spec().streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool behind = requirement.rates ? (i == *requirement.rates ||
                                             (streams[i].tells == StreamInfo::Tells::Trials &&
                                              streams[i].tells_of == *requirement.rates))
                                          : streams[i].kind == StreamKind::Output &&
                                                streams[i].tells == StreamInfo::Tells::Nothing;
    if (behind && verdicts.streams[i].num_rows() > 0) {
      return true;
    }
  }
  return false;
}

/// Judges the events from `first` to the firing again without one of them; the
/// measure then.
Result<std::optional<double>> measure_without(const Tape& tape, const Located& at,
                                              const Moment& moment, std::uint32_t measure,
                                              const std::string& state, std::uint64_t first,
                                              std::uint64_t left_out) {
  auto begun = tape.from(state);
  if (!begun) {
    return std::move(begun).error();
  }
  Stepper stepper = std::move(*begun);
  EventBatch events(tape.spec().num_inputs(), kMostTried + 1);
  for (std::uint64_t number = first; number < at.num_events; ++number) {
    if (number == left_out) {
      continue;
    }
    const EventBatch one = tape.event(number);
    const std::size_t row = events.add_row(one.times().front());
    for (std::size_t input = 0; input < one.num_inputs(); ++input) {
      if (one.column(input).has(0)) {
        events.set(row, input, one.column(input).cells[0]);
      }
    }
  }
  if (events.num_rows() > 0) {
    if (auto judged = stepper.accept(events); !judged) {
      return std::move(judged).error();
    }
  }
  if (at.at_tick) {
    if (auto judged = stepper.advance_to(moment.time); !judged) {
      return std::move(judged).error();
    }
  }
  return height(tape, measure, value_for(tape.spec(), stepper.readings(), measure, moment));
}

/// The events behind the firing that counted, each with what it did to the
/// measure.
Result<void> add_events(const Tape& tape, const Located& at, const Moment& moment,
                        std::uint64_t since, const LineOf& line_of, Explanation& out) {
  const std::uint64_t first =
      std::max(since, at.num_events > kMostTried ? at.num_events - kMostTried : 0);
  auto begun = tape.after(first);
  if (!begun) {
    return std::move(begun).error();
  }
  Stepper stepper = std::move(*begun);
  const std::string state = stepper.save();
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t number = first; number < at.num_events; ++number) {
    if (auto judged = stepper.accept(tape.event(number)); !judged) {
      return judged;
    }
    if (counted(tape, out.requirement, stepper.verdicts())) {
      numbers.push_back(number);
    }
  }
  std::vector<EventLine> lines;
  const report::Clock clock(tape.start_time());
  for (const std::uint64_t number : numbers) {
    EventLine line;
    line.number = number + 1;
    line.time = clock.text(tape.time_of(number));
    line.values = values_of(tape, number);
    if (out.requirement.measure && out.value) {
      auto without =
          measure_without(tape, at, moment, *out.requirement.measure, state, first, number);
      if (!without) {
        return std::move(without).error();
      }
      line.moved = *without ? std::optional(*out.value - **without) : std::nullopt;
    }
    lines.push_back(std::move(line));
  }
  out.num_tried = lines.size();
  const std::size_t listed = std::min(lines.size(), kMostListed);
  out.last.assign(lines.rbegin(), lines.rbegin() + static_cast<std::ptrdiff_t>(listed));
  std::stable_sort(lines.begin(), lines.end(), [&](const EventLine& a, const EventLine& b) {
    const double sign = out.requirement.above ? 1.0 : -1.0;
    return sign * a.moved.value_or(0.0) > sign * b.moved.value_or(0.0);
  });
  lines.resize(listed);
  std::erase_if(lines, [&](const EventLine& line) {
    return (out.requirement.above ? 1.0 : -1.0) * line.moved.value_or(0.0) <= 1e-15;
  });
  out.movers = std::move(lines);
  for (std::vector<EventLine>* list : {&out.last, &out.movers}) {
    for (EventLine& line : *list) {
      line.line = line_of(line.number - 1);
    }
  }
  return {};
}

}  // namespace

Watched watched_for(const Spec& spec, const std::vector<Requirement>& requirements,
                    std::optional<std::uint32_t> trigger) {
  const auto streams = spec.streams();
  Watched watched;
  watched.shown.assign(streams.size(), false);
  const SpecAnalysis analysis = analyze(spec);
  for (const Requirement& requirement : requirements) {
    if (trigger && requirement.trigger != *trigger) {
      continue;
    }
    watched.triggers.push_back(requirement.trigger);
    for (const auto& stream : {requirement.measure, requirement.rates, requirement.support}) {
      if (stream) {
        watched.shown[*stream] = true;
      }
    }
    // Whatever stands behind the condition and has one value.
    std::vector<std::string> open = {streams[requirement.trigger].name};
    std::set<std::string> seen;
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      for (const StreamAnalysis& one : analysis.streams) {
        if (one.name == name && seen.insert(name).second) {
          open.insert(open.end(), one.reads.begin(), one.reads.end());
        }
      }
      const auto stream = spec.find_stream(name);
      if (stream && streams[*stream].kind == StreamKind::Output &&
          streams[*stream].tells == StreamInfo::Tells::Nothing &&
          (streams[*stream].parameters.empty() ||
           !streams[requirement.trigger].parameters.empty())) {
        watched.shown[*stream] = true;
      }
    }
  }
  return watched;
}

Result<Explanation> explain(const Tape& tape, const Requirement& requirement, double level,
                            const LineOf& line_of) {
  const Moment& moment = tape.found()->firing;
  auto at = locate(tape, moment, true);
  if (!at) {
    return std::move(at).error();
  }
  auto since = locate(tape, tape.found()->since, false);
  if (!since) {
    return std::move(since).error();
  }
  const Spec& spec = tape.spec();
  const report::Clock clock(tape.start_time());
  const StreamInfo& trigger = spec.streams()[moment.trigger];
  Explanation out;
  out.requirement = requirement;
  out.level = requirement.level.value_or(level);
  out.trigger = trigger.name;
  out.title = trigger.title;
  out.instance = moment.instance;
  out.time = clock.text(moment.time);
  out.event = at->num_events;
  out.at_tick = at->at_tick;
  out.since = clock.text(tape.found()->since.time);
  out.num_between = at->num_events - since->num_events + (since->at_tick ? 0 : 1);
  const Readings& now = at->stepper.readings();
  if (requirement.measure) {
    const std::uint32_t measure = *requirement.measure;
    out.measure = spec.streams()[measure].name;
    out.value = height(tape, measure, value_for(spec, now, measure, moment));
    out.value_then = height(tape, measure, value_for(spec, since->before, measure, moment));
    out.held_before = out.value_then.has_value();
  }
  const Readings* then = out.held_before ? &since->before : nullptr;
  // Of several triggers only what stands behind this one.
  const Watched behind = watched_for(spec, {requirement}, requirement.trigger);
  add_values(tape, moment, behind, now, then, out);
  add_groups(tape, now, then, out);
  out.with_values = with_values(requirement.condition, out.values);
  const std::uint64_t begun = since->num_events - (since->at_tick ? 0 : 1);
  if (auto added = add_events(tape, *at, moment, std::min(begun, at->num_events), line_of, out);
      !added) {
    return std::move(added).error();
  }
  out.kept_by = smallest_changes(requirement, out.groups, out.level);
  return out;
}

}  // namespace fairmon::why
