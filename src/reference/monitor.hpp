#pragma once

#include <fairmon/monitor.hpp>

#include <memory>

#include "ir/monitor_body.hpp"
#include "ir/program.hpp"

/// The obvious engine: one cycle after the other, every instance asked, every window recomputed.
namespace fairmon::reference {

[[nodiscard]] std::unique_ptr<MonitorBody> make_monitor(std::shared_ptr<const ir::Program> program,
                                                        const MonitorOptions& options);

}  // namespace fairmon::reference
