#pragma once

#include <cstddef>
#include <vector>

#include "watch/metrics/exposition.hpp"
#include "watch/monitor/watched.hpp"

namespace fairmon::watch {

/// How the service is.
void collect_service(std::size_t num_connections, std::vector<MetricFamily>& families);
/// How a monitor is: whether it runs, what it judged and left out, how far it is behind.
void collect_health(WatchedMonitor& monitor, std::vector<MetricFamily>& families);

}  // namespace fairmon::watch
