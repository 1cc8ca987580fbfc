#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/time_format.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/failure.hpp"
#include "capi/session/part_view.hpp"

namespace fairmon::capi {

/// What a monitor of C is told when it is made.
struct SessionOptions {
  std::string time;  ///< column; empty: what the specification says, or a usual name
  TimeFormat time_format = TimeFormat::Auto;
  std::optional<Duration> interval;
  std::optional<Timestamp> start;
  bool start_at_midnight = false;
  std::vector<std::pair<std::string, std::string>> columns;  ///< input, column
  std::vector<bool> kept;                                    ///< by stream
  bool report_errors = false;
  bool findings = true;
  std::shared_ptr<const PartView> part;  ///< nothing: the whole specification
  EngineKind engine = EngineKind::Fast;

  /// Reads the JSON of fairmon_monitor_create; empty means nothing is said.
  [[nodiscard]] static Outcome<SessionOptions> parse(std::string_view json, const Spec& spec);
};

/// Only `findings`, which decides which specification the others are about.
[[nodiscard]] bool wants_findings(std::string_view json);
/// Only `part`, if it is there: the number, or something that is none.
[[nodiscard]] std::optional<std::int64_t> wanted_part(std::string_view json);

}  // namespace fairmon::capi
