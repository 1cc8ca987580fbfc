#pragma once

#include <fairmon/pipeline.hpp>
#include <fairmon/plugin.hpp>
#include <fairmon/spec.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "eventlog/log.hpp"
#include "support/thread.hpp"
#include "watch/config/config.hpp"
#include "watch/metrics/metrics_sink.hpp"
#include "watch/monitor/epoch.hpp"
#include "watch/push/push_port.hpp"
#include "watch/push/verdict_desk.hpp"

namespace fairmon::watch {

enum class MonitorState : std::uint8_t {
  Starting,
  Running,
  Waiting,   ///< a run failed; the next one begins after a pause
  Finished,  ///< the data came to their end
  Stopped,
};
[[nodiscard]] std::string_view state_name(MonitorState state) noexcept;

/// A picture of a monitor.
struct MonitorPicture {
  MonitorState state = MonitorState::Starting;
  std::string error;  ///< of the run that failed last; empty while one goes well
  std::uint64_t epoch = 0;
  std::uint64_t restarts = 0;
  std::uint64_t num_events = 0;
  std::uint64_t num_deadlines = 0;
  std::uint64_t num_triggers = 0;
  std::uint64_t num_bad = 0;
  std::uint64_t num_late = 0;
  std::uint64_t num_evaluation_errors = 0;
  /// Seconds since the last checkpoint; negative: there is none yet.
  double checkpoint_age = -1.0;
};

/// What monitors get from the service.
struct MonitorTools {
  const PluginRegistry* plugins = nullptr;
  std::filesystem::path folder;         ///< of all monitors
  std::function<std::int64_t()> clock;  ///< nanoseconds since 1970
  /// Severity as in syslog: 3 error, 4 warning, 6 information.
  std::function<void(int severity, const std::string& line)> log;
};

/// How long to wait before the next try; grows from one to the next.
[[nodiscard]] std::chrono::milliseconds pause_before(std::uint64_t failures) noexcept;

/// One monitor: runs on a thread of its own, begins again after a failure, and keeps its state on
/// the disk so that the next process goes on where this one was killed.
class WatchedMonitor {
 public:
  WatchedMonitor(MonitorConfig config, Spec spec, MonitorTools tools);
  /// Stops and waits; the run leaves a checkpoint.
  ~WatchedMonitor();
  WatchedMonitor(const WatchedMonitor&) = delete;
  WatchedMonitor& operator=(const WatchedMonitor&) = delete;

  /// Opens the log of pushed events, if there is one, and starts the thread. A failure is logged,
  /// and tried again by `tick`.
  void start();
  /// Goes on with another configuration. New tokens disturb nobody.
  void change(MonitorConfig config, Spec spec);
  /// To be called several times a second.
  void tick(std::chrono::steady_clock::time_point now);

  [[nodiscard]] const MonitorConfig& config() const noexcept { return config_; }
  [[nodiscard]] const Spec& spec() const noexcept { return spec_; }
  [[nodiscard]] MonitorPicture picture() const;
  /// Nothing for a monitor that reads files.
  [[nodiscard]] PushPort* port() noexcept { return port_.get(); }
  [[nodiscard]] const std::shared_ptr<eventlog::EventLog>& log() const noexcept { return log_; }
  [[nodiscard]] const std::shared_ptr<VerdictDesk>& desk() const noexcept { return desk_; }
  [[nodiscard]] const MetricsSink& metrics() const noexcept { return *metrics_; }
  /// What outputs of the current run tell of themselves, with their targets.
  struct OutputNumber {
    std::string target;
    SinkNumber number;
  };
  [[nodiscard]] std::vector<OutputNumber> output_numbers() const;

 private:
  Result<void> open_port();
  void leave_desk();
  Result<void> start_thread();
  void stop();
  void supervise();
  [[nodiscard]] RunSummary run_once();
  Result<std::unique_ptr<EventSource>> make_source(const Epoch& epoch);
  Result<std::vector<std::unique_ptr<VerdictSink>>> make_sinks(const Epoch& epoch);
  void show_outputs(std::vector<std::pair<std::string, const VerdictSink*>> outputs);
  [[nodiscard]] PipelineOptions run_options(const Epoch& epoch);
  [[nodiscard]] Settings settings() const;
  [[nodiscard]] Result<Epoch> current_epoch() const;
  [[nodiscard]] std::filesystem::path folder() const { return tools_.folder / config_.name; }
  void note(const PipelineProgress& progress);
  void note_end(const RunSummary& summary);
  void set_state(MonitorState state, const std::string& error = {});
  void log_line(int severity, const std::string& text) const;

  MonitorConfig config_;
  Spec spec_;
  MonitorTools tools_;
  std::shared_ptr<eventlog::EventLog> log_;
  std::shared_ptr<VerdictDesk> desk_;
  std::unique_ptr<PushPort> port_;
  std::unique_ptr<MetricsSink> metrics_;

  std::uint64_t failed_starts_ = 0;
  std::optional<std::chrono::steady_clock::time_point> next_start_;  ///< set: it could not start

  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;  ///< guards the two below
  std::condition_variable wake_;
  MonitorPicture picture_;
  std::optional<std::chrono::steady_clock::time_point> saved_;
  mutable std::mutex outputs_mutex_;  ///< guards what follows
  std::vector<std::pair<std::string, const VerdictSink*>> outputs_;
  support::Thread thread_;
};

}  // namespace fairmon::watch
