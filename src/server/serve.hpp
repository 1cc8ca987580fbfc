#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/access/access_config.hpp"
#include "server/source_advice.hpp"

namespace fairmon::server {

/// What `fairmon serve` was asked for.
struct ServeOptions {
  std::string spec_name;  ///< empty: the page opens with the gallery
  std::string spec;
  std::filesystem::path spec_file;                       ///< where it was read; empty: nowhere
  std::string data;                                      ///< file to read, empty: none
  std::multimap<std::string, std::string> data_options;  ///< options of the plugin that reads it
  std::string example;                                   ///< id of an example to open instead
  std::string address = "127.0.0.1";
  std::optional<std::uint16_t> port;  ///< nothing: 8787 if it is free, else any
  bool token = true;
  bool open_browser = true;
  bool start = true;  ///< begin the run at once if there are a specification and data
  /// Further names under which pages reach the server, for a proxy before it.
  std::vector<std::string> host_names;
  /// Empty: on loopback the folder of the data, or the current one; elsewhere none.
  std::filesystem::path data_root;
  std::filesystem::path runs_folder;
  std::filesystem::path web_root;
  std::uint64_t max_upload_bytes = std::uint64_t{2} << 30U;
  std::optional<double> replay_speed;
  std::vector<SourceAdvice> advice;  ///< see there
  /// Reads users, certificates and the like, at the start and when SIGHUP comes; none: there is
  /// only the token of this start.
  std::function<Result<AccessConfig>()> access;
};

/// Serves until interrupted. `say` prints lines for people, the address among them.
[[nodiscard]] Result<void> serve(const ServeOptions& options, const PluginRegistry& plugins,
                                 const std::function<void(const std::string&)>& say);

/// `$XDG_STATE_HOME/fairmon/runs`, or its usual place in the home folder.
[[nodiscard]] std::filesystem::path default_runs_folder();

}  // namespace fairmon::server
