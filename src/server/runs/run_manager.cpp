#include "server/runs/run_manager.hpp"

#include <fairmon/group_sizes.hpp>
#include <fairmon/spec.hpp>

#include <algorithm>
#include <ctime>

#include "server/http/security.hpp"
#include "server/runs/copying_source.hpp"
#include "server/runs/history_sink.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;

RunSettings without_secrets(RunSettings settings, const InputPlugin& plugin) {
  for (const OptionInfo& option : plugin.options()) {
    if (option.kind == OptionKind::Secret) {
      settings.options.erase(option.name);
    }
  }
  return settings;
}

RunManager::RunManager(fs::path folder, const PluginRegistry& plugins)
    : store_(std::move(folder)), plugins_(plugins) {
  runs_ = store_.load(complaints_);
  keeper_ = std::thread([this] { keep_journals(); });
}

RunManager::~RunManager() {
  shut_down();
  {
    const std::scoped_lock lock(wake_mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  keeper_.join();
}

void RunManager::keep_journals() {
  constexpr std::chrono::seconds kEvery{1};
  std::map<std::string, Kept> kept;
  std::unique_lock lock(wake_mutex_);
  while (!wake_.wait_for(lock, kEvery, [this] { return ending_; })) {
    for (const auto& run : list()) {
      if (run->active()) {
        keep(*run, kept);
      } else {
        kept.erase(run->id());
      }
    }
  }
}

void RunManager::keep(const Run& run, std::map<std::string, Kept>& kept) {
  using Clock = std::chrono::steady_clock;
  const std::scoped_lock lock(files_);
  auto found = kept.find(run.id());
  if (found == kept.end()) {
    Kept fresh{Journal(store_.journal_of(run.id())), Clock::now(), false};
    found = kept.emplace(run.id(), std::move(fresh)).first;
  }
  Kept& item = found->second;
  // The run may have ended while this waited; then it is stored as a whole.
  if (item.failed || !run.active()) {
    return;
  }
  auto written = item.journal.append(run.history());
  const auto begin = Clock::now();
  if (written && begin >= item.next_note) {
    written = store_.note(run);
    // Counts and triggers are written as a whole: rarer the longer that takes.
    item.next_note = Clock::now() + std::max<Clock::duration>(std::chrono::milliseconds(900),
                                                              50 * (Clock::now() - begin));
  }
  if (!written) {
    item.failed = true;
    complain(written.error().message);
  }
}

void RunManager::resolve_options_of(std::string plugin, Resolve resolve) {
  resolve_[std::move(plugin)] = std::move(resolve);
}

Result<std::shared_ptr<Run>> RunManager::start(RunSettings settings) {
  const auto running = list();
  const auto active =
      std::count_if(running.begin(), running.end(), [](const auto& run) { return run->active(); });
  if (static_cast<std::size_t>(active) >= kMaxActive) {
    return Error(ErrorCode::Usage, "four runs are going on already; stop one of them first");
  }
  const Compiled compiled = compile_with_group_sizes(SourceFile(settings.name, settings.spec));
  if (!compiled.spec) {
    return Error(ErrorCode::Specification, render(compiled.diagnostics));
  }
  const InputPlugin* plugin = plugins_.find_input(settings.plugin);
  if (plugin == nullptr) {
    return Error(ErrorCode::NotFound, "there is no data source called " + settings.plugin);
  }
  auto given = settings.options;
  if (const auto found = resolve_.find(settings.plugin); found != resolve_.end()) {
    if (auto resolved = found->second(given); !resolved) {
      return std::move(resolved).error();
    }
  }
  auto options = OptionValues::check(plugin->options(), given);
  if (!options) {
    return std::move(options).error();
  }
  auto source = plugin->make(*options, settings.targets);
  if (!source) {
    return std::move(source).error();
  }
  auto run = std::make_shared<Run>(new_id(), without_secrets(std::move(settings), *plugin),
                                   make_history(*compiled.spec), compiled.spec);
  if (auto begun = store_.begin(*run); !begun) {
    return std::move(begun).error();
  }
  {
    const std::scoped_lock lock(mutex_);
    runs_.push_back(run);
  }
  std::unique_ptr<EventSource> events = std::move(source).value();
  if (run->settings().keep_copy) {
    events =
        std::make_unique<CopyingSource>(std::move(events), store_.folder_of(run->id()) / kCopyFile);
  }
  const std::string quarantine = (store_.folder_of(run->id()) / kQuarantineFile).string();
  run->start(std::move(events), quarantine, [this](Run& ended) { save(ended); });
  prune();
  return run;
}

std::string RunManager::new_id() {
  std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text, length) + "-" + random_token().substr(0, 6);
}

std::vector<std::shared_ptr<Run>> RunManager::list() const {
  const std::scoped_lock lock(mutex_);
  return {runs_.rbegin(), runs_.rend()};
}

std::shared_ptr<Run> RunManager::find(const std::string& id) const {
  const std::scoped_lock lock(mutex_);
  const auto found =
      std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) { return run->id() == id; });
  return found == runs_.end() ? nullptr : *found;
}

bool RunManager::remove(const std::string& id) {
  std::shared_ptr<Run> run;
  {
    const std::scoped_lock lock(mutex_);
    const auto found =
        std::find_if(runs_.begin(), runs_.end(), [&](const auto& r) { return r->id() == id; });
    if (found == runs_.end()) {
      return false;
    }
    run = *found;
    runs_.erase(found);
  }
  run->stop();
  run->join();
  store_.remove(id);
  return true;
}

void RunManager::save(const Run& run) {
  const std::scoped_lock lock(files_);
  if (auto saved = store_.save(run); !saved) {
    complain(saved.error().message);
  }
}

void RunManager::prune() {
  std::uint64_t total = 0;
  for (const auto& run : list()) {  // newest first: what is beyond the limit is the oldest
    total += store_.bytes(run->id());
    if (total > kMaxStoredBytes && !run->pinned() && !run->active()) {
      complain("the stored runs took too much space; the run " + run->id() + " was removed");
      remove(run->id());
    }
  }
}

void RunManager::complain(std::string text) {
  const std::scoped_lock lock(mutex_);
  complaints_.push_back(std::move(text));
}

std::vector<std::string> RunManager::complaints() const {
  const std::scoped_lock lock(mutex_);
  return complaints_;
}

void RunManager::shut_down() {
  const auto runs = list();
  for (const auto& run : runs) {
    run->stop();
  }
  for (const auto& run : runs) {
    run->join();
  }
}

}  // namespace fairmon::server
