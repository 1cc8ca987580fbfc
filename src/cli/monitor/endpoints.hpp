#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::cli {

class Arguments;

/// The two ends of a run as the user asked for them.
struct Endpoints {
  std::string input;  ///< name of the plugin the source comes from
  std::unique_ptr<EventSource> source;
  std::vector<std::unique_ptr<VerdictSink>> sinks;
  bool writes_to_terminal = false;  ///< an output goes to standard output, which is a terminal
};

/// Makes source and sinks from the flags: `--input`, `--output NAME[=FILE]`, and the flags of the
/// released tool (`--csv-in`, `--stdin`, `--output-format`, `--output-file`, …).
[[nodiscard]] Result<Endpoints> make_endpoints(const Arguments& arguments,
                                               const PluginRegistry& plugins);

}  // namespace fairmon::cli
