#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/monitor.hpp>
#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>
#include <fairmon/time.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/access/access_config.hpp"

namespace fairmon::watch {

/// A plugin as the configuration names it.
struct PluginConfig {
  std::string kind;
  std::vector<std::string> targets;
  std::multimap<std::string, std::string> options;
  std::uint32_t line = 0;  ///< of the configuration, for messages

  /// Where it stands does not matter.
  friend bool operator==(const PluginConfig& a, const PluginConfig& b) {
    return a.kind == b.kind && a.targets == b.targets && a.options == b.options;
  }
};

/// What a monitor may cost.
struct Limits {
  std::uint64_t waiting = 1'000'000;   ///< events that are not judged yet
  double rate = 0.0;                   ///< events per second on average; 0: any
  std::uint64_t remembered = 200'000;  ///< newest events whose ids are known
  std::size_t series = 1000;           ///< metrics of streams
  friend bool operator==(const Limits&, const Limits&) = default;
};

struct MonitorConfig {
  std::string name;
  std::filesystem::path spec;
  PluginConfig input;
  std::vector<PluginConfig> outputs;
  std::vector<server::TokenDigest> tokens;
  RecordPolicy on_bad_record = RecordPolicy::Skip;
  LatePolicy on_late = LatePolicy::Skip;
  ErrorPolicy on_error = ErrorPolicy::Report;
  Duration checkpoint_every = Duration::seconds(10);
  Limits limits;

  [[nodiscard]] bool is_pushed() const { return input.kind == "push"; }
  friend bool operator==(const MonitorConfig&, const MonitorConfig&) = default;
};

struct ServiceConfig {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8787;
  std::filesystem::path state;
  std::uint64_t max_body = std::uint64_t{8} << 20U;
  std::size_t max_connections = 10'000;
  std::vector<server::TokenDigest> tokens;  ///< for reading, needed beyond loopback
  server::AccessConfig access;
  std::vector<MonitorConfig> monitors;

  [[nodiscard]] const MonitorConfig* find(std::string_view name) const;
};

/// Reads a configuration. Paths in it are relative to the folder it lies in. Plugins and their
/// options are checked, specifications are not read. Errors name the line.
[[nodiscard]] Result<ServiceConfig> read_config(const std::filesystem::path& file,
                                                const PluginRegistry& plugins);
/// A whole configuration as it stands in its file.
[[nodiscard]] Result<std::string> read_text(const std::filesystem::path& file);
/// As above, of a text; `folder` is where the file lies.
[[nodiscard]] Result<ServiceConfig> parse_config(std::string_view text, const std::string& name,
                                                 const std::filesystem::path& folder,
                                                 const PluginRegistry& plugins);

}  // namespace fairmon::watch
