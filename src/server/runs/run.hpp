#pragma once

#include <fairmon/pipeline.hpp>
#include <fairmon/plugin.hpp>
#include <fairmon/spec.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "server/history/run_history.hpp"
#include "server/runs/decided_share.hpp"
#include "support/thread.hpp"

namespace fairmon::server {

/// Everything that decides what a run does, as the page asks for it.
struct RunSettings {
  std::string name;
  std::string spec;
  std::string plugin;
  std::multimap<std::string, std::string> options;
  std::vector<std::string> targets;
  std::vector<std::string> asked;  ///< the targets as the page named them, for using them again
  std::string data_name;           ///< what the user calls the data (an upload's file name)
  std::optional<double> replay_speed;
  /// Calendar time of monitor time 0 for data with relative times, in seconds since 1970.
  std::optional<double> start_time;
  RecordPolicy on_bad_record = RecordPolicy::Stop;
  LatePolicy on_late = LatePolicy::Stop;
  ErrorPolicy on_error = ErrorPolicy::Stop;
  bool keep_copy = false;  ///< of the events, in the run's folder
};

enum class RunPhase : std::uint8_t {
  Running,
  Paused,
  Finished,
  Stopped,      ///< by the user
  Failed,       ///< by the data or an evaluation
  Interrupted,  ///< the server ended before the run did
};

[[nodiscard]] std::string_view phase_name(RunPhase phase) noexcept;
[[nodiscard]] std::optional<RunPhase> phase_from_name(std::string_view name) noexcept;

/// How a run stands, at one moment.
struct RunStatus {
  RunPhase phase = RunPhase::Running;
  PipelineProgress progress;
  /// Living instances of every stream with parameters, drawn or not.
  std::vector<std::pair<std::string, std::uint64_t>> instances;
  double events_per_second = 0.0;
  std::string error;
  std::int64_t started = 0;  ///< seconds since 1970, wall clock
  double wall_seconds = 0.0;
};

/// One run of a specification over data, with everything it has shown. Threads may ask at any time.
class Run {
 public:
  using Clock = std::chrono::steady_clock;

  /// A run about to start.
  Run(std::string id, RunSettings settings, std::shared_ptr<RunHistory> history,
      std::optional<Spec> spec);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Starts the thread; `finished` is called on it at the end. An error if there is none.
  Result<void> start(std::unique_ptr<EventSource> source, std::string quarantine,
                     std::function<void(Run&)> finished);
  void pause();
  void resume();
  void stop();
  /// Seconds of monitor time per second from now on; nothing: as fast as possible.
  void set_speed(std::optional<double> speed);
  [[nodiscard]] std::optional<double> speed() const;
  /// Lets one event go by while it is paused.
  void step();
  /// Waits for the end; several threads may.
  void join();

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const RunSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] const RunHistory& history() const noexcept { return *history_; }
  [[nodiscard]] RunHistory& mutable_history() noexcept { return *history_; }
  [[nodiscard]] RunStatus status() const;
  /// What there is to report when the run is over; nothing before, and for runs read back from
  /// disk.
  [[nodiscard]] std::shared_ptr<const report::Report> document() const;
  [[nodiscard]] bool active() const;
  [[nodiscard]] bool pinned() const noexcept { return pinned_.load(); }
  void pin(bool pinned) noexcept { pinned_.store(pinned); }
  /// What the reader calls the run, and notes about it.
  struct Label {
    std::string title;
    std::string note;
  };
  [[nodiscard]] Label label() const;
  void set_label(Label label);
  /// For runs read back from disk.
  void restore_status(RunStatus status);

 private:
  void work(EventSource& source, const std::string& quarantine);
  void note_progress(const PipelineProgress& progress);
  void note_end(const RunSummary& summary);
  [[nodiscard]] std::string in_known_names(std::string text) const;
  void note_failure(const Error& error);

  std::string id_;
  RunSettings settings_;
  std::shared_ptr<RunHistory> history_;
  std::optional<Spec> spec_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> pause_{false};
  std::atomic<double> speed_;
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<bool> pinned_{false};
  mutable std::mutex mutex_;
  RunStatus status_;
  std::shared_ptr<const report::Report> document_;
  Label label_;
  DecidedShare share_;
  Clock::time_point begin_;
  Clock::time_point rate_time_;
  std::uint64_t rate_events_ = 0;
  std::mutex thread_mutex_;  ///< guards the one below
  support::Thread thread_;
};

}  // namespace fairmon::server
