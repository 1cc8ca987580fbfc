#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/monitor/own_files.hpp"

namespace fairmon::cli {

class Arguments;

/// The two ends of a run as the user asked for them.
struct Endpoints {
  std::string input;  ///< name of the plugin the source comes from
  std::unique_ptr<EventSource> source;
  std::vector<std::unique_ptr<VerdictSink>> sinks;
  std::vector<std::pair<std::string, std::string>> settings;  ///< see PipelineOptions
  std::vector<OwnFile> files;                                 ///< data and outputs
  bool writes_to_terminal = false;  ///< an output goes to standard output, which is a terminal
};

/// Makes source and sinks from the flags: `--input`, `--output NAME[=FILE]`, and the flags of the
/// released tool (`--csv-in`, `--stdin`, `--output-format`, `--output-file`, …).
[[nodiscard]] Result<Endpoints> make_endpoints(const Arguments& arguments,
                                               const PluginRegistry& plugins);

/// Only the source, for commands that have one result of their own.
[[nodiscard]] Result<Endpoints> make_source_end(const Arguments& arguments,
                                                const PluginRegistry& plugins);

}  // namespace fairmon::cli
