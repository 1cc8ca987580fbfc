#pragma once

#include <fairmon/plugin.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/http/security.hpp"
#include "server/runs/run_manager.hpp"
#include "server/sample_cache.hpp"
#include "server/source_advice.hpp"
#include "server/uploads.hpp"

namespace fairmon::server {

/// What the user named on the command line, for the page to open with.
struct Opening {
  std::string spec_name;
  std::filesystem::path spec_file;  ///< where Ctrl S writes; empty: nowhere
  std::string spec;
  std::string example;  ///< id, if it is one of the gallery
  std::string plugin;
  std::string target;  ///< path below the data root, or an example's file
  std::string data_name;
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<double> start_time;
  std::optional<double> replay_speed;
  std::string run;  ///< a run that is going on already
};

/// Everything routes may use.
struct AppState {
  AppState(const PluginRegistry& the_plugins, const std::filesystem::path& runs_folder,
           std::uint64_t max_upload)
      : plugins(the_plugins), uploads(max_upload), runs(runs_folder, the_plugins) {}

  /// Nothing for most plugins.
  [[nodiscard]] const SourceAdvice* advice_for(std::string_view plugin) const {
    for (const SourceAdvice& item : advice) {
      if (item.plugin == plugin) {
        return &item;
      }
    }
    return nullptr;
  }

  const PluginRegistry& plugins;
  std::vector<SourceAdvice> advice;
  Gate gate;
  /// Tells this life of the server from an earlier one at the same address.
  std::string life = random_token().substr(0, 12);
  std::filesystem::path data_root;  ///< empty: no files by path
  Opening opening;
  UploadStore uploads;
  SampleCache samples;
  RunManager runs;
};

}  // namespace fairmon::server
