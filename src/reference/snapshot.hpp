#pragma once

#include <fairmon/result.hpp>

#include <string>
#include <string_view>

#include "reference/schedule.hpp"

namespace fairmon::reference {

/// Everything a run consists of between two cycles.
struct Snapshot {
  Store store;
  std::vector<Schedule::Clock> clocks;
  std::optional<std::int64_t> last_event;
  std::optional<Error> stopped;
};

void write_snapshot(std::string& bytes, const Snapshot& snapshot);
/// Overwrites a snapshot of this program. The error says that the bytes are damaged.
Result<void> read_snapshot(std::string_view bytes, const ir::Program& program, Snapshot& snapshot);

}  // namespace fairmon::reference
