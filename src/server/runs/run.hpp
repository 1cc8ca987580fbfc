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
#include <thread>
#include <utility>
#include <vector>

#include "server/history/run_history.hpp"

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

  /// Starts the thread; `finished` is called on it at the end.
  void start(std::unique_ptr<EventSource> source, std::string quarantine,
             std::function<void(Run&)> finished);
  void pause();
  void resume();
  void stop();
  void join();

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const RunSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] const RunHistory& history() const noexcept { return *history_; }
  [[nodiscard]] RunHistory& mutable_history() noexcept { return *history_; }
  [[nodiscard]] RunStatus status() const;
  [[nodiscard]] bool active() const;
  [[nodiscard]] bool pinned() const noexcept { return pinned_.load(); }
  void pin(bool pinned) noexcept { pinned_.store(pinned); }
  /// For runs read back from disk.
  void restore_status(RunStatus status);

 private:
  void work(EventSource& source, const std::string& quarantine);
  void note_progress(const PipelineProgress& progress);
  void note_end(const RunSummary& summary);

  std::string id_;
  RunSettings settings_;
  std::shared_ptr<RunHistory> history_;
  std::optional<Spec> spec_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> pause_{false};
  std::atomic<bool> pinned_{false};
  mutable std::mutex mutex_;
  RunStatus status_;
  Clock::time_point begin_;
  Clock::time_point rate_time_;
  std::uint64_t rate_events_ = 0;
  std::thread thread_;
};

}  // namespace fairmon::server
