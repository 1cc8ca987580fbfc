#include "plugins/outputs/json/document_sink.hpp"

#include <fairmon/version.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/writing/json_text.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::json {

namespace {

const std::string* tag_value(const StreamInfo& stream, std::string_view key) {
  for (const Tag& tag : stream.tags) {
    if (tag.key == key && tag.value) {
      return &*tag.value;
    }
  }
  return nullptr;
}

/// `"key":` after a comma where one is needed.
void append_key(std::string& out, std::string_view key) {
  const char before = out.empty() ? '{' : out.back();
  out += before == '{' || before == '[' || before == '\n' ? "" : ",";
  append_json_string(out, key);
  out += ':';
}

void append_count(std::string& out, std::string_view key, std::uint64_t count) {
  append_key(out, key);
  out += std::to_string(count);
}

void append_flag(std::string& out, std::string_view key, bool value) {
  append_key(out, key);
  out += value ? "true" : "false";
}

}  // namespace

Result<void> DocumentSink::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  times_ = make_time_writer(common_.time_format, context);
  const auto streams = spec.streams();
  std::vector<bool> shown(streams.size());
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    shown[i] = factory_->wants(i) && streams[i].kind != StreamKind::Trigger;
  }
  readings_.emplace(spec, std::move(shown), std::numeric_limits<std::size_t>::max());
  episodes_.emplace(spec, context.symbols);
  states_.emplace(spec);
  return file_.open(context.resumed);
}

Result<void> DocumentSink::write(const VerdictBatch& batch) {
  if (episodes_->concerns(batch)) {
    episodes_->read(batch, log_);
  }
  readings_->take(batch, [](std::uint32_t, std::uint32_t, const Cell*) {});
  states_->take(batch);
  return {};
}

void DocumentSink::append_time(Timestamp time, std::string& out) const {
  out += '"';
  times_.append(out, time);
  out += '"';
}

void DocumentSink::append_reading(const StreamInfo& stream, const Reading& reading,
                                  const RunSummary& summary, std::string& out) const {
  const SymbolTable& symbols = *factory_->context().symbols;
  out += "{\"instance\":[";
  const Cell* cells = reading.instance.data();
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    out += cells == reading.instance.data() ? "" : ",";
    append_json_value(out, parameter.type, cells, symbols);
    cells += parameter.type.num_cells();
  }
  out += ']';
  append_key(out, "value");
  append_json_value(out, stream.type, reading.value.data(), symbols);
  if (reading.trials) {
    append_count(out, "n", *reading.trials);
  }
  if (reading.hits) {
    append_count(out, "hits", *reading.hits);
  }
  if (reading.lower && reading.upper) {
    append_key(out, "lower");
    append_json_number(out, *reading.lower);
    append_key(out, "upper");
    append_json_number(out, *reading.upper);
    append_key(out, "level");
    append_json_number(out, stream.level.value_or(0.0));
  }
  append_key(out, "as_of");
  append_time(reading.as_of, out);
  if (is_old(stream, reading.as_of, summary.reached)) {
    append_flag(out, "old", true);
  }
  out += '}';
}

void DocumentSink::append_values(const RunSummary& summary, std::string& out) const {
  const auto streams = factory_->spec().streams();
  out += "{";
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool shown = factory_->wants(i) && streams[i].kind != StreamKind::Trigger &&
                       streams[i].tells == StreamInfo::Tells::Nothing &&
                       tag_value(streams[i], "left_out") == nullptr;
    if (!shown) {
      continue;
    }
    std::vector<const Reading*> order;
    for (const Reading& reading : readings_->of(i)) {
      if (!reading.value.empty()) {
        order.push_back(&reading);
      }
    }
    std::sort(order.begin(), order.end(), [&](const Reading* a, const Reading* b) {
      return factory_->compare_instances(i, a->instance.data(), b->instance.data()) < 0;
    });
    append_key(out, streams[i].name);
    out += "[";
    for (std::size_t at = 0; at < order.size(); ++at) {
      out += at == 0 ? "\n" : ",\n";
      append_reading(streams[i], *order[at], summary, out);
    }
    out += "]";
  }
  out += "}";
}

void DocumentSink::append_left_out(std::string& out) const {
  const auto streams = factory_->spec().streams();
  out += "{";
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (const std::string* of = tag_value(streams[i], "left_out")) {
      const auto& readings = readings_->of(i);
      append_count(out, *of, readings.empty() ? 0 : readings.front().value.front());
    }
  }
  out += "}";
}

void DocumentSink::append_episode(const Episode& episode, std::string& out) const {
  const StreamInfo& stream = factory_->spec().streams()[episode.trigger];
  out += "{";
  append_key(out, "trigger");
  append_json_string(out, stream.name);
  append_key(out, "message");
  append_json_string(out, stream.title.empty() ? episode.text : stream.title);
  if (!stream.parameters.empty()) {
    append_key(out, "instance");
    append_json_string(out, episode.instance);
  }
  append_key(out, "from");
  append_time(episode.first, out);
  append_key(out, "to");
  if (episode.ended) {
    append_time(*episode.ended, out);
  } else {
    out += "null";
  }
  append_flag(out, "open", episode.open());
  append_count(out, "firings", episode.firings);
  append_key(out, "last");
  append_time(episode.last, out);
  append_key(out, "text");
  append_json_string(out, episode.text);
  if (episode.worst) {
    append_key(out, "worst");
    out += "{\"value\":";
    append_json_number(out, episode.worst->value);
    append_key(out, "time");
    append_time(episode.worst->time, out);
    append_key(out, "text");
    append_json_string(out, episode.worst->text);
    out += "}";
  }
  out += "}";
}

void DocumentSink::append_episodes(std::string& out) const {
  out += "[";
  bool first = true;
  for (const Episode& episode : log_.episodes()) {
    out += first ? "\n" : ",\n";
    first = false;
    append_episode(episode, out);
  }
  out += "]";
}

void DocumentSink::append_fewest(const StreamInfo& trigger, std::string& out) const {
  const auto fewest = fewest_trials(trigger, *readings_);
  if (!fewest) {
    return;
  }
  const StreamInfo& stream = factory_->spec().streams()[fewest->stream];
  append_key(out, "fewest");
  out += "{\"stream\":";
  append_json_string(out, stream.name);
  append_key(out, "instance");
  append_json_string(
      out, instance_name(stream, fewest->reading->instance.data(), *factory_->context().symbols));
  append_count(out, "n", *fewest->reading->trials);
  out += "}";
}

/// A trigger with a statement, judged by bounds.
void DocumentSink::append_state(const StreamInfo& trigger, const TriggerState& state,
                                std::string& out) const {
  if (!trigger.parameters.empty()) {
    append_key(out, "instance");
    append_json_string(out,
                       instance_name(trigger, state.instance.data(), *factory_->context().symbols));
  }
  append_key(out, "state");
  append_json_string(out, judgement_name(state.judgement));
  append_key(out, "since");
  append_time(state.since, out);
  if (state.stretch) {
    append_key(out, "stretch_from");
    append_time(*state.stretch, out);
  }
  if (state.judgement == Judgement::Undecided) {
    append_key(out, "further_trials");
    if (state.needed) {
      append_json_number(out, std::ceil(*state.needed));
    } else {
      out += "null";
    }
    append_fewest(trigger, out);
  }
}

/// A trigger without one: its condition held when it was last evaluated, or not.
void DocumentSink::append_plain_state(std::uint32_t trigger, std::string& out) const {
  const Episode* open = nullptr;
  const Episode* latest = nullptr;
  for (const Episode& episode : log_.episodes()) {
    if (episode.trigger == trigger) {
      latest = &episode;
      open = episode.open() && open == nullptr ? &episode : open;
    }
  }
  append_key(out, "state");
  append_json_string(out, open != nullptr ? "violated" : "not violated");
  append_key(out, "since");
  if (open != nullptr) {
    append_time(open->first, out);
  } else if (latest != nullptr && latest->ended) {
    append_time(*latest->ended, out);
  } else {
    out += "null";
  }
}

void DocumentSink::append_states(std::string& out) const {
  const auto streams = factory_->spec().streams();
  bool first = true;
  const auto begin = [&](const StreamInfo& trigger, bool bounds) {
    out += first ? "\n{" : ",\n{";
    first = false;
    append_key(out, "trigger");
    append_json_string(out, trigger.name);
    append_key(out, "message");
    append_json_string(out, trigger.title);
    append_key(out, "judged_by");
    append_json_string(out, bounds ? "bounds" : "estimate");
    if (bounds && trigger.level) {
      append_key(out, "level");
      append_json_number(out, *trigger.level);
    }
  };
  out += "[";
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind != StreamKind::Trigger) {
      continue;
    }
    if (!states_->judges(i)) {
      begin(streams[i], false);
      append_plain_state(i, out);
      out += "}";
      continue;
    }
    for (const TriggerState& state : states_->of(i)) {
      begin(streams[i], true);
      append_state(streams[i], state, out);
      out += "}";
    }
  }
  out += "]";
}

void DocumentSink::append_provenance(const RunSummary& summary, std::string& out) const {
  const Spec& spec = factory_->spec();
  out += "{";
  append_key(out, "program");
  append_json_string(out, "fairmon " + std::string(version()));
  append_key(out, "specification");
  append_json_string(out, spec.source().name());
  append_key(out, "digest");
  append_json_string(out, spec.digest());
  append_key(out, "start_time");
  if (const auto& start = factory_->context().start_time) {
    std::string text;
    TimeWriter(TimeFormat::Rfc3339, *start).append(text, Timestamp{});
    append_json_string(out, text);
  } else {
    out += "null";
  }
  append_key(out, "reached");
  append_time(summary.reached, out);
  append_count(out, "events", summary.num_events);
  append_count(out, "deadlines", summary.num_deadlines);
  append_count(out, "bad_records", summary.num_bad_records);
  append_count(out, "late_records", summary.num_late_records);
  append_count(out, "failed_evaluations", summary.num_evaluation_errors);
  append_flag(out, "interrupted", summary.interrupted);
  append_key(out, "last_period");
  append_json_string(out, summary.finished_period     ? "evaluated at its end"
                          : summary.unfinished_period ? "not evaluated"
                                                      : "complete");
  append_key(out, "error");
  if (summary.error) {
    append_json_string(out, summary.error->message);
  } else {
    out += "null";
  }
  out += "}";
}

Result<void> DocumentSink::close(const RunSummary& summary) {
  std::string& out = file_.buffer();
  out += "{\"values\":";
  append_values(summary, out);
  out += ",\n\"left_out\":";
  append_left_out(out);
  out += ",\n\"episodes\":";
  append_episodes(out);
  out += ",\n\"states\":";
  append_states(out);
  out += ",\n\"provenance\":";
  append_provenance(summary, out);
  out += "}\n";
  return file_.close();
}

std::string DocumentSink::position() const {
  std::string text;
  support::pack(text, file_.position());
  log_.save(text);
  episodes_->save(text);
  readings_->save(text);
  states_->save(text);
  return text;
}

Result<void> DocumentSink::rewind(std::string_view position) {
  support::Unpacker whole(position);
  const std::string place = whole.text();
  std::string_view rest =
      position.substr(std::min(position.size(), sizeof(std::uint64_t) + place.size()));
  const bool good = log_.load(rest) && episodes_->load(rest, log_) && readings_->load(rest) &&
                    states_->load(rest);
  if (!good || !rest.empty()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken with another output in the place of the JSON document; "
                 "resume with the same outputs in the same order");
  }
  return place.empty() ? Result<void>() : file_.rewind(place);
}

}  // namespace fairmon::plugins::json
