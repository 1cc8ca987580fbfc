#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runner/case_options.hpp"

namespace fairmon::runner {

/// One way to run a case.
struct Configuration {
  EngineKind engine = EngineKind::Reference;
  bool passes = true;
  std::size_t batch_rows = 1024;

  [[nodiscard]] std::string to_string() const;
};

/// Every engine with passes on and off and several batch sizes; the first one, the reference engine
/// without passes, is what `--update` believes.
[[nodiscard]] std::vector<Configuration> all_configurations();

/// Runs a trace and gives the lines of a `verdicts` block. An evaluation that stops the run is the
/// last line; only trouble with the trace itself is an error.
[[nodiscard]] Result<std::vector<std::string>, std::string> run_trace(
    const Spec& spec, std::string_view trace, const CaseOptions& options,
    const Configuration& configuration);

}  // namespace fairmon::runner
