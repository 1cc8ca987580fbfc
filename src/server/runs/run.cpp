#include "server/runs/run.hpp"

#include <fairmon/filter.hpp>

#include <array>
#include <cmath>
#include <ctime>
#include <exception>
#include <functional>
#include <limits>
#include <utility>

#include "ledger/inputs/digest_sink.hpp"
#include "report/build/build.hpp"
#include "report/collect/watched_source.hpp"
#include "server/history/reduce.hpp"
#include "server/http/security.hpp"
#include "server/runs/history_sink.hpp"
#include "server/runs/reporting_source.hpp"
#include "support/caught.hpp"

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
      speed_(settings_.replay_speed.value_or(std::numeric_limits<double>::infinity())),
      begin_(Clock::now()),
      rate_time_(begin_) {
  status_.started = static_cast<std::int64_t>(std::time(nullptr));
}

Run::~Run() {
  stop();
  join();
}

Result<void> Run::start(std::unique_ptr<EventSource> source, std::string quarantine,
                        std::function<void(Run&)> finished) {
  const std::scoped_lock lock(thread_mutex_);
  // Shared: what a thread does must be something that can be copied.
  const std::shared_ptr<EventSource> owned = std::move(source);
  return thread_.start(
      [this, owned, quarantine = std::move(quarantine), finished = std::move(finished)] {
        work(*owned, quarantine);
        finished(*this);
      },
      [this](const Error& error) { note_failure(error); });
}

void Run::work(EventSource& source, const std::string& quarantine) {
  HistorySink sink(history_);
  PipelineOptions options;
  options.on_bad_record = settings_.on_bad_record;
  options.on_late = settings_.on_late;
  options.monitor.on_error = settings_.on_error;
  options.quarantine = settings_.on_bad_record == RecordPolicy::Skip ? quarantine : "";
  options.speed = &speed_;
  options.steps = &steps_;
  if (settings_.start_time) {
    options.start_time = from_seconds(*settings_.start_time);
  }
  options.filter = derive_filter(*spec_).condition;
  options.stop = &stop_;
  options.pause = &pause_;
  options.progress = [this](const PipelineProgress& progress) { note_progress(progress); };
  RunSummary summary;
  try {
    ReportingSource reporting(source, history_, settings_.data_name, share_);
    report::WatchedSource watched(reporting);
    report::Collector collector(*spec_);
    ledger::DigestSink digests;
    std::vector<VerdictSink*> sinks = {&sink, &collector};
    if (digests.start()) {
      sinks.push_back(&digests);  // a report without digests is still a report
    }
    summary = run_pipeline(*spec_, watched, sinks, options);
    report::Surroundings around;
    around.sources.push_back({"Source", in_known_names(settings_.data_name)});
    for (const ledger::FileDigest& file : digests.files()) {
      around.sources.push_back({"SHA-256 of the data", file.sha256});
    }
    around.data = watched.facts();
    for (std::string& reason : around.data.unreadable) {
      reason = in_known_names(reason);
    }
    auto document = std::make_shared<const report::Report>(report::build(collector, around));
    const std::scoped_lock lock(mutex_);
    document_ = std::move(document);
  } catch (...) {
    summary.error = support::caught_error();
  }
  if (summary.error && summary.error->code == ErrorCode::Internal) {
    // The text may name internals; people get an identity to quote instead.
    summary.error = Error(ErrorCode::Internal, "FairMon made a mistake and the run had to end (" +
                                                   random_token().substr(0, 12) + ")");
  }
  note_end(summary);
}

/// The last word, when not even the end could be noted: nothing here needs much memory.
void Run::note_failure(const Error& error) {
  const std::scoped_lock lock(mutex_);
  status_.phase = RunPhase::Failed;
  status_.error = error.message;
}

void Run::note_progress(const PipelineProgress& progress) {
  const std::scoped_lock lock(mutex_);
  status_.progress = progress;
  status_.progress.source.share = share_.of(progress.num_events);
  status_.instances.clear();
  for (std::size_t i = 0; i < progress.instances.size(); ++i) {
    const StreamInfo& stream = spec_->streams()[i];
    if (!stream.parameters.empty() && stream.tells == StreamInfo::Tells::Nothing) {
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

/// Files by the name people gave them: an upload lies under a random one.
std::string Run::in_known_names(std::string text) const {
  for (const std::string& target : settings_.targets) {
    for (std::size_t at = 0; !settings_.data_name.empty() && !target.empty() &&
                             (at = text.find(target, at)) != std::string::npos;
         at += settings_.data_name.size()) {
      text.replace(at, target.size(), settings_.data_name);
    }
  }
  return text;
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
    status_.error = in_known_names(summary.error->to_string());
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
    steps_.store(0);
    pause_.store(false);
  }
}

void Run::set_speed(std::optional<double> speed) {
  speed_.store(speed.value_or(std::numeric_limits<double>::infinity()));
}

std::optional<double> Run::speed() const {
  const double speed = speed_.load();
  return std::isfinite(speed) ? std::optional(speed) : std::nullopt;
}

void Run::step() {
  if (pause_.load()) {
    steps_.fetch_add(1);
  }
}

void Run::stop() {
  stop_.store(true);
  pause_.store(false);
}

void Run::join() {
  const std::scoped_lock lock(thread_mutex_);
  thread_.join();
}

std::shared_ptr<const report::Report> Run::document() const {
  const std::scoped_lock lock(mutex_);
  return document_;
}

RunStatus Run::status() const {
  const std::scoped_lock lock(mutex_);
  return status_;
}

Run::Label Run::label() const {
  const std::scoped_lock lock(mutex_);
  return label_;
}

void Run::set_label(Label label) {
  const std::scoped_lock lock(mutex_);
  label_ = std::move(label);
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
