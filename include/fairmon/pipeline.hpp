#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/monitor.hpp>
#include <fairmon/verdict_sink.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fairmon {

/// A picture of a run while it goes on.
struct PipelineProgress {
  SourceProgress source;
  std::uint64_t num_events = 0;
  std::uint64_t num_deadlines = 0;
  std::uint64_t num_triggers = 0;
  Timestamp reached;
  std::vector<std::uint64_t> instances;  ///< living ones, per stream as in Spec::streams()
  std::string waiting;                   ///< why nothing moves, if so
  bool finished = false;                 ///< the last picture of the run
};

struct PipelineOptions {
  MonitorOptions monitor;
  RecordPolicy on_bad_record = RecordPolicy::Stop;
  LatePolicy on_late = LatePolicy::Stop;
  Duration late_wait;      ///< with LatePolicy::Wait
  std::string quarantine;  ///< file for skipped records; empty: none
  std::size_t batch_rows = 1024;
  bool threads = true;  ///< reading, evaluating and writing overlap
  /// So many monitors judge side by side where the specification lets them; 0: one per processor.
  /// Verdicts are the same for every number. Needs `threads`.
  std::uint32_t shards = 1;
  /// Live input: time is the wall clock, deadlines fire without events.
  bool online = false;
  /// The data come as they happen, with times of their own.
  bool live = false;
  std::optional<Timestamp> start_time;
  bool start_at_midnight = false;
  /// After the last event time goes on to the end of the period that is under way.
  bool at_end = false;
  /// Monitor time per wall-clock second for replays; nothing: as fast as possible.
  std::optional<double> replay_speed;
  std::string checkpoint_file;
  std::uint64_t checkpoint_every_events = 0;
  Duration checkpoint_every = Duration::seconds(10);
  std::string resume_file;
  /// What else decides the meaning of the run: flags of source and sinks as the user knows them,
  /// with their values. A checkpoint is resumed with the same ones only.
  std::vector<std::pair<std::string, std::string>> settings;
  /// What the user asked for, flags and values as given, as far as another run that is to come to
  /// the same verdicts needs it; no secrets.
  std::vector<std::pair<std::string, std::string>> asked;
  /// Told what is odd about the data but stops nobody, from any thread.
  std::function<void(const std::string&)> warn;
  /// Told what the user may want to know about how the run goes.
  std::function<void(const std::string&)> note;
  /// Handed to the source; see derive_filter.
  Filter filter;
  const std::atomic<bool>* stop = nullptr;
  const std::atomic<bool>* pause = nullptr;
  /// Takes the place of `replay_speed` and may change on the way; infinite: as fast as possible.
  const std::atomic<double>* speed = nullptr;
  /// While paused, so many more events go by one at a time; the run takes them off.
  std::atomic<std::uint64_t>* steps = nullptr;
  /// Called when a checkpoint is on the disk, with the position of the source that it holds.
  std::function<void(const std::string&)> saved;
  /// Called about five times a second from the evaluating thread.
  std::function<void(const PipelineProgress&)> progress;
};

/// Runs source → monitor → sinks to the end. The summary is complete even when it ends with an
/// error (RunSummary::error); everything decided before the error has reached the sinks.
[[nodiscard]] RunSummary run_pipeline(const Spec& spec, EventSource& source,
                                      const std::vector<VerdictSink*>& sinks,
                                      const PipelineOptions& options);

}  // namespace fairmon
