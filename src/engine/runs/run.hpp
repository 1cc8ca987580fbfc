#pragma once

#include <fairmon/event.hpp>
#include <fairmon/monitor.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/record/recorder.hpp"
#include "engine/runs/run_evaluator.hpp"
#include "engine/runs/run_plan.hpp"
#include "engine/runs/scan.hpp"

namespace fairmon::engine {

/// Evaluates the events between two deadlines together: stream by stream, each over all rows, with
/// the same verdicts as row by row.
class Run {
 public:
  Run(State& state, Recorder& recorder);

  [[nodiscard]] bool possible() const noexcept { return plan_.possible; }
  /// How many rows from `first` on make one run; at least one.
  [[nodiscard]] std::uint32_t extent(const EventBatch& events, std::size_t first,
                                     std::int64_t next_deadline) const;
  /// Gives the reason if the run has to stop.
  std::optional<Error> rows(const EventBatch& events, std::size_t first, std::uint32_t count);

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return evaluator_.memory_bytes() + evaluator_.overlay_bytes();
  }

 private:
  /// Values of a stream whose instances are all evaluated at every row.
  struct CrossBuffer {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> slots;
    std::vector<std::vector<Cell>> columns;
  };
  /// The only clause of such a stream, without the conditions that are the same for all instances.
  struct Narrowed {
    ClausePlan clause;
    std::vector<ir::ExprId> common;
  };
  struct ActiveRows {
    const ir::Activation* formula;
    Selection rows;
  };

  [[nodiscard]] Selection active(const ActivationTest& activation);
  void mark_active(const ir::Activation& formula, std::uint8_t* marks);
  void spawn(std::uint32_t table);
  void evaluate(std::uint32_t stream);
  [[nodiscard]] Selection living(std::uint32_t table, const Selection& rows);
  /// Rows in which some clause is due.
  [[nodiscard]] Selection due_rows(const StreamPlan& planned);
  void evaluate_clauses(std::uint32_t stream, Frame& frame, const Selection& rows);
  [[nodiscard]] std::optional<Narrowed> narrow(std::uint32_t stream) const;
  void evaluate_cross(std::uint32_t stream, const Selection& rows);
  void cross_lanes(std::uint32_t stream, const ClausePlan* narrowed, CrossBuffer& buffer);
  void evaluate_recursive(std::uint32_t stream, Frame& frame, const Selection& rows);
  void scan_rows(std::uint32_t stream, const Scan& scan, Frame& frame, const Selection& rows);
  /// Whether the stream is a running total whose values may go straight to the store.
  [[nodiscard]] bool running_total(std::uint32_t stream) const {
    return scans_[stream] && scans_[stream]->simple() && scans_[stream]->simple()->integer_add &&
           !plan_.streams[stream].past_read;
  }
  void step_rows(std::uint32_t stream, const Scan& scan, Frame& frame, const Selection& applies,
                 const Cell* const* columns);
  [[nodiscard]] Selection open_lanes(const Frame& frame, const Selection& due);
  void waves(std::uint32_t stream, Frame& frame, const Selection& rows);
  void one_wave(std::uint32_t stream, Frame& frame, const Selection& wave);
  void note_failures(std::uint32_t stream, const Frame& frame);
  void commit();
  void store(std::uint32_t stream);
  Cell** own_columns(std::uint32_t stream);
  /// Brings near what the rows of a stream with very many instances will touch.
  void prefetch(std::uint32_t stream, const std::uint32_t* slots, const Selection& rows);

  State& state_;
  Recorder& recorder_;
  RunPlan plan_;
  RunEvaluator evaluator_;
  std::vector<std::optional<Scan>> scans_;
  std::vector<CrossBuffer> cross_;
  std::vector<std::optional<Narrowed>> narrowed_;
  std::vector<ActiveRows> active_;
  std::vector<RunChange> spawns_;
  std::vector<RunFailure> failures_;
  std::vector<std::uint32_t> lane_rows_;
  std::vector<std::uint32_t> lane_slots_;
  Overlay occurrences_;
};

}  // namespace fairmon::engine
