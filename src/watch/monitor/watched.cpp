#include "watch/monitor/watched.hpp"

#include <algorithm>
#include <utility>

#include "plugins/inputs/push/push_source.hpp"
#include "support/caught.hpp"

namespace fairmon::watch {

namespace {

using std::chrono::milliseconds;

/// A run that went well for so long has earned a quick restart.
constexpr std::chrono::seconds kGoodRun{60};
constexpr milliseconds kFirstPause{500};
constexpr milliseconds kLongestPause{60'000};

}  // namespace

std::string_view state_name(MonitorState state) noexcept {
  switch (state) {
    case MonitorState::Starting:
      return "starting";
    case MonitorState::Running:
      return "running";
    case MonitorState::Waiting:
      return "waiting";
    case MonitorState::Finished:
      return "finished";
    case MonitorState::Stopped:
      break;
  }
  return "stopped";
}

milliseconds pause_before(std::uint64_t failures) noexcept {
  return std::min(kLongestPause,
                  kFirstPause * (std::int64_t{1} << std::min<std::uint64_t>(failures, 10)));
}

WatchedMonitor::WatchedMonitor(MonitorConfig config, Spec spec, MonitorTools tools)
    : config_(std::move(config)),
      spec_(std::move(spec)),
      tools_(std::move(tools)),
      metrics_(std::make_unique<MetricsSink>(config_.name, config_.limits.series)) {}

WatchedMonitor::~WatchedMonitor() {
  stop();
  leave_desk();
}

/// Who still waits there is told that nothing more will come.
void WatchedMonitor::leave_desk() {
  if (desk_) {
    desk_->expire(VerdictDesk::Clock::time_point::max());
  }
}

void WatchedMonitor::log_line(int severity, const std::string& text) const {
  tools_.log(severity, config_.name + ": " + text);
}

void WatchedMonitor::start() {
  auto started = open_port();
  if (started) {
    started = start_thread();
  }
  if (started) {
    failed_starts_ = 0;
    next_start_.reset();
    return;
  }
  const milliseconds pause = pause_before(failed_starts_++);
  next_start_ = std::chrono::steady_clock::now() + pause;
  set_state(MonitorState::Waiting, started.error().message);
  log_line(3,
           started.error().to_string() + "; next try in " + std::to_string(pause.count()) + " ms");
}

void WatchedMonitor::tick(std::chrono::steady_clock::time_point now) {
  if (desk_) {
    desk_->expire(now);
  }
  const bool broken = !next_start_ && log_ && !log_->broken().empty();
  if (broken) {
    stop();
    port_.reset();
    next_start_ = now + pause_before(failed_starts_++);
    set_state(MonitorState::Waiting, log_->broken());
    log_line(3, log_->broken() + "; the log is opened again");
  }
  if (next_start_ && now >= *next_start_) {
    start();
  }
}

Result<void> WatchedMonitor::open_port() {
  port_.reset();
  if (!config_.is_pushed()) {
    leave_desk();
    log_.reset();
    desk_.reset();
    return {};
  }
  if (!log_ || !log_->broken().empty()) {
    leave_desk();
    log_.reset();
    eventlog::LogOptions options;
    options.folder = folder() / "events";
    options.remembered = config_.limits.remembered;
    options.clock = tools_.clock;
    auto log = eventlog::EventLog::open(std::move(options));
    if (!log) {
      return std::move(log).error();
    }
    log_ = std::move(*log);
    desk_ = std::make_shared<VerdictDesk>();
    if (const std::uint64_t torn = log_->recovery().torn_bytes; torn > 0) {
      log_line(4, "the last write before the stop was cut short; " + std::to_string(torn) +
                      " bytes of it, which nobody was told about, were removed");
    }
  }
  const auto epoch = current_epoch();
  if (!epoch) {
    return epoch.error();
  }
  auto port = PushPort::open(config_, spec_, epoch->first, log_, desk_);
  if (!port) {
    return std::move(port).error();
  }
  port_ = std::move(*port);
  return {};
}

Result<void> WatchedMonitor::start_thread() {
  stopping_ = false;
  set_state(MonitorState::Starting);
  return thread_.start([this] { supervise(); },
                       [this](const Error& error) {
                         set_state(MonitorState::Stopped, error.message);
                         log_line(3, error.to_string());
                       });
}

void WatchedMonitor::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void WatchedMonitor::change(MonitorConfig config, Spec spec) {
  MonitorConfig only_tokens = config_;
  only_tokens.tokens = config.tokens;
  if (only_tokens == config && spec.digest() == spec_.digest()) {
    config_.tokens = std::move(config.tokens);
    return;
  }
  stop();
  if (config.limits.remembered != config_.limits.remembered) {
    port_.reset();
    log_.reset();
  }
  config_ = std::move(config);
  spec_ = std::move(spec);
  metrics_ = std::make_unique<MetricsSink>(config_.name, config_.limits.series);
  start();
}

MonitorPicture WatchedMonitor::picture() const {
  const std::lock_guard lock(mutex_);
  MonitorPicture picture = picture_;
  if (saved_) {
    picture.checkpoint_age =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - *saved_).count();
  }
  return picture;
}

void WatchedMonitor::set_state(MonitorState state, const std::string& error) {
  const std::lock_guard lock(mutex_);
  picture_.state = state;
  picture_.error = error;
}

void WatchedMonitor::note(const PipelineProgress& progress) {
  const std::lock_guard lock(mutex_);
  picture_.num_events = progress.num_events;
  picture_.num_deadlines = progress.num_deadlines;
  picture_.num_triggers = progress.num_triggers;
  picture_.num_bad = progress.source.bad_records;
  picture_.num_late = progress.source.late_records;
}

void WatchedMonitor::note_end(const RunSummary& summary) {
  const std::lock_guard lock(mutex_);
  picture_.num_events = summary.num_events;
  picture_.num_evaluation_errors = summary.num_evaluation_errors;
}

/// Runs, and after a failure runs again, until somebody stops it or the data are at their end.
void WatchedMonitor::supervise() {
  std::uint64_t failures = 0;
  while (!stopping_) {
    const auto began = std::chrono::steady_clock::now();
    const RunSummary summary = run_once();
    note_end(summary);
    if (stopping_) {
      break;
    }
    if (!summary.error) {
      set_state(MonitorState::Finished);
      log_line(
          6, "the data came to their end after " + std::to_string(summary.num_events) + " events");
      return;
    }
    failures = std::chrono::steady_clock::now() - began > kGoodRun ? 0 : failures;
    const milliseconds pause = pause_before(failures++);
    set_state(MonitorState::Waiting, summary.error->message);
    log_line(3,
             summary.error->to_string() + "; next try in " + std::to_string(pause.count()) + " ms");
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, pause, [&] { return stopping_.load(); });
    ++picture_.restarts;
  }
  set_state(MonitorState::Stopped);
}

/// A change of any of these begins a new epoch.
Settings WatchedMonitor::settings() const {
  Settings all;
  const auto add = [&](const std::string& where, const PluginConfig& plugin,
                       std::span<const OptionInfo> table) {
    all.emplace_back(where, plugin.kind);
    for (const std::string& target : plugin.targets) {
      all.emplace_back(where + " target", target);
    }
    for (const auto& [name, value] : plugin.options) {
      const auto option = std::find_if(table.begin(), table.end(),
                                       [&](const OptionInfo& one) { return one.name == name; });
      const bool told =
          option != table.end() && !option->incidental && option->kind != OptionKind::Secret;
      if (told) {
        all.emplace_back(where + " " + name, value);
      }
    }
  };
  add("input", config_.input, tools_.plugins->find_input(config_.input.kind)->options());
  for (std::size_t i = 0; i < config_.outputs.size(); ++i) {
    const PluginConfig& output = config_.outputs[i];
    add("output " + std::to_string(i + 1), output,
        tools_.plugins->find_output(output.kind)->options());
  }
  all.emplace_back("on_late", config_.on_late == LatePolicy::AcceptNow ? "accept" : "leave out");
  all.emplace_back("on_error", config_.on_error == ErrorPolicy::Report ? "report" : "stop");
  return all;
}

Result<std::unique_ptr<EventSource>> WatchedMonitor::make_source(const Epoch& epoch) {
  const InputPlugin* plugin = tools_.plugins->find_input(config_.input.kind);
  auto values = OptionValues::check(plugin->options(), config_.input.options);
  if (!values) {
    return std::move(values).error();
  }
  if (!config_.is_pushed()) {
    return plugin->make(*values, config_.input.targets);
  }
  auto input = plugins::push::read_push_options(*values);
  if (!input) {
    return std::move(input).error();
  }
  return std::unique_ptr<EventSource>(std::make_unique<plugins::push::PushSource>(
      std::move(*input), log_, plugins::push::PushPlace{epoch.first, true}, desk_));
}

Result<std::vector<std::unique_ptr<VerdictSink>>> WatchedMonitor::make_sinks(const Epoch& epoch) {
  std::vector<std::unique_ptr<VerdictSink>> sinks;
  for (const PluginConfig& output : config_.outputs) {
    const OutputPlugin* plugin = tools_.plugins->find_output(output.kind);
    std::multimap<std::string, std::string> options = output.options;
    const auto table = plugin->options();
    const bool names_source = std::any_of(table.begin(), table.end(), [](const OptionInfo& option) {
      return option.name == "source";
    });
    if (names_source && options.count("source") == 0) {
      options.emplace("source", config_.name);
    }
    const auto values = OptionValues::check(table, options);
    if (!values) {
      return values.error();
    }
    const std::string& target = output.targets.front();
    const std::filesystem::path place =
        plugin->target == TargetKind::LastingFile ? folder() : epoch.folder;
    std::string where = target == "-" ? target : (place / target).string();
    if (plugin->target == TargetKind::RunName) {
      where = config_.name + "/" + std::to_string(epoch.number) + "/" + target;
    }
    auto sink = plugin->make(*values, where);
    if (!sink) {
      return std::move(sink).error();
    }
    sinks.push_back(std::move(*sink));
  }
  if (desk_) {
    sinks.push_back(std::make_unique<DeskSink>(desk_));
  }
  return sinks;
}

void WatchedMonitor::show_outputs(std::vector<std::pair<std::string, const VerdictSink*>> outputs) {
  const std::lock_guard lock(outputs_mutex_);
  outputs_ = std::move(outputs);
}

std::vector<WatchedMonitor::OutputNumber> WatchedMonitor::output_numbers() const {
  const std::lock_guard lock(outputs_mutex_);
  std::vector<OutputNumber> all;
  for (const auto& [target, sink] : outputs_) {
    for (SinkNumber& number : sink->numbers()) {
      all.push_back({target, std::move(number)});
    }
  }
  return all;
}

PipelineOptions WatchedMonitor::run_options(const Epoch& epoch) {
  PipelineOptions options;
  options.monitor.on_error = config_.on_error;
  options.live = config_.is_pushed() || config_.input.options.count("follow") > 0;
  options.on_bad_record = config_.on_bad_record;
  options.on_late = config_.on_late;
  const bool leaves_out =
      config_.on_bad_record == RecordPolicy::Skip || config_.on_late == LatePolicy::Skip;
  options.quarantine = leaves_out ? (epoch.folder / "left_out.txt").string() : std::string();
  options.checkpoint_file = epoch.checkpoint();
  options.checkpoint_every = config_.checkpoint_every;
  options.resume_file = epoch.resume_file();
  options.settings = epoch.settings;
  options.stop = &stopping_;
  options.warn = [this](const std::string& text) { log_line(4, text); };
  options.progress = [this](const PipelineProgress& progress) { note(progress); };
  options.saved = [this](const std::string& position) {
    if (log_) {
      log_->release(plugins::push::PushSource::sequence_in(position).value_or(0));
    }
    const std::lock_guard lock(mutex_);
    saved_ = std::chrono::steady_clock::now();
  };
  return options;
}

Result<Epoch> WatchedMonitor::current_epoch() const {
  return open_epoch(folder() / "epochs", spec_.digest(), settings(), spec_.source().text(),
                    tools_.clock());
}

RunSummary WatchedMonitor::run_once() {
  RunSummary failed;
  const auto outcome = support::guarded([&]() -> Result<void> {
    if (log_ && !log_->broken().empty()) {
      return Error(ErrorCode::Output, log_->broken());
    }
    auto epoch = current_epoch();
    if (!epoch) {
      return std::move(epoch).error();
    }
    auto source = make_source(*epoch);
    auto sinks = source ? make_sinks(*epoch) : std::move(source).error();
    if (!sinks) {
      return std::move(sinks).error();
    }
    std::vector<VerdictSink*> given;
    for (const auto& sink : *sinks) {
      given.push_back(sink.get());
    }
    given.push_back(metrics_.get());
    std::vector<std::pair<std::string, const VerdictSink*>> outputs;
    for (std::size_t i = 0; i < config_.outputs.size(); ++i) {
      outputs.emplace_back(config_.outputs[i].targets.front(), (*sinks)[i].get());
    }
    show_outputs(std::move(outputs));
    {
      const std::lock_guard lock(mutex_);
      picture_.epoch = epoch->number;
      picture_.state = MonitorState::Running;
      picture_.error.clear();
    }
    failed = run_pipeline(spec_, **source, given, run_options(*epoch));
    show_outputs({});  // they are about to go
    return {};
  });
  if (!outcome) {
    failed.error = outcome.error();
  }
  // Nothing was pushed before somebody stopped it.
  if (failed.error && failed.error->code == ErrorCode::Cancelled) {
    failed.error.reset();
  }
  return failed;
}

}  // namespace fairmon::watch
