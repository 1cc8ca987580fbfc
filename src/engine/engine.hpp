#pragma once

#include <fairmon/monitor.hpp>

#include <memory>

#include "ir/monitor_body.hpp"
#include "ir/program.hpp"

namespace fairmon::engine {

/// The fast engine for a program.
[[nodiscard]] std::unique_ptr<MonitorBody> make_monitor(std::shared_ptr<const ir::Program> program,
                                                        const MonitorOptions& options);

}  // namespace fairmon::engine
