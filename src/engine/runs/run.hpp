#pragma once

#include <fairmon/event.hpp>
#include <fairmon/monitor.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/run_plan.hpp"
#include "engine/plan/scan.hpp"
#include "engine/record/recorder.hpp"
#include "engine/runs/run_evaluator.hpp"

namespace fairmon::engine {

/// Evaluates a run: the events between two deadlines, or one deadline. A lane is a row and an
/// instance. Of many rows, each step takes all of them as columns where it can, and one by one
/// where it must (see RunPlan), into logs that are stored at the end; a run of one row stores
/// values at once.
class Run {
 public:
  Run(State& state, Recorder& recorder);

  /// Evaluates rows from `first` on, as many as belong together; `count` is how many that were.
  /// Gives the reason if the monitor has to stop.
  std::optional<Error> events(const EventBatch& events, RowRange range, std::uint32_t& count);
  std::optional<Error> deadline(std::int64_t time);

  /// The state is another one: nothing remembered about it holds any more.
  void forget() { evaluator_.forget_links(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return evaluator_.memory_bytes() + evaluator_.overlay_bytes();
  }

 private:
  /// Values of a stream that may have several of them in a row.
  struct CrossBuffer {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> slots;
    std::vector<std::uint32_t> previous;
    std::vector<std::vector<Cell>> columns;
    std::vector<const Cell*> addresses;

    void clear(std::uint32_t num_cells);
    /// The log's addresses after something was added.
    void show(RunLog& log);
  };
  /// The only clause of such a stream, without the conditions that are the same for all instances.
  struct Narrowed {
    ClausePlan clause;
    std::vector<ir::ExprId> common;
  };
  struct ActiveRows {
    const ir::Activation* formula;
    Selection rows;
    const std::uint8_t* marks;
  };

  // run.cpp: what makes a run.
  [[nodiscard]] std::uint32_t extent(const EventBatch& events, RowRange range) const;
  std::optional<Error> rows(const EventBatch& events, std::size_t first, std::uint32_t& count);
  std::optional<Error> one_event(const EventBatch& events, std::size_t row);
  void run_segment(const Segment& segment);
  [[nodiscard]] const ActiveRows& active(const ActivationTest& activation);
  [[nodiscard]] bool is_active_everywhere(const ir::Activation& formula);
  void mark_active(const ir::Activation& formula, std::uint8_t* marks);
  void note_failures(std::uint32_t stream, const Frame& frame);
  void commit();
  void store(std::uint32_t stream);

  // run_columns.cpp: a step over all rows.
  void spawn(std::uint32_t table);
  void evaluate(std::uint32_t stream);
  [[nodiscard]] Selection living(std::uint32_t table, const Selection& rows);
  /// Rows in which some clause is due.
  [[nodiscard]] Selection due_rows(const StreamPlan& planned);
  /// Rows whose keys name an instance, and what it is.
  [[nodiscard]] Selection find_keyed(const ClausePlan& clause, std::uint32_t table, Frame& frame,
                                     Selection rows);
  void evaluate_clauses(std::uint32_t stream, Frame& frame, const Selection& rows);
  [[nodiscard]] Selection open_rows(const Frame& frame, const ClausePlan& clause,
                                    const Selection& rows);
  Cell** own_columns(std::uint32_t stream);
  /// Brings near what the rows of a stream with very many instances will touch.
  void prefetch(std::uint32_t stream, const std::uint32_t* slots, const Selection& rows);

  // run_cross.cpp: every instance at every row.
  [[nodiscard]] std::optional<Narrowed> narrow(std::uint32_t stream) const;
  void evaluate_cross(std::uint32_t stream, const Selection& rows);
  void cross_lanes(std::uint32_t stream, const ClausePlan* narrowed, CrossBuffer& buffer);
  [[nodiscard]] Selection open_lanes(const Frame& frame, const ActiveRows& due);

  // run_recursive.cpp: rows that depend on each other.
  void evaluate_recursive(std::uint32_t stream, Frame& frame, const Selection& rows);
  void scan_rows(std::uint32_t stream, const Scan& scan, Frame& frame, const Selection& rows);
  /// Whether the stream is a running total whose values may go straight to the store.
  [[nodiscard]] bool running_total(std::uint32_t stream) const {
    const RunStream& planned = plan_.streams[stream];
    return scans_[stream] && scans_[stream]->simple() && scans_[stream]->simple()->integer_add &&
           !planned.past_read && !planned.tentative && !state_.plan.streams[stream].aggregated;
  }
  void step_rows(std::uint32_t stream, const Scan& scan, Frame& frame, const Selection& applies,
                 const Cell* const* columns);
  void waves(std::uint32_t stream, Frame& frame, const Selection& rows);
  void one_wave(std::uint32_t stream, Frame& frame, const Selection& wave);

  // run_rows.cpp: one row of a step. Its lanes are instances.
  void evaluate_rows(const Segment& segment);
  void begin_log(std::uint32_t stream);
  void open_row(const StepPlan& step, std::uint32_t row);
  void end_log(std::uint32_t stream);
  void run_steps();
  [[nodiscard]] bool due(const ClausePlan& clause, std::uint32_t row);
  void spawn_row(std::uint32_t table, std::uint32_t row);
  void evaluate_row(std::uint32_t stream, std::uint32_t row);
  /// The instances that a clause may concern in a row.
  struct Lanes {
    const std::uint32_t* slots = nullptr;
    std::uint32_t count = 0;
  };
  [[nodiscard]] Lanes lanes_of(const ClausePlan& clause, std::uint32_t table, std::uint32_t row);
  /// The next lanes of some instances, at most `count`.
  [[nodiscard]] Frame next_frame(std::uint32_t table, const std::uint32_t* slots,
                                 std::uint32_t count, std::uint32_t row);
  void evaluate_lanes(std::uint32_t stream, const Lanes& lanes, std::uint32_t row);
  void clauses_of_lanes(std::uint32_t stream, Frame& frame);
  void keep_value(std::uint32_t stream, const Frame& frame, std::uint32_t lane,
                  const Cell* const* value);
  /// Reports the failed lanes of a clause for a stream.
  void report(std::uint32_t stream, const Frame& frame);
  void collect_due();

  // run_close.cpp
  void close_columns();
  void find_closing(std::uint32_t table);
  void ask_to_close(std::uint32_t table, const Frame& frame, const Selection& open);
  /// True if an instance closed.
  bool close_row(std::uint32_t table, std::uint32_t row);
  void cut(std::uint32_t num_rows);

  State& state_;
  Recorder& recorder_;
  RunPlan plan_;
  RunEvaluator evaluator_;
  std::vector<std::optional<Scan>> scans_;
  std::vector<CrossBuffer> cross_;
  std::vector<std::optional<Narrowed>> narrowed_;
  std::vector<ActiveRows> active_;
  std::vector<RunChange> spawns_;
  std::vector<RunChange> closes_;
  std::vector<RunFailure> failures_;
  std::vector<std::uint32_t> lane_rows_;
  std::vector<std::uint32_t> lane_slots_;
  Overlay occurrences_;
  std::uint32_t most_rows_;  ///< of the next run; fewer while instances keep closing
  bool logged_ = false;      ///< values go to logs, not to the store
  bool at_deadline_ = false;
  std::vector<std::uint8_t> present_;                  ///< of each input, in a run of one event
  std::vector<std::uint8_t> global_due_;               ///< of each global clock, at a deadline
  std::vector<std::vector<std::uint32_t>> local_due_;  ///< slots due on each local clock
};

}  // namespace fairmon::engine
