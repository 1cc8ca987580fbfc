#include "pipeline/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "support/caught.hpp"

namespace fairmon::pipeline {

namespace {

using namespace std::chrono_literals;

constexpr auto kProgressEvery = 200ms;
constexpr auto kOnlineTick = 5ms;     // how finely deadlines follow the wall clock
constexpr auto kOfflineTick = 100ms;  // how soon a stop is noticed while nothing arrives

Timestamp to_timestamp(std::chrono::nanoseconds span) { return {span.count()}; }

}  // namespace

RunSummary Run::execute() {
  std::optional<Error> error;
  if (auto opened = support::guarded([&] { return open(); }); !opened) {
    error = std::move(opened).error();
    num_open_sinks_ = 0;  // a run that does not begin writes nothing
  } else if (auto done = support::guarded([&] { return run(); }); !done) {
    error = std::move(done).error();
  }
  link_->stop();  // a source that waits for the world lets go
  if (reader_) {
    reader_->stop();
  }
  close(summary_, std::move(error));
  return summary_;
}

Result<void> Run::run() {
  if (auto begun = quarantine_.begin(); !begun) {
    return begun;
  }
  for (VerdictSink* sink : sink_list_) {
    // What files had before goes away.
    if (auto begun = sink->flush(); !begun) {
      return begun;
    }
  }
  for (VerdictSink* sink : sink_list_) {
    runners_.emplace_back(*sink, options_.threads);
    some_want_every_batch_ = some_want_every_batch_ || sink->wants_every_batch();
  }
  BatchReaderOptions reading;
  reading.batch_rows = options_.batch_rows;
  reading.thread = options_.threads || options_.online;
  reading.positions = keeps_state();
  reading.quarantine = &quarantine_;
  reading.symbols = symbols_.get();
  reading.tap = tap_.get();
  reading.mark_every = mark_every_;
  began_ = Clock::now();
  pace_.start(began_, speed());
  if (auto saved = checkpoint_at_start(); !saved) {
    return saved;
  }
  reader_ = std::make_unique<BatchReader>(source_, spec_.num_inputs(), reading);
  return loop();
}

bool Run::stop_wanted() const { return options_.stop != nullptr && options_.stop->load(); }

bool Run::paused() const { return options_.pause != nullptr && options_.pause->load(); }

void Run::wait_while_paused() const {
  const auto stepping = [&] { return options_.steps != nullptr && options_.steps->load() > 0; };
  while (paused() && !stop_wanted() && !stepping()) {
    std::this_thread::sleep_for(20ms);
  }
}

/// Whether one more event may go by although the run is paused.
bool Run::take_step() {
  std::uint64_t left = options_.steps == nullptr ? 0 : options_.steps->load();
  while (left > 0 && !options_.steps->compare_exchange_weak(left, left - 1)) {
  }
  return left > 0;
}

double Run::speed() const {
  return options_.speed != nullptr
             ? options_.speed->load()
             : options_.replay_speed.value_or(std::numeric_limits<double>::infinity());
}

/// Of this run and those it goes on from.
double Run::wall_seconds() const {
  return (resumed_ ? resumed_->wall_seconds : 0.0) +
         std::chrono::duration<double>(Clock::now() - began_).count();
}

Timestamp Run::wall_time() const { return to_timestamp(Clock::now() - began_); }

Result<void> Run::loop() {
  bool ended = false;
  while (!ended) {
    if (stop_wanted()) {
      summary_.interrupted = true;
      break;
    }
    wait_while_paused();
    auto delivery = reader_->next(options_.online ? kOnlineTick : kOfflineTick);
    if (!delivery) {
      if (auto passed = pass_time(); !passed) {
        return passed;
      }
      continue;
    }
    if (auto consumed = consume(*delivery); !consumed) {
      return consumed;
    }
    if (delivery->error) {
      // What was decided before becomes visible. If that fails too, it will be decided again.
      static_cast<void>(keeper_ != nullptr ? checkpoint() : Result<void>());
      return std::move(*delivery->error);
    }
    ended = delivery->status == ReadStatus::End;
    reader_->recycle(std::move(delivery->batch));
    if (auto collected = collect_texts(delivery->epoch); !collected) {
      return collected;
    }
    if (auto saved = checkpoint_if_due(); !saved) {
      return saved;
    }
    if (!reader_->has_more()) {
      if (auto drained = drain(); !drained) {
        return drained;
      }
      pass_on();
    }
    tell_progress(false);
  }
  return finish();
}

/// Nothing has come.
Result<void> Run::pass_time() {
  pass_on();
  if (options_.online) {
    if (auto advanced = advance(std::max(wall_time(), latest_)); !advanced) {
      return advanced;
    }
  }
  auto saved = checkpoint_while_idle();
  tell_progress(false);
  return saved;
}

Result<void> Run::consume(Delivery& delivery) {
  source_progress_ = delivery.progress;
  source_position_ = std::move(delivery.position);
  quarantine_bytes_ = delivery.quarantine_bytes;
  last_time_ = delivery.last_time;
  if (delivery.batch->num_rows() > 0) {
    if (auto done = pass_rows(*delivery.batch); !done) {
      return done;
    }
  }
  return pass_mark(delivery);
}

/// Events that came behind later ones are put into their place first.
Result<void> Run::pass_rows(EventBatch& batch) {
  if (!waiting_) {
    return take_rows(batch);
  }
  waiting_->pass(batch, ordered_);
  return ordered_.num_rows() > 0 ? take_rows(ordered_) : Result<void>();
}

Result<void> Run::flush_waiting() {
  if (!waiting_) {
    return {};
  }
  waiting_->flush(ordered_);
  if (waiting_->num_reordered() > 0) {
    note("records that came behind later ones and were put into their place: " +
         std::to_string(waiting_->num_reordered()));
  }
  return ordered_.num_rows() > 0 ? take_rows(ordered_) : Result<void>();
}

Result<void> Run::take_rows(EventBatch& batch) {
  if (options_.online) {
    stamp(batch);
  }
  if (std::isfinite(speed()) || paused()) {
    return replay(batch);
  }
  pace_.set_speed(speed(), Clock::now());
  pace_.pass(batch.times().back(), Clock::now());
  return evaluate(batch, {0, batch.num_rows()});
}

/// Comes to the sinks behind the verdicts on what was read.
Result<void> Run::pass_mark(const Delivery& delivery) {
  if (!delivery.tap_mark) {
    return {};
  }
  if (auto drained = drain(); !drained) {
    return drained;
  }
  // Sinks look at all streams of a batch; this one may have seen no events.
  if (shards_) {
    shards_->shape(*verdicts_);
  } else if (auto shaped = monitor_->accept(EventBatch(spec_.num_inputs(), 1), *verdicts_);
             !shaped) {
    return shaped;
  }
  verdicts_->input =
      InputMark{summary_.num_events, delivery.progress.records, delivery.progress.bad_records,
                delivery.progress.late_records, *delivery.tap_mark};
  return hand_out();
}

/// Live rows happen when they arrive, but never before something already decided.
void Run::stamp(EventBatch& batch) {
  const Timestamp now = std::max(wall_time(), latest_);
  std::fill(batch.mutable_times().begin(), batch.mutable_times().end(), now);
}

/// An event may be followed by thousands of deadlines of thousands of instances. So that verdicts
/// do not pile up, a batch is evaluated in parts, of a size that was right so far.
Result<void> Run::evaluate(const EventBatch& batch, RowRange rows) {
  latest_ = batch.times()[rows.end - 1];
  for (std::size_t begin = rows.begin; begin < rows.end;) {
    const std::size_t end = std::min(rows.end, begin + rows_at_once_);
    if (shards_) {
      if (auto given = give(batch, {begin, end}); !given) {
        return given;
      }
    } else {
      Result<void> accepted = monitor_->accept(batch, {begin, end}, *verdicts_);
      adapt_rows(end - begin);
      if (auto settled = settle(std::move(accepted)); !settled) {
        return settled;
      }
    }
    begin = end;
  }
  return {};
}

Result<void> Run::advance(Timestamp time) {
  latest_ = std::max(latest_, time);
  if (shards_) {
    shards_->advance_to(time);
    return drain();
  }
  return settle(monitor_->advance_to(time, *verdicts_));
}

/// Hands out what was decided; an error that stops the run is reported once, not among the
/// verdicts.
Result<void> Run::settle(Result<void> outcome) {
  if (!outcome) {
    if (!verdicts_->errors.empty()) {
      const Span span = verdicts_->errors.back().span;
      if (!span.empty() && span.file == 0) {
        const LineColumn place = spec_.source().locate(span.begin);
        outcome.error().context.push_back(
            "computed at " + spec_.source().name() + ":" + std::to_string(place.line) + ":" +
            std::to_string(place.column) + ": " + std::string(spec_.source().slice(span)));
      }
    }
    verdicts_->errors.clear();
    summary_.num_evaluation_errors += 1;
  }
  auto handed = hand_out();
  return outcome ? handed : outcome;
}

/// Without threads nobody else passes on what sinks hold back. A failure comes back with the next
/// batch.
void Run::pass_on() {
  if (options_.threads) {
    return;
  }
  for (SinkRunner& runner : runners_) {
    static_cast<void>(runner.drain());
  }
}

/// Waits until the time of a replayed row has come; pauses do not count. True if it may go by
/// alone, as a step of a paused run.
bool Run::wait_until_due(Timestamp time) {
  bool passed_on = false;
  while (!stop_wanted()) {
    const auto now = Clock::now();
    const bool still = paused();
    if (still && take_step()) {
      pace_.reach(time, now);
      return true;
    }
    pace_.set_speed(speed(), now);
    const Clock::duration left = still ? 20ms : pace_.due(time) - now;
    if (left <= 0ms) {
      return false;
    }
    if (!passed_on) {
      pass_on();
      passed_on = true;
    }
    std::this_thread::sleep_for(std::min<Clock::duration>(left, 20ms));
    if (still) {
      pace_.stand_still(Clock::now() - now);
      began_ += Clock::now() - now;
    }
    tell_progress(false);
  }
  return false;
}

/// Rows of one instant go together; all that are left once nothing holds them back.
std::size_t Run::end_of_slice(const EventBatch& batch, std::size_t begin) const {
  if (!std::isfinite(speed()) && !paused()) {
    return batch.num_rows();
  }
  std::size_t end = begin;
  while (end < batch.num_rows() && batch.times()[end] == batch.times()[begin]) {
    ++end;
  }
  return end;
}

/// Rows of one instant at a time, each when its time has come. After a stop the rest of the batch
/// follows at once if a checkpoint is to be written: it can only stand between batches.
Result<void> Run::replay(const EventBatch& batch) {
  for (std::size_t begin = 0; begin < batch.num_rows();) {
    const bool alone = wait_until_due(batch.times()[begin]);
    if (stop_wanted() && !keeps_state()) {
      break;
    }
    const std::size_t end = alone ? begin + 1 : end_of_slice(batch, begin);
    if (auto done = evaluate(batch, {begin, end}); !done) {
      return done;
    }
    if (auto drained = drain(); !drained) {
      return drained;
    }
    pace_.pass(batch.times()[end - 1], Clock::now());
    begin = end;
  }
  return {};
}

/// Counts what happened and gives it to the sinks.
Result<void> Run::hand_out() {
  verdicts_->events_before = summary_.num_events;
  summary_.num_events += verdicts_->num_events;
  summary_.num_deadlines += verdicts_->num_deadlines;
  summary_.num_evaluation_errors += verdicts_->errors.size();
  summary_.reached = std::max(summary_.reached, verdicts_->reached);
  const auto streams = spec_.streams();
  for (std::size_t i = 0; i < std::min(verdicts_->streams.size(), streams.size()); ++i) {
    if (streams[i].kind == StreamKind::Trigger) {
      const auto& kinds = verdicts_->streams[i].kind;
      summary_.trigger_counts[streams[i].trigger_index] +=
          static_cast<std::uint64_t>(std::count(kinds.begin(), kinds.end(), ChangeKind::Value));
    }
  }
  Result<void> result;
  const bool quiet = verdicts_->empty();
  if (!quiet || some_want_every_batch_) {
    const SharedVerdicts shared = std::move(verdicts_);
    for (SinkRunner& runner : runners_) {
      if (quiet && !runner.sink().wants_every_batch()) {
        continue;
      }
      if (auto given = runner.give(shared); !given && result) {
        result = std::move(given);
      }
    }
    verdicts_ = pool_.lend();
  } else {
    verdicts_->clear();
  }
  return result;
}

Result<void> Run::finish() {
  const bool goes_on = keeper_ != nullptr || (summary_.interrupted && keeps_state());
  if (goes_on && !source_position_.empty()) {
    // The run is not over: whoever resumes it brings it to its end.
    return checkpoint();
  }
  if (auto flushed = flush_waiting(); !flushed) {
    return flushed;
  }
  if (auto drained = drain(); !drained) {
    return drained;
  }
  if (last_time_ && *last_time_ > latest_ && !summary_.interrupted) {
    if (auto advanced = advance(*last_time_); !advanced) {
      return advanced;
    }
  }
  const Timestamp end = spec_.end_of_periods(latest_);
  if (end > latest_ && options_.at_end && !summary_.interrupted) {
    if (auto advanced = advance(end); !advanced) {
      return advanced;
    }
    summary_.finished_period = true;
  }
  summary_.unfinished_period = end > latest_;
  if (shards_) {
    shards_->finish();
    return drain();
  }
  return settle(monitor_->finish(*verdicts_));
}

void Run::tell_progress(bool last) {
  const auto now = Clock::now();
  if (!options_.progress || (!last && now - told_ < kProgressEvery)) {
    return;
  }
  told_ = now;
  PipelineProgress progress;
  progress.source = source_progress_;
  progress.num_events = summary_.num_events;
  progress.num_deadlines = summary_.num_deadlines;
  for (const std::uint64_t count : summary_.trigger_counts) {
    progress.num_triggers += count;
  }
  for (std::uint32_t i = 0; (monitor_ || shards_) && i < spec_.streams().size(); ++i) {
    const auto living = [&] {
      return shards_ ? shards_->num_instances(i) : monitor_->num_instances(i);
    };
    progress.instances.push_back(spec_.streams()[i].spawned ? living() : 1);
  }
  progress.reached = summary_.reached;
  progress.finished = last;
  progress.waiting = link_->waiting();
  options_.progress(progress);
}

void Run::close(RunSummary& summary, std::optional<Error> error) {
  summary.wall_seconds = wall_seconds();
  tell_progress(true);
  const auto keep = [&](Result<void> result) {
    if (!result && !error) {
      error = std::move(result).error();
    }
  };
  for (SinkRunner& runner : runners_) {
    keep(support::guarded([&] { return runner.finish(); }));
  }
  keep(quarantine_.close());
  const SourceProgress final_progress = source_.progress();
  summary.num_bad_records = final_progress.bad_records;
  summary.num_late_records = final_progress.late_records;
  summary.error = error;
  for (std::size_t i = 0; i < num_open_sinks_; ++i) {
    keep(support::guarded([&] { return sink_list_[i]->close(summary); }));
  }
  summary.error = std::move(error);
}

}  // namespace fairmon::pipeline

namespace fairmon {

RunSummary run_pipeline(const Spec& spec, EventSource& source,
                        const std::vector<VerdictSink*>& sinks, const PipelineOptions& options) {
  return pipeline::Run(spec, source, sinks, options).execute();
}

}  // namespace fairmon
