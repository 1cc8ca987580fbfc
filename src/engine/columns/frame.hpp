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
  /// Row of each lane inside a run, or the one row of all lanes; without both, lanes are rows.
  const std::uint32_t* rows = nullptr;
  std::uint32_t row = kNone;
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
  /// Its value as columns, where they are at hand already.
  const Cell* const* lambda_values = nullptr;
  /// Not 0: the lane takes no further part. What is computed for it afterwards is thrown away, and
  /// only its first failure counts.
  std::uint8_t* bad = nullptr;
  std::vector<LaneFailure>* failures = nullptr;
  /// Tells what was computed for these lanes from what was computed for others.
  std::uint64_t serial = 0;

  [[nodiscard]] bool lanes_are_rows() const noexcept { return rows == nullptr && row == kNone; }
  [[nodiscard]] std::uint32_t row_of(std::uint32_t lane) const noexcept {
    return row != kNone ? row : (rows == nullptr ? lane : rows[lane]);
  }
};

}  // namespace fairmon::engine
