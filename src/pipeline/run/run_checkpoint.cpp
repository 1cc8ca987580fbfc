#include <algorithm>
#include <chrono>

#include "pipeline/run/run.hpp"

namespace fairmon::pipeline {

namespace {

using namespace std::chrono_literals;

// A keeper holds something open (a transaction) until it is given the state.
constexpr auto kLongestWait = 10s;
constexpr auto kIdleWait = 500ms;

}  // namespace

/// Outputs have begun anew, so an older checkpoint of that name is worth nothing any more; and
/// whoever is killed early goes on from the very data that were there.
Result<void> Run::checkpoint_at_start() {
  if (!keeps_state()) {
    return {};
  }
  source_position_ = resumed_ ? resumed_->source_position : source_.position();
  quarantine_bytes_ = quarantine_.size();
  // What a keeper is given becomes visible only with a state.
  return source_position_.empty() && keeper_ == nullptr ? Result<void>() : checkpoint();
}

Result<void> Run::checkpoint_if_due() {
  if (!keeps_state()) {
    return {};
  }
  const bool by_events = options_.checkpoint_every_events > 0;
  const auto passed = Clock::now() - saved_;
  bool due = by_events ? summary_.num_events - saved_events_ >= options_.checkpoint_every_events
                       : passed >= std::chrono::nanoseconds(options_.checkpoint_every.ns);
  due = due || (keeper_ != nullptr && passed >= kLongestWait);
  return due ? checkpoint() : Result<void>();
}

/// Whoever waits for verdicts that become visible with the state gets them although nothing comes.
Result<void> Run::checkpoint_while_idle() {
  const bool news = keeper_ != nullptr && source_position_ != saved_position_;
  return news && Clock::now() - saved_ >= kIdleWait ? checkpoint() : Result<void>();
}

/// What to do about records still to come may be decided anew; the order in which flags are given
/// does not matter, but for repeated ones.
std::vector<Setting> Run::settings() const {
  std::vector<Setting> all = options_.settings;
  const auto add = [&](const char* name, std::string value) {
    all.emplace_back(name, std::move(value));
  };
  add("--on-late wait", options_.on_late == LatePolicy::Wait
                            ? std::to_string(options_.late_wait.ns) + " ns"
                            : "not given");
  add("--online", options_.online ? "given" : "not given");
  add("--start-at-midnight", options_.start_at_midnight ? "given" : "not given");
  add("the start of the run",
      options_.start_time ? std::to_string(options_.start_time->ns) + " ns" : "not given");
  std::stable_sort(all.begin(), all.end(),
                   [](const Setting& a, const Setting& b) { return a.first < b.first; });
  return all;
}

std::string Run::state_name() const {
  return keeper_ != nullptr ? "the state in " + keeper_->place()
                            : "the checkpoint `" + options_.resume_file + "`";
}

std::string Run::start_anew() const {
  return keeper_ != nullptr ? "start anew under another name (--group)"
                            : "start anew without --resume";
}

Result<void> Run::check_settings(const std::vector<Setting>& before) const {
  const std::vector<Setting> now = settings();
  const auto [old, current] = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
  if (old == before.end() && current == now.end()) {
    return {};
  }
  // One list lacks an entry that the other has, or both have it with other values.
  const bool lost = current == now.end() || (old != before.end() && old->first < current->first);
  const bool added = old == before.end() || (current != now.end() && current->first < old->first);
  const std::string name = lost ? old->first : current->first;
  const auto shown = [](const std::string& value) { return "`" + value + "`"; };
  return Error(ErrorCode::Checkpoint, state_name() + " was taken with other options: " + name +
                                          " was " + (added ? "not given" : shown(old->second)) +
                                          " and is now " +
                                          (lost ? "not given" : shown(current->second)) +
                                          "; resume with the same options, or " + start_anew());
}

/// Everything given to the sinks so far has to be on the disk before the state that refers to it.
Result<void> Run::checkpoint() {
  if (source_position_.empty()) {
    return Error(ErrorCode::Checkpoint,
                 keeper_ != nullptr
                     ? "this input cannot be resumed, so there is no use in keeping its state in " +
                           keeper_->place()
                     : "this input cannot be resumed, so a checkpoint of it is of no use; read "
                       "from a file instead, or leave out --checkpoint");
  }
  if (auto drained = drain(); !drained) {
    return drained;
  }
  Checkpoint checkpoint;
  checkpoint.spec_digest = spec_.digest();
  checkpoint.settings = settings();
  checkpoint.source_identity = source_.identity();
  checkpoint.source_position = source_position_;
  for (SinkRunner& runner : runners_) {
    if (auto synced = runner.sync(); !synced) {
      return synced;
    }
    checkpoint.sink_positions.push_back(runner.sink().position());
  }
  if (auto kept = quarantine_.sync(); !kept) {
    return kept;
  }
  checkpoint.waiting = waiting_ ? waiting_->save() : std::string();
  checkpoint.quarantine = options_.quarantine;
  checkpoint.quarantine_bytes = quarantine_bytes_;
  checkpoint.has_start_time = start_time_.has_value();
  checkpoint.start_time_ns = start_time_ ? start_time_->ns : 0;
  checkpoint.num_events = summary_.num_events;
  checkpoint.num_deadlines = summary_.num_deadlines;
  checkpoint.num_evaluation_errors = summary_.num_evaluation_errors;
  checkpoint.latest_ns = latest_.ns;
  checkpoint.trigger_counts = summary_.trigger_counts;
  checkpoint.wall_seconds = wall_seconds();
  checkpoint.monitor_state =
      shards_ ? shards_->save(texts_of_sinks()) : monitor_->save(texts_of_sinks());
  auto written = save(checkpoint);
  saved_ = Clock::now();
  saved_events_ = summary_.num_events;
  saved_position_ = source_position_;
  if (written && options_.saved) {
    options_.saved(checkpoint.source_position);
  }
  return written;
}

Result<void> Run::save(const Checkpoint& checkpoint) {
  return keeper_ != nullptr
             ? keeper_->save(encode_checkpoint(checkpoint), checkpoint.source_position)
             : write_checkpoint(options_.checkpoint_file, checkpoint);
}

}  // namespace fairmon::pipeline
