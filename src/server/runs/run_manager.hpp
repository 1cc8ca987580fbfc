#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/plugin.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/runs/journal.hpp"
#include "server/runs/run_store.hpp"
#include "support/thread.hpp"

namespace fairmon::server {

/// All runs of this server: those of now and those found in the folder.
class RunManager {
 public:
  /// Stored runs together may take this much; the oldest that is not pinned goes first.
  static constexpr std::uint64_t kMaxStoredBytes = std::uint64_t{4} << 30U;
  static constexpr std::size_t kMaxActive = 4;

  RunManager(std::filesystem::path folder, const PluginRegistry& plugins);
  ~RunManager();

  /// Checks what was given for the options of a plugin; see checked_options.
  using CheckOptions = std::function<Result<OptionValues>(
      const InputPlugin& plugin, const std::multimap<std::string, std::string>& given)>;
  /// Compiles, makes the source and starts. The error says what is in the way.
  [[nodiscard]] Result<std::shared_ptr<Run>> start(RunSettings settings, const CheckOptions& check);
  /// Newest first.
  [[nodiscard]] std::vector<std::shared_ptr<Run>> list() const;
  [[nodiscard]] std::shared_ptr<Run> find(const std::string& id) const;
  /// Stops and forgets a run. False if there is none.
  bool remove(const std::string& id);
  /// Stores the whole run, or what is known of one that goes on.
  void save(const Run& run);
  /// Stops everything and waits until it is stored.
  void shut_down();
  [[nodiscard]] const RunStore& store() const noexcept { return store_; }
  /// What went wrong with storing, for people.
  [[nodiscard]] std::vector<std::string> complaints() const;

 private:
  [[nodiscard]] std::string new_id();
  /// A run that is about to begin counts among the active ones from the beginning.
  class Place;
  Result<std::shared_ptr<Run>> start_in(Place& place, RunSettings settings,
                                        const CheckOptions& check);
  [[nodiscard]] std::size_t num_active() const;  ///< with the mutex held
  void complain(std::string text);
  void prune();
  /// Keeps what active runs have shown so far on disk, until the end.
  void keep_journals();
  /// What is known of the journal of one active run.
  struct Kept {
    Journal journal;
    std::chrono::steady_clock::time_point next_note;
    bool failed = false;
  };
  void keep(const Run& run, std::map<std::string, Kept>& kept);

  RunStore store_;
  const PluginRegistry& plugins_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Run>> runs_;
  std::size_t num_starting_ = 0;
  bool shut_down_ = false;
  std::vector<std::string> complaints_;
  std::mutex files_;  ///< one writer of a run's files at a time
  std::mutex wake_mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  support::Thread keeper_;
};

/// The settings without the values of options the plugin's table calls secret.
[[nodiscard]] RunSettings without_secrets(RunSettings settings, const InputPlugin& plugin);

}  // namespace fairmon::server
