#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "why/explain.hpp"

namespace fairmon::why {

/// Opens the data of a run once more.
using MakeSource = std::function<Result<std::unique_ptr<EventSource>>()>;

/// Which firing is meant: the latest one that fits.
struct Question {
  std::optional<std::uint32_t> trigger;  ///< index into Spec::streams(); nothing: any
  std::string instance;                  ///< as people see it; empty: any
  /// Up to when, given the calendar time of the start; nothing: to the end.
  std::function<Result<std::optional<Timestamp>>(std::optional<Timestamp> start)> until;
  double level = 0.95;  ///< of intervals that the specification names no level for
};

/// Reads and judges the data again and explains the firing; nothing if none fits. `spec` was
/// compiled with findings; `context` holds the policies of the run.
[[nodiscard]] Result<std::optional<Explanation>> replay(const Spec& spec,
                                                        const MakeSource& make_source,
                                                        const SourceContext& context,
                                                        const Question& question);

}  // namespace fairmon::why
