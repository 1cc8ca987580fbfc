#pragma once

#include <fairmon/source.hpp>
#include <fairmon/time.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fairmon {

enum class ChangeKind : std::uint8_t { Spawn, Value, Close };

/// What one stream did during a batch, as columns. `cycle` ascends. Value rows have
/// `cells_per_value` cells each, in order; spawn and close rows have none.
struct StreamVerdicts {
  std::vector<std::uint32_t> cycle;  ///< index into VerdictBatch::cycle_times
  std::vector<ChangeKind> kind;
  std::vector<Cell> parameters;  ///< `cells_per_instance` per row
  std::vector<Cell> values;      ///< `cells_per_value` per row (zeros for spawn and close)
  std::uint32_t cells_per_instance = 0;
  std::uint32_t cells_per_value = 1;

  [[nodiscard]] std::size_t num_rows() const noexcept { return cycle.size(); }
  void clear() noexcept;
};

/// An evaluation that failed; under the policy *report* it stands among the verdicts.
struct EvaluationError {
  std::uint32_t cycle = 0;
  std::uint32_t stream = 0;  ///< index as in Spec::streams()
  std::vector<Cell> parameters;
  std::string message;  ///< what happened, with the offending value
  Span span;            ///< where in the specification
};

/// A deadline that was evaluated, for those who put verdicts of several monitors together.
struct DeadlineMark {
  static constexpr std::uint32_t kUnrecorded = 0xffff'ffffU;
  Timestamp time;
  std::uint32_t cycle = kUnrecorded;  ///< index into VerdictBatch::cycle_times, if it is there
};

/// How much had been read when everything up to an event was decided.
struct InputMark {
  std::uint64_t events = 0;  ///< of the run, up to here
  std::uint64_t records = 0;
  std::uint64_t bad_records = 0;
  std::uint64_t late_records = 0;
  std::uint64_t tap_mark = 0;  ///< what InputTap::mark answered then
};

/// What happened while a batch of events (or a stretch of time) was evaluated. Only observed
/// streams are recorded. Streams are numbered as in Spec::streams(): inputs, then outputs and
/// triggers in declaration order.
class VerdictBatch {
 public:
  std::vector<Timestamp> cycle_times;  ///< cycles with at least one recorded change, in order
  /// Per cycle: how many events of the batch were evaluated up to its end.
  std::vector<std::uint32_t> cycle_events;
  std::vector<StreamVerdicts> streams;
  std::vector<EvaluationError> errors;
  std::uint64_t num_events = 0;         ///< event cycles evaluated, recorded or not
  std::uint64_t num_deadlines = 0;      ///< deadline cycles evaluated
  std::vector<DeadlineMark> deadlines;  ///< in order, if MonitorOptions::mark_deadlines asks for it
  Timestamp reached;                    ///< monitor time up to which everything is decided
  std::uint64_t events_before = 0;  ///< events of the run before this batch; filled in by the run
  /// Comes now and then where a sink asks for it; holds behind everything in the batch.
  std::optional<InputMark> input;

  void clear() noexcept;
  [[nodiscard]] bool empty() const noexcept;
};

}  // namespace fairmon
