#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/plugin.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/runs/run_store.hpp"

namespace fairmon::server {

/// All runs of this server: those of now and those found in the folder.
class RunManager {
 public:
  /// Stored runs together may take this much; the oldest that is not pinned goes first.
  static constexpr std::uint64_t kMaxStoredBytes = std::uint64_t{4} << 30U;
  static constexpr std::size_t kMaxActive = 4;

  RunManager(std::filesystem::path folder, const PluginRegistry& plugins);
  ~RunManager();

  /// Compiles, makes the source and starts. The error says what is in the way.
  [[nodiscard]] Result<std::shared_ptr<Run>> start(RunSettings settings);
  /// Newest first.
  [[nodiscard]] std::vector<std::shared_ptr<Run>> list() const;
  [[nodiscard]] std::shared_ptr<Run> find(const std::string& id) const;
  /// Stops and forgets a run. False if there is none.
  bool remove(const std::string& id);
  void save(const Run& run);
  /// Stops everything and waits until it is stored.
  void shut_down();
  [[nodiscard]] const RunStore& store() const noexcept { return store_; }
  /// What went wrong with storing, for people.
  [[nodiscard]] std::vector<std::string> complaints() const;

 private:
  [[nodiscard]] std::string new_id();
  void complain(std::string text);
  void prune();

  RunStore store_;
  const PluginRegistry& plugins_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Run>> runs_;
  std::vector<std::string> complaints_;
};

/// The settings without the values of options the plugin's table calls secret.
[[nodiscard]] RunSettings without_secrets(RunSettings settings, const InputPlugin& plugin);

}  // namespace fairmon::server
