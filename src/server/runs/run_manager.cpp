#include "server/runs/run_manager.hpp"

#include <fairmon/findings.hpp>
#include <fairmon/spec.hpp>

#include <algorithm>
#include <ctime>

#include "server/http/security.hpp"
#include "server/runs/copying_source.hpp"
#include "server/runs/history_sink.hpp"
#include "support/caught.hpp"

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
  const auto not_kept = [this](const Error& error) {
    complain("what runs show is not kept until they end: " + error.message);
  };
  if (auto started = keeper_.start([this] { keep_journals(); }, not_kept); !started) {
    not_kept(started.error());
  }
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
        try {
          keep(*run, kept);
        } catch (...) {
          complain("a run could not be kept: " + support::caught_error().message);
        }
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

/// Holds a place among the active runs until the run itself takes it, or nobody does.
class RunManager::Place {
 public:
  explicit Place(RunManager& manager) : manager_(manager) {
    const std::scoped_lock lock(manager_.mutex_);
    granted_ = !manager_.shut_down_ && manager_.num_active() < kMaxActive;
    manager_.num_starting_ += granted_ ? 1 : 0;
  }
  ~Place() {
    const std::scoped_lock lock(manager_.mutex_);
    manager_.num_starting_ -= granted_ ? 1 : 0;
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  [[nodiscard]] bool granted() const { return granted_; }
  /// The run is one of the list from now on. False if the server ends; then it is not.
  bool give_to(const std::shared_ptr<Run>& run) {
    const std::scoped_lock lock(manager_.mutex_);
    if (manager_.shut_down_) {
      return false;
    }
    manager_.runs_.push_back(run);
    --manager_.num_starting_;
    granted_ = false;
    return true;
  }

 private:
  RunManager& manager_;
  bool granted_ = false;
};

std::size_t RunManager::num_active() const {
  const auto active =
      std::count_if(runs_.begin(), runs_.end(), [](const auto& run) { return run->active(); });
  return static_cast<std::size_t>(active) + num_starting_;
}

Result<std::shared_ptr<Run>> RunManager::start(RunSettings settings, const CheckOptions& check) {
  auto started = [&]() -> Result<std::shared_ptr<Run>> {
    Place place(*this);
    if (!place.granted()) {
      return Error(ErrorCode::Usage, "four runs are going on already; stop one of them first");
    }
    return start_in(place, std::move(settings), check);
  }();
  prune();
  return started;
}

Result<std::shared_ptr<Run>> RunManager::start_in(Place& place, RunSettings settings,
                                                  const CheckOptions& check) {
  const Compiled compiled = compile_with_findings(SourceFile(settings.name, settings.spec));
  if (!compiled.spec) {
    return Error(ErrorCode::Specification, render(compiled.diagnostics));
  }
  const InputPlugin* plugin = plugins_.find_input(settings.plugin);
  if (plugin == nullptr) {
    return Error(ErrorCode::NotFound, "there is no data source called " + settings.plugin);
  }
  auto options = check(*plugin, settings.options);
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
  std::unique_ptr<EventSource> events = std::move(source).value();
  if (run->settings().keep_copy) {
    events =
        std::make_unique<CopyingSource>(std::move(events), store_.folder_of(run->id()) / kCopyFile);
  }
  const std::string quarantine = (store_.folder_of(run->id()) / kQuarantineFile).string();
  // Nobody else knows the run before it has its thread.
  auto begun = run->start(std::move(events), quarantine, [this](Run& ended) { save(ended); });
  if (!begun || !place.give_to(run)) {
    run->stop();
    run->join();
    store_.remove(run->id());
    return begun ? Error(ErrorCode::Cancelled, "the server ends") : std::move(begun).error();
  }
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
  const std::scoped_lock lock(files_);  // whoever writes its files is done then
  store_.remove(id);
  return true;
}

void RunManager::save(const Run& run) {
  const std::scoped_lock lock(files_);
  if (auto saved = run.active() ? store_.note(run) : store_.save(run); !saved) {
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
  {
    const std::scoped_lock lock(mutex_);
    shut_down_ = true;
  }
  const auto runs = list();
  for (const auto& run : runs) {
    run->stop();
  }
  for (const auto& run : runs) {
    run->join();
  }
}

}  // namespace fairmon::server
