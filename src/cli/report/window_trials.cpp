#include "cli/report/window_trials.hpp"

#include <fairmon/findings.hpp>
#include <fairmon/tooling.hpp>

#include <chrono>
#include <mutex>
#include <utility>

#include "pipeline/run/bounded_ring.hpp"
#include "support/thread.hpp"

namespace fairmon::cli {

/// Rows that another source has read.
class WindowTrials::Rows final : public EventSource {
 public:
  Result<void> open(const SourceContext& /*context*/) override { return {}; }
  Result<ReadStatus> read(EventBatch& batch) override {
    if (auto rows = ring_.pop(std::chrono::seconds(1))) {
      batch = **rows;
      return ReadStatus::More;
    }
    return ring_.closed_and_empty() ? ReadStatus::End : ReadStatus::Idle;
  }
  [[nodiscard]] std::optional<Timestamp> start_time() const override { return start_time_; }
  /// Asked for with every batch, told at the end.
  [[nodiscard]] std::optional<Timestamp> last_time() const override {
    const std::lock_guard lock(mutex_);
    return last_time_;
  }
  [[nodiscard]] SourceProgress progress() const override { return {}; }

  void begin(std::optional<Timestamp> start) { start_time_ = start; }
  void give(const std::shared_ptr<const EventBatch>& rows) { (void)ring_.push(rows); }
  void end(std::optional<Timestamp> last) {
    {
      const std::lock_guard lock(mutex_);
      last_time_ = last;
    }
    ring_.close();
  }

 private:
  static constexpr std::size_t kWaiting = 16;  // batches
  pipeline::BoundedRing<std::shared_ptr<const EventBatch>> ring_{kWaiting};
  std::optional<Timestamp> start_time_;
  mutable std::mutex mutex_;
  std::optional<Timestamp> last_time_;
};

struct WindowTrials::Trial {
  explicit Trial(Spec given) : spec(std::move(given)), collector(spec) {}

  Spec spec;
  report::Collector collector;
  report::WindowTrial told;
  Rows rows;
  support::Thread thread;  // last: it uses the others
};

WindowTrials::WindowTrials(const SourceFile& source, const CompileOptions& compiling,
                           PipelineOptions& options) {
  add(source, compiling, "half as long", 0.5);
  add(source, compiling, "twice as long", 2.0);
  if (trials_.empty()) {
    return;
  }
  if (!options.monitor.symbols) {
    options.monitor.symbols = std::make_shared<SymbolTable>();
  }
  options_.monitor = options.monitor;
  options_.on_late = options.on_late;
  options_.late_wait = options.late_wait;
  options_.batch_rows = options.batch_rows;
  options_.start_time = options.start_time;
  options_.at_end = options.at_end;
  options_.stop = options.stop;
  options_.threads = false;
  options_.warn = [](const std::string&) {};
}

WindowTrials::~WindowTrials() { (void)finish(); }

void WindowTrials::add(const SourceFile& source, const CompileOptions& compiling, const char* what,
                       double times) {
  auto scaled = scale_windows(source, times);
  if (!scaled || scaled->windows.empty()) {
    return;
  }
  const Compiled compiled =
      compile_with_findings(SourceFile(source.name(), scaled->text), compiling);
  if (!compiled.spec) {
    return;  // a window that is too short or too long for anything
  }
  trials_.push_back(std::make_unique<Trial>(*compiled.spec));
  report::WindowTrial& told = trials_.back()->told;
  told.what = what;
  told.windows = std::move(scaled->windows);
  told.collected = &trials_.back()->collector;
}

Result<void> WindowTrials::opened(const EventSource& source) {
  for (const auto& trial : trials_) {
    Trial* one = trial.get();
    one->rows.begin(source.start_time());
    auto started = one->thread.start(
        [this, one] {
          const RunSummary summary =
              run_pipeline(one->spec, one->rows, {&one->collector}, options_);
          one->told.problem = summary.error ? summary.error->message : "";
          one->rows.end(std::nullopt);  // whoever gives more does not wait
        },
        [one](const Error& error) {
          one->told.problem = error.message;
          one->rows.end(std::nullopt);
        });
    if (!started) {
      return started;
    }
  }
  return {};
}

void WindowTrials::rows(const EventBatch& batch) {
  if (trials_.empty()) {
    return;
  }
  const auto copy = std::make_shared<const EventBatch>(batch);
  for (const auto& trial : trials_) {
    trial->rows.give(copy);
  }
}

void WindowTrials::ended(const EventSource& source) {
  for (const auto& trial : trials_) {
    trial->rows.end(source.last_time());
  }
}

std::vector<report::WindowTrial> WindowTrials::finish() {
  std::vector<report::WindowTrial> told;
  for (const auto& trial : trials_) {
    trial->rows.end(trial->rows.last_time());
    trial->thread.join();
    told.push_back(trial->told);
  }
  return told;
}

}  // namespace fairmon::cli
