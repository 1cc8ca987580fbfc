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

/// Why a step cannot take all rows of a run at once.
enum class RowsReason : std::uint8_t {
  None,
  Mutual,       ///< it and others read each other's past
  OwnPast,      ///< it reads its own past in another way than by an offset of the same instance
  WindowTwice,  ///< it reads one window in several places
  OutOfOrder,   ///< it depends on its own past and reads a window or an aggregate over instances
  Closing,      ///< an instance may close by what a window or an aggregate over instances says
};

struct RunStream {
  RunMode mode = RunMode::Idle;
  /// A clause reads the stream's own past: rows of one instance depend on each other.
  bool recursive = false;
  /// The conditions of some clause do so.
  bool recursive_condition = false;
  /// Another stream reads its past within runs.
  bool past_read = false;
  /// Evaluated before it is known how many rows the run will have.
  bool tentative = false;
  RowsReason reason = RowsReason::None;
};

/// Steps of a run that are evaluated in one way.
struct Segment {
  enum class Kind : std::uint8_t {
    Columns,  ///< step by step, each over all rows
    Rows,     ///< row by row, each through all steps
    Close,    ///< event-paced closes, over all rows
  };
  Kind kind = Kind::Columns;
  std::vector<StepPlan> steps;
  /// Rows: the closes follow in every row, and the first that happens ends the run.
  bool closes = false;
  RowsReason reason = RowsReason::None;
};

/// How the events between two deadlines are evaluated together.
struct RunPlan {
  std::vector<RunStream> streams;
  std::vector<Segment> segments;
  std::vector<std::uint32_t> closing;  ///< tables with an event-paced close
  /// Spawns inside a run start local clocks: no deadline of theirs may fall into the run.
  std::int64_t shortest_local = 0;
  bool has_local = false;
};

[[nodiscard]] RunPlan make_run_plan(const Plan& plan);

}  // namespace fairmon::engine
