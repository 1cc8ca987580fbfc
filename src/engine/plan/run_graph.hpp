#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/run_plan.hpp"

namespace fairmon::engine {

/// What an event-paced step (or close) needs, and what is special about it.
struct RunNode {
  StepPlan step;
  bool is_close = false;             ///< of the table `step.index`
  std::vector<std::uint32_t> needs;  ///< other nodes, ascending
  std::vector<std::uint32_t> windows;
  bool moving = false;  ///< reads something that moves on while it is read
  RowsReason reason = RowsReason::None;
};

/// The event-paced steps in layer order, then the closes; says about streams what can be seen from
/// their clauses.
[[nodiscard]] std::vector<RunNode> make_run_graph(const Plan& plan,
                                                  std::vector<RunStream>& streams);

/// Groups of nodes that need each other, each after those it needs; ascending inside. What the
/// `first` nodes need comes before everything else.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> order_groups(
    const std::vector<RunNode>& nodes, const std::vector<std::uint32_t>& first);

}  // namespace fairmon::engine
