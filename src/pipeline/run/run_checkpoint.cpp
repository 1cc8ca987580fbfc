#include <chrono>

#include "pipeline/run/run.hpp"

namespace fairmon::pipeline {

Result<void> Run::checkpoint_if_due() {
  if (options_.checkpoint_file.empty()) {
    return {};
  }
  const bool by_events = options_.checkpoint_every_events > 0;
  const bool due =
      by_events ? summary_.num_events - saved_events_ >= options_.checkpoint_every_events
                : Clock::now() - saved_ >= std::chrono::nanoseconds(options_.checkpoint_every.ns);
  return due ? checkpoint() : Result<void>();
}

/// Everything given to the sinks so far has to be in their files before the state is written.
Result<void> Run::checkpoint() {
  if (source_position_.empty()) {
    return Error(ErrorCode::Checkpoint,
                 "this input cannot be resumed, so a checkpoint of it is of no use; read from a "
                 "file instead, or leave out --checkpoint");
  }
  Checkpoint checkpoint;
  checkpoint.spec_digest = spec_.digest();
  checkpoint.source_identity = source_.identity();
  checkpoint.source_position = source_position_;
  for (SinkRunner& runner : runners_) {
    if (auto drained = runner.drain(); !drained) {
      return drained;
    }
    checkpoint.sink_positions.push_back(runner.sink().position());
  }
  if (auto kept = quarantine_.flush(); !kept) {
    return kept;
  }
  checkpoint.has_quarantine = quarantine_.in_use();
  checkpoint.quarantine_bytes = quarantine_bytes_;
  checkpoint.has_start_time = start_time_.has_value();
  checkpoint.start_time_ns = start_time_ ? start_time_->ns : 0;
  checkpoint.num_events = summary_.num_events;
  checkpoint.num_deadlines = summary_.num_deadlines;
  checkpoint.num_evaluation_errors = summary_.num_evaluation_errors;
  checkpoint.trigger_counts = summary_.trigger_counts;
  checkpoint.wall_seconds = wall_seconds();
  checkpoint.monitor_state = monitor_->save();
  saved_ = Clock::now();
  saved_events_ = summary_.num_events;
  return write_checkpoint(options_.checkpoint_file, checkpoint);
}

}  // namespace fairmon::pipeline
