#include "server/runs/run.hpp"

#include <fairmon/filter.hpp>
#include <fairmon/group_sizes.hpp>

#include <array>
#include <ctime>
#include <exception>
#include <functional>
#include <utility>

#include "server/history/reduce.hpp"
#include "server/http/security.hpp"
#include "server/runs/history_sink.hpp"
#include "server/runs/reporting_source.hpp"

namespace fairmon::server {

namespace {

constexpr std::array<std::pair<RunPhase, std::string_view>, 6> kPhases = {{
    {RunPhase::Running, "running"},
    {RunPhase::Paused, "paused"},
    {RunPhase::Finished, "finished"},
    {RunPhase::Stopped, "stopped"},
    {RunPhase::Failed, "failed"},
    {RunPhase::Interrupted, "interrupted"},
}};

double seconds_between(Run::Clock::time_point a, Run::Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

std::string_view phase_name(RunPhase phase) noexcept {
  for (const auto& [value, name] : kPhases) {
    if (value == phase) {
      return name;
    }
  }
  return "failed";
}

std::optional<RunPhase> phase_from_name(std::string_view name) noexcept {
  for (const auto& [value, text] : kPhases) {
    if (text == name) {
      return value;
    }
  }
  return std::nullopt;
}

Run::Run(std::string id, RunSettings settings, std::shared_ptr<RunHistory> history,
         std::optional<Spec> spec)
    : id_(std::move(id)),
      settings_(std::move(settings)),
      history_(std::move(history)),
      spec_(std::move(spec)),
      begin_(Clock::now()),
      rate_time_(begin_) {
  status_.started = static_cast<std::int64_t>(std::time(nullptr));
}

Run::~Run() {
  stop();
  join();
}

void Run::start(std::unique_ptr<EventSource> source, std::string quarantine,
                std::function<void(Run&)> finished) {
  thread_ = std::thread([this, source = std::move(source), quarantine = std::move(quarantine),
                         finished = std::move(finished)] {
    work(*source, quarantine);
    finished(*this);
  });
}

void Run::work(EventSource& source, const std::string& quarantine) {
  HistorySink sink(history_);
  PipelineOptions options;
  options.on_bad_record = settings_.on_bad_record;
  options.on_late = settings_.on_late;
  options.monitor.on_error = settings_.on_error;
  options.quarantine = settings_.on_bad_record == RecordPolicy::Skip ? quarantine : "";
  options.replay_speed = settings_.replay_speed;
  if (settings_.start_time) {
    options.start_time = from_seconds(*settings_.start_time);
  }
  options.filter = derive_filter(*spec_).condition;
  options.stop = &stop_;
  options.pause = &pause_;
  options.progress = [this](const PipelineProgress& progress) { note_progress(progress); };
  RunSummary summary;
  try {
    ReportingSource reporting(source, history_, settings_.data_name);
    summary = run_pipeline(*spec_, reporting, {&sink}, options);
  } catch (const std::exception&) {
    // The text may name internals; people get an identity to quote instead.
    summary.error = Error(ErrorCode::Internal, "FairMon made a mistake and the run had to end (" +
                                                   random_token().substr(0, 12) + ")");
  }
  note_end(summary);
}

void Run::note_progress(const PipelineProgress& progress) {
  const std::scoped_lock lock(mutex_);
  status_.progress = progress;
  status_.instances.clear();
  for (std::size_t i = 0; i < progress.instances.size(); ++i) {
    const StreamInfo& stream = spec_->streams()[i];
    if (!stream.parameters.empty() && !counts_trials_of(stream)) {
      status_.instances.emplace_back(stream.name, progress.instances[i]);
    }
  }
  const auto now = Clock::now();
  const double elapsed = seconds_between(rate_time_, now);
  if (elapsed >= 0.5) {
    const auto events = static_cast<double>(progress.num_events - rate_events_);
    status_.events_per_second = events / elapsed;
    rate_events_ = progress.num_events;
    rate_time_ = now;
  }
  status_.wall_seconds = seconds_between(begin_, now);
}

void Run::note_end(const RunSummary& summary) {
  const std::scoped_lock lock(mutex_);
  status_.wall_seconds = seconds_between(begin_, Clock::now());
  status_.progress.num_events = summary.num_events;
  status_.progress.num_deadlines = summary.num_deadlines;
  status_.progress.source.bad_records = summary.num_bad_records;
  status_.progress.source.late_records = summary.num_late_records;
  status_.progress.num_triggers = history_->num_firings();
  status_.progress.reached = summary.reached;
  status_.progress.waiting.clear();
  if (status_.wall_seconds > 0.0) {
    status_.events_per_second = static_cast<double>(summary.num_events) / status_.wall_seconds;
  }
  const bool cancelled = summary.error && summary.error->code == ErrorCode::Cancelled;
  if (summary.error && !cancelled) {
    status_.phase = RunPhase::Failed;
    status_.error = summary.error->to_string();
    history_->add_notice("run", status_.error, summary.reached);
  } else if (stop_.load() || summary.interrupted) {
    status_.phase = RunPhase::Stopped;
  } else {
    status_.phase = RunPhase::Finished;
    status_.progress.source.share = 1.0;
  }
  history_->publish();
}

void Run::pause() {
  const std::scoped_lock lock(mutex_);
  if (status_.phase == RunPhase::Running) {
    pause_.store(true);
    status_.phase = RunPhase::Paused;
    status_.events_per_second = 0.0;
  }
}

void Run::resume() {
  const std::scoped_lock lock(mutex_);
  if (status_.phase == RunPhase::Paused) {
    status_.phase = RunPhase::Running;
    pause_.store(false);
  }
}

void Run::stop() {
  stop_.store(true);
  pause_.store(false);
}

void Run::join() {
  if (thread_.joinable()) {
    thread_.join();
  }
}

RunStatus Run::status() const {
  const std::scoped_lock lock(mutex_);
  return status_;
}

bool Run::active() const {
  const RunPhase phase = status().phase;
  return phase == RunPhase::Running || phase == RunPhase::Paused;
}

void Run::restore_status(RunStatus status) {
  const std::scoped_lock lock(mutex_);
  status_ = std::move(status);
}

}  // namespace fairmon::server
