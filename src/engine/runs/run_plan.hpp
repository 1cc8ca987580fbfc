#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.hpp"

namespace fairmon::engine {

/// How the instances of an event-paced stream meet the rows of a run.
enum class RunMode : std::uint8_t {
  Idle,    ///< not event-paced
  Single,  ///< one instance without parameters
  Keyed,   ///< a row names the instance
  Cross,   ///< every instance at every row
};

struct RunStream {
  RunMode mode = RunMode::Idle;
  /// A clause reads the stream's own past: rows of one instance depend on each other.
  bool recursive = false;
  /// The conditions of some clause do so.
  bool recursive_condition = false;
  /// Another stream reads its past within runs.
  bool past_read = false;
};

/// Whether, and how, the events between two deadlines can be evaluated as columns, stream by
/// stream.
struct RunPlan {
  bool possible = false;
  std::vector<RunStream> streams;
  std::vector<StepPlan> steps;  ///< event-paced steps in layer order
  /// Spawns inside a run start local clocks: no deadline of theirs may fall into the run.
  std::int64_t shortest_local = 0;
  bool has_local = false;
};

[[nodiscard]] RunPlan make_run_plan(const Plan& plan);

}  // namespace fairmon::engine
