#pragma once

#include <fairmon/source.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <vector>

#include "builtins/catalogue.hpp"
#include "engine/columns/selection.hpp"

namespace fairmon::engine {

/// Why one lane of a clause has no result.
struct LaneFailure {
  std::uint32_t lane = 0;
  builtins::Failure failure = builtins::Failure::None;
  Cell offender = 0;
  Span span;
  const builtins::Overload* body = nullptr;  ///< the function that failed, or
  const Type* type = nullptr;                ///< the result type of the aggregate that failed
  std::uint8_t culprit = 0;
};

/// What the lanes of an evaluation stand for. A lane is one evaluation of a clause: a row of a run,
/// an instance at a deadline, or both.
struct Frame {
  std::uint32_t count = 0;
  /// Row of each lane inside a run; null if lane and row are the same.
  const std::uint32_t* rows = nullptr;
  /// Instance of each lane in the table of the clause's stream; null if it has no parameters.
  const std::uint32_t* slots = nullptr;
  /// Where the slots follow each other: the first one, so that columns by slot are columns by lane.
  std::uint32_t first_slot = kNone;
  std::uint32_t table = kNone;
  /// Columns of the parameters where they are at hand already; else they are gathered by slot.
  const Cell* const* parameters = nullptr;
  /// Inside a lambda: the instance looked at, of the aggregated stream.
  const std::uint32_t* lambda_slots = nullptr;
  std::uint32_t lambda_stream = kNone;
  /// Not 0: the lane takes no further part. What is computed for it afterwards is thrown away, and
  /// only its first failure counts.
  std::uint8_t* bad = nullptr;
  std::vector<LaneFailure>* failures = nullptr;
};

}  // namespace fairmon::engine
