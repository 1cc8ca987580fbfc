#include "pipeline/run/run.hpp"

#include <algorithm>
#include <utility>

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
  if (auto opened = open(); !opened) {
    error = std::move(opened).error();
  } else {
    for (VerdictSink* sink : sink_list_) {
      runners_.emplace_back(*sink, options_.threads);
    }
    BatchReaderOptions reading;
    reading.batch_rows = options_.batch_rows;
    reading.thread = options_.threads || options_.online;
    reading.positions = !options_.checkpoint_file.empty();
    reading.quarantine = &quarantine_;
    began_ = Clock::now();
    reader_ = std::make_unique<BatchReader>(source_, spec_.num_inputs(), reading);
    if (auto done = loop(); !done) {
      error = std::move(done).error();
    }
    source_stop_ = true;  // a source that waits for the world lets go
    reader_->stop();
  }
  close(summary_, std::move(error));
  return summary_;
}

bool Run::stop_wanted() const { return options_.stop != nullptr && options_.stop->load(); }

void Run::wait_while_paused() const {
  while (options_.pause != nullptr && options_.pause->load() && !stop_wanted()) {
    std::this_thread::sleep_for(20ms);
  }
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
      if (options_.online) {
        if (auto advanced = advance(std::max(wall_time(), latest_)); !advanced) {
          return advanced;
        }
      }
      tell_progress(false);
      continue;
    }
    if (auto consumed = consume(*delivery); !consumed) {
      return consumed;
    }
    if (delivery->error) {
      return std::move(*delivery->error);
    }
    ended = delivery->status == ReadStatus::End;
    reader_->recycle(std::move(delivery->batch));
    if (auto saved = checkpoint_if_due(); !saved) {
      return saved;
    }
    tell_progress(false);
  }
  return finish();
}

Result<void> Run::consume(Delivery& delivery) {
  source_progress_ = delivery.progress;
  source_position_ = std::move(delivery.position);
  quarantine_bytes_ = delivery.quarantine_bytes;
  last_time_ = delivery.last_time;
  if (delivery.batch->num_rows() == 0) {
    return {};
  }
  if (options_.online) {
    stamp(*delivery.batch);
  }
  return options_.replay_speed ? replay(*delivery.batch) : evaluate(*delivery.batch);
}

/// Live rows happen when they arrive, but never before something already decided.
void Run::stamp(EventBatch& batch) {
  const Timestamp now = std::max(wall_time(), latest_);
  std::fill(batch.mutable_times().begin(), batch.mutable_times().end(), now);
}

namespace {

/// Rows of verdicts that are handed out together, about.
constexpr std::size_t kVerdictsAtOnce = 1 << 16;
constexpr std::size_t kMostRowsAtOnce = 1 << 20;

std::size_t count_rows(const VerdictBatch& verdicts) {
  std::size_t rows = 0;
  for (const StreamVerdicts& stream : verdicts.streams) {
    rows += stream.num_rows();
  }
  return rows;
}

void copy_rows(const EventBatch& from, std::size_t begin, std::size_t end, EventBatch& to) {
  to.clear();
  for (std::size_t row = begin; row < end; ++row) {
    const std::size_t copied = to.add_row(from.times()[row]);
    for (std::size_t input = 0; input < from.num_inputs(); ++input) {
      if (from.column(input).has(row)) {
        to.set(copied, input, from.column(input).cells[row]);
      }
    }
  }
}

}  // namespace

/// An event may be followed by thousands of deadlines of thousands of instances. So that verdicts
/// do not pile up, a batch is evaluated in parts, of a size that was right so far.
Result<void> Run::evaluate(const EventBatch& batch) {
  latest_ = batch.times().back();
  for (std::size_t begin = 0; begin < batch.num_rows();) {
    const std::size_t end = std::min(batch.num_rows(), begin + rows_at_once_);
    const bool whole = begin == 0 && end == batch.num_rows();
    if (!whole) {
      if (part_.num_inputs() != batch.num_inputs() || part_.capacity() < end - begin) {
        part_ = EventBatch(batch.num_inputs(), batch.num_rows());
      }
      copy_rows(batch, begin, end, part_);
    }
    Result<void> accepted = monitor_->accept(whole ? batch : part_, *verdicts_);
    const std::size_t per_event = count_rows(*verdicts_) / (end - begin);
    rows_at_once_ = std::clamp<std::size_t>(kVerdictsAtOnce / (per_event + 1), 1,
                                            std::min(2 * rows_at_once_, kMostRowsAtOnce));
    if (auto settled = settle(std::move(accepted)); !settled) {
      return settled;
    }
    begin = end;
  }
  return {};
}

Result<void> Run::advance(Timestamp time) {
  latest_ = std::max(latest_, time);
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

/// Waits until the time of a replayed row has come; pauses do not count.
void Run::wait_until_due(Timestamp time) {
  const double speed = std::max(*options_.replay_speed, 1e-9);
  const auto into_run =
      std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(time.ns) / speed));
  while (Clock::now() < began_ + into_run && !stop_wanted()) {
    const auto before = Clock::now();
    wait_while_paused();
    began_ += Clock::now() - before;
    const Clock::duration left = began_ + into_run - Clock::now();
    std::this_thread::sleep_for(std::clamp<Clock::duration>(left, 0ms, 20ms));
    tell_progress(false);
  }
}

/// Rows of one instant at a time, each when its time has come. After a stop the rest of the batch
/// follows at once if a checkpoint is to be written: it can only stand between batches.
Result<void> Run::replay(const EventBatch& batch) {
  slice_ = EventBatch(batch.num_inputs(), batch.num_rows());
  for (std::size_t begin = 0; begin < batch.num_rows();) {
    const Timestamp time = batch.times()[begin];
    wait_until_due(time);
    if (stop_wanted() && options_.checkpoint_file.empty()) {
      break;
    }
    std::size_t end = begin;
    while (end < batch.num_rows() && batch.times()[end] == time) {
      ++end;
    }
    copy_rows(batch, begin, end, slice_);
    if (auto done = evaluate(slice_); !done) {
      return done;
    }
    begin = end;
  }
  return {};
}

/// Counts what happened and gives it to the sinks.
Result<void> Run::hand_out() {
  summary_.num_events += verdicts_->num_events;
  summary_.num_deadlines += verdicts_->num_deadlines;
  summary_.num_evaluation_errors += verdicts_->errors.size();
  summary_.reached = verdicts_->reached;
  const auto streams = spec_.streams();
  for (std::size_t i = 0; i < std::min(verdicts_->streams.size(), streams.size()); ++i) {
    if (streams[i].kind == StreamKind::Trigger) {
      const auto& kinds = verdicts_->streams[i].kind;
      summary_.trigger_counts[streams[i].trigger_index] +=
          static_cast<std::uint64_t>(std::count(kinds.begin(), kinds.end(), ChangeKind::Value));
    }
  }
  Result<void> result;
  if (!verdicts_->empty()) {
    const SharedVerdicts shared = std::move(verdicts_);
    for (SinkRunner& runner : runners_) {
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
  if (summary_.interrupted && !options_.checkpoint_file.empty() && !source_position_.empty()) {
    // The run is not over: whoever resumes it brings it to its end.
    return checkpoint();
  }
  if (last_time_ && *last_time_ > latest_ && !summary_.interrupted) {
    if (auto advanced = advance(*last_time_); !advanced) {
      return advanced;
    }
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
  for (std::uint32_t i = 0; monitor_ && i < spec_.streams().size(); ++i) {
    progress.instances.push_back(spec_.streams()[i].spawned ? monitor_->num_instances(i) : 1);
  }
  progress.reached = summary_.reached;
  progress.finished = last;
  {
    const std::lock_guard lock(waiting_mutex_);
    progress.waiting = waiting_;
  }
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
    keep(runner.finish());
  }
  keep(quarantine_.close());
  const SourceProgress final_progress = source_.progress();
  summary.num_bad_records = final_progress.bad_records;
  summary.num_late_records = final_progress.late_records;
  summary.error = error;
  for (std::size_t i = 0; i < num_open_sinks_; ++i) {
    keep(sink_list_[i]->close(summary));
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
