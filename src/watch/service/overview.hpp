#pragma once

#include <map>
#include <memory>
#include <string>

#include "watch/monitor/watched.hpp"

namespace fairmon::watch {

/// All monitors as the page shows them, in JSON: how each is and how its requirements stand.
[[nodiscard]] std::string overview_json(
    const std::map<std::string, std::unique_ptr<WatchedMonitor>>& monitors, std::int64_t now);

}  // namespace fairmon::watch
