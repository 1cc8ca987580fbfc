// Opening a run: source, monitor and sinks, anew or from a checkpoint.

#include <algorithm>
#include <utility>

#include "pipeline/run/run.hpp"
#include "pipeline/run/stop_relay.hpp"

namespace fairmon::pipeline {

Run::Run(const Spec& spec, EventSource& source, const std::vector<VerdictSink*>& sinks,
         const PipelineOptions& options)
    : spec_(spec),
      source_(source),
      sink_list_(sinks),
      options_(options),
      symbols_(options.monitor.symbols ? options.monitor.symbols
                                       : std::make_shared<SymbolTable>()) {
  if (!options_.start_time) {
    options_.start_time = spec_.input_schema().reading.start_time;
  }
  for (const StreamInfo& stream : spec_.streams()) {
    if (stream.kind == StreamKind::Trigger) {
      summary_.trigger_counts.push_back(0);
    }
  }
}

Result<void> Run::open() {
  if (auto found = find_keeper(); !found) {
    return found;
  }
  if (auto resumed = read_resume_file(); !resumed) {
    return resumed;
  }
  if (auto opened = open_quarantine(); !opened) {
    return opened;
  }
  if (auto found = find_tap(); !found) {
    return found;
  }
  if (auto opened = open_source(); !opened) {
    return opened;
  }
  if (auto opened = open_monitor(); !opened) {
    return opened;
  }
  return open_sinks();
}

/// Records skipped after the checkpoint will be read, and skipped, again.
Result<void> Run::open_quarantine() {
  if (!resumed_) {
    return quarantine_.open(options_.quarantine);
  }
  const std::string& before = resumed_->quarantine;
  if (!before.empty() && options_.quarantine != before) {
    return Error(ErrorCode::Checkpoint, "the run kept skipped records in `" + before +
                                            "`; name it again with --quarantine FILE");
  }
  return quarantine_.reopen(options_.quarantine, resumed_->quarantine_bytes);
}

Result<void> Run::find_keeper() {
  for (VerdictSink* sink : sink_list_) {
    StateKeeper* keeper = sink->keeper();
    if (keeper != nullptr && keeper_ != nullptr) {
      return Error(ErrorCode::Usage, "two outputs want to keep the state of the run; one can");
    }
    keeper_ = keeper != nullptr ? keeper : keeper_;
  }
  if (keeper_ == nullptr) {
    return {};
  }
  if (!options_.checkpoint_file.empty() || !options_.resume_file.empty()) {
    return Error(ErrorCode::Usage,
                 "the state of this run is in " + keeper_->place() +
                     ", and it goes on from there; leave out --checkpoint and --resume");
  }
  return options_.at_end ? Error(ErrorCode::Usage,
                                 "--at-end brings a run to its end, and this one goes on at its "
                                 "next start from the state in " +
                                     keeper_->place() + "; leave it out")
                         : Result<void>();
}

/// From the file, or from whoever keeps it; nothing if the run begins.
Result<std::optional<Checkpoint>> Run::read_state() {
  if (keeper_ == nullptr) {
    auto checkpoint = read_checkpoint(options_.resume_file);
    return checkpoint ? Result<std::optional<Checkpoint>>(std::move(*checkpoint))
                      : std::move(checkpoint).error();
  }
  auto bytes = keeper_->load();
  if (!bytes) {
    return std::move(bytes).error();
  }
  if (!*bytes) {
    return std::optional<Checkpoint>();
  }
  auto checkpoint = decode_checkpoint(**bytes);
  if (!checkpoint) {
    return std::move(checkpoint).error().with_context("reading the state in " + keeper_->place());
  }
  return std::optional(std::move(*checkpoint));
}

Result<void> Run::read_resume_file() {
  if (options_.resume_file.empty() && keeper_ == nullptr) {
    return {};
  }
  auto state = read_state();
  if (!state) {
    return std::move(state).error();
  }
  if (!*state) {
    return {};
  }
  std::optional<Checkpoint>& checkpoint = *state;
  if (checkpoint->spec_digest != spec_.digest()) {
    return Error(ErrorCode::Checkpoint,
                 state_name() + " belongs to another specification (or another version of it); " +
                     start_anew());
  }
  if (checkpoint->sink_positions.size() != sink_list_.size()) {
    return Error(ErrorCode::Checkpoint, "the checkpoint was taken with " +
                                            std::to_string(checkpoint->sink_positions.size()) +
                                            " outputs, now there are " +
                                            std::to_string(sink_list_.size()) +
                                            "; resume with the same outputs");
  }
  if (auto same = check_settings(checkpoint->settings); !same) {
    return same;
  }
  resumed_ = std::move(*checkpoint);
  return {};
}

Result<void> Run::find_tap() {
  for (VerdictSink* sink : sink_list_) {
    auto tap = sink->tap();
    if (tap && tap_) {
      return Error(ErrorCode::Usage, "two outputs want to see the bytes of the data; one can");
    }
    if (tap) {
      tap_ = std::move(tap);
      mark_every_ = sink->input_every();
    }
  }
  return {};
}

SourceContext Run::source_context() {
  SourceContext context;
  context.schema = spec_.input_schema();
  for (const std::uint32_t stream : observed_streams()) {
    if (stream < context.schema.inputs.size()) {
      context.schema.inputs[stream].needed = true;
    }
  }
  context.symbols = symbols_;
  context.on_bad_record = options_.on_bad_record;
  context.on_late = options_.on_late;
  context.late_wait = options_.late_wait;
  context.start_time = options_.start_time;
  context.start_at_midnight = options_.start_at_midnight;
  context.wall_clock = options_.online;
  context.report = [this](const RecordError& record) { quarantine_.add(record); };
  SourceLink::attach(link_, context);
  if (!options_.threads && !options_.online) {
    context.before_waiting = [this] { pass_on(); };
  }
  context.warn = options_.warn;
  context.positions = keeps_state();
  context.resumes = resumed_.has_value();
  context.filter = options_.filter;
  context.tap = tap_;
  return context;
}

Result<void> Run::open_source() {
  {
    // Opening may wait for a first record; nobody else is there yet to notice a stop.
    StopRelay relay(link_);
    if (auto started = relay.start(options_.stop); !started) {
      return started;
    }
    if (auto opened = source_.open(source_context()); !opened) {
      return opened;
    }
  }
  start_time_ = options_.start_time ? options_.start_time : source_.start_time();
  if (!resumed_) {
    return {};
  }
  if (source_.identity() != resumed_->source_identity) {
    return Error(ErrorCode::Checkpoint,
                 state_name() +
                     " was taken while reading other data; resume with the same files, "
                     "unchanged and in the same order");
  }
  if (auto moved = source_.seek(resumed_->source_position); !moved) {
    return moved;
  }
  start_time_ =
      resumed_->has_start_time ? std::optional(Timestamp{resumed_->start_time_ns}) : std::nullopt;
  if (resumed_->trigger_counts.size() != summary_.trigger_counts.size()) {
    return Error(ErrorCode::Checkpoint, state_name() + " counts other triggers");
  }
  summary_.num_events = resumed_->num_events;
  summary_.num_deadlines = resumed_->num_deadlines;
  summary_.num_evaluation_errors = resumed_->num_evaluation_errors;
  latest_ = Timestamp{resumed_->latest_ns};
  summary_.trigger_counts = resumed_->trigger_counts;
  saved_events_ = summary_.num_events;
  return {};
}

std::vector<std::uint32_t> Run::observed_streams() const {
  std::vector<std::uint32_t> observed;
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    // Triggers are always counted.
    const bool wanted = streams[i].kind == StreamKind::Trigger ||
                        std::any_of(sink_list_.begin(), sink_list_.end(), [&](VerdictSink* sink) {
                          return sink->selection().wants(streams[i]);
                        });
    if (wanted) {
      observed.push_back(i);
    }
  }
  return observed;
}

MonitorOptions Run::monitor_options() const {
  MonitorOptions options = options_.monitor;
  options.symbols = symbols_;
  options.start_time = start_time_.value_or(Timestamp{});
  options.observe_all = false;
  options.observed = observed_streams();
  options.record_lifecycle = false;
  for (VerdictSink* sink : sink_list_) {
    const VerdictSelection selection = sink->selection();
    for (const StreamInfo& stream : spec_.streams()) {
      options.record_lifecycle = options.record_lifecycle || selection.wants_lifecycle(stream);
    }
  }
  return options;
}

Result<void> Run::open_monitor() {
  if (options_.on_late == LatePolicy::Wait) {
    waiting_.emplace(spec_.input_schema(), options_.late_wait);
    ordered_ = EventBatch(spec_.num_inputs());
  }
  if (auto opened = open_shards(); !opened || shards_) {
    return opened;
  }
  auto monitor = Monitor::create(spec_, monitor_options());
  if (!monitor) {
    return std::move(monitor).error();
  }
  monitor_.emplace(std::move(*monitor));
  pin_texts();
  if (resumed_) {
    auto restored = monitor_->restore(resumed_->monitor_state);
    if (!restored) {
      return std::move(restored).error().with_context("restoring the monitor from " + state_name());
    }
    return restore_waiting();
  }
  return {};
}

Result<void> Run::restore_waiting() {
  return waiting_ ? waiting_->restore(resumed_->waiting) : Result<void>();
}

/// So far there are texts of the specification and of the filter only.
void Run::pin_texts() {
  symbols_->pin();
  texts_collectable_ = !options_.monitor.symbols && source_.follows_epochs();
  verdicts_ = pool_.lend();
}

Result<void> Run::open_sinks() {
  for (std::size_t i = 0; i < sink_list_.size(); ++i) {
    SinkContext context;
    context.symbols = symbols_;
    context.start_time = start_time_;
    context.selection = sink_list_[i]->selection();
    context.resumed = resumed_.has_value();
    context.live = options_.online || options_.live;
    context.asked = options_.asked;
    context.warn = options_.warn;
    if (auto opened = sink_list_[i]->open(spec_, context); !opened) {
      return opened;
    }
    num_open_sinks_ = i + 1;
    // An output without a position (a terminal, a pipe) simply goes on.
    if (resumed_ && !resumed_->sink_positions[i].empty()) {
      if (auto moved = sink_list_[i]->rewind(resumed_->sink_positions[i]); !moved) {
        return moved;
      }
    }
  }
  return {};
}

}  // namespace fairmon::pipeline
