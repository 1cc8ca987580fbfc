#pragma once

#include <fairmon/event.hpp>

#include <optional>
#include <vector>

#include "engine/kernels/evaluator.hpp"
#include "engine/runs/links.hpp"
#include "engine/runs/run_log.hpp"

namespace fairmon::engine {

/// Reads streams as they are at each row of a run. What the run produces of a stream is in its log,
/// overlaid on what was stored before; in a run of one row values are stored at once, so that the
/// store alone says everything.
class RunEvaluator final : public Evaluator {
 public:
  explicit RunEvaluator(State& state);

  /// The rows first … first+count−1 of a batch become the run.
  void begin_rows(const EventBatch& events, std::size_t first, std::uint32_t count);
  /// The current cycle of the state becomes a run of one row.
  void begin_one();
  /// Only the first rows of the run count.
  void cut(std::uint32_t num_rows);
  /// The state is another one: nothing remembered about it holds any more.
  void forget_links() { links_.forget(); }

  [[nodiscard]] std::uint32_t num_rows() const noexcept { return num_rows_; }
  [[nodiscard]] std::int64_t time(std::uint32_t row) const noexcept { return times_[row].ns; }
  [[nodiscard]] std::uint64_t cycle(std::uint32_t row) const noexcept { return first_cycle_ + row; }
  [[nodiscard]] RunLog& log(std::uint32_t stream) noexcept { return logs_[stream]; }
  [[nodiscard]] Overlay& overlay(std::uint32_t stream) noexcept { return overlays_[stream]; }
  /// From now on the log of a stream says itself what is newest; see RunLog::growing.
  void start_growing(std::uint32_t stream);
  /// All its rows are there.
  void stop_growing(std::uint32_t stream) { logs_[stream].growing = false; }
  /// Whether columns made from now on stay to the end of the run.
  void set_lasting(bool lasting) noexcept { lasting_ = lasting; }
  /// Ones, for all rows of the run.
  [[nodiscard]] const std::uint8_t* present_rows() const noexcept { return present_rows_.data(); }
  /// For what lasts to the end of the run.
  [[nodiscard]] Arena& run_arena() noexcept { return run_arena_; }
  [[nodiscard]] bool exists(std::uint32_t table, std::uint32_t slot,
                            std::uint32_t row) const noexcept {
    const InstanceTable& instances = state_.tables[table];
    return slot < instances.num_slots() && instances.exists(slot) &&
           instances.spawn_cycle(slot) <= cycle(row);
  }
  /// Slots of keys, where the instance exists at the row of the lane; else kNone.
  const std::uint32_t* find(const Frame& frame, std::uint32_t table, const Cell* const* keys,
                            const Selection& selection, bool lingering) override;
  /// Remembers the slots of keys for the rest of the run.
  void remember(std::uint32_t table, const Cell* const* keys, const std::uint32_t* slots);

  /// Hands the values of rows up to `row` to a window that has not seen them.
  void feed_window(std::uint32_t window, std::uint32_t row);
  /// The same for an aggregation over instances, with its result after each row.
  void feed_fold(std::uint32_t fold, std::uint32_t row);
  /// The rest of the rows, for later runs.
  void finish_fold(std::uint32_t fold);
  [[nodiscard]] std::size_t overlay_bytes() const noexcept;

 protected:
  void access(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
              const Selection& selection, const Cell** out) override;
  void read_window(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                   const Selection& selection, const Cell** out) override;
  void aggregate(const Frame& frame, ir::ExprId id, const Selection& selection,
                 const Cell** out) override;
  void lambda_value(const Frame& frame, const Selection& selection, const Cell** out) override;
  const Cell* now(const Frame& frame, const Selection& selection) override;
  const std::uint32_t* linked(const Frame& frame, const ir::Expr& expr, std::uint32_t table,
                              const Selection& selection, bool lingering) override;

 private:
  struct Found {
    std::uint32_t table;
    std::vector<const Cell*> keys;
    const std::uint32_t* slots;
  };

  // Of what the run has produced (access_log.cpp).
  /// The value of an instance in a row itself, or kNone.
  [[nodiscard]] std::uint32_t fresh_value(const RunLog& log, std::uint32_t slot,
                                          std::uint32_t row) const noexcept;
  /// The overlay with the newest values of all rows up to `row`.
  const Overlay& overlay_at(std::uint32_t stream, std::uint32_t row);
  void chain(std::uint32_t stream);
  void access_fresh(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                    const Selection& selection, const Cell** out);
  struct Past;
  void access_past(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                   const Selection& selection, const Cell** out);
  void hold_rows(const Frame& frame, std::uint32_t stream, const std::uint32_t* slots,
                 const Selection& selection, const Cell** out);
  bool pass_through(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                    const Selection& selection, const Cell** out);

  // Of what is stored (access_store.cpp).
  struct Reading;
  void access_store(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                    const Selection& selection, const Cell** out);
  void access_one(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                  const Cell** out);
  [[nodiscard]] std::uint32_t first_of_run(const Frame& frame, const std::uint32_t* slots,
                                           const Selection& selection) const;
  void access_newest(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                     const Selection& selection, const Cell** out);
  void access_columns(const Frame& frame, const ir::Expr& expr, std::uint32_t first,
                      const Selection& selection, const Cell** out);

  // Aggregates over instances (aggregate_instances.cpp).
  struct BoundAggregation {
    builtins::BoundAggregate aggregate;
    bool depends_on_reader = false;  ///< a lambda mentions the reading instance
    bool reads_keys = false;         ///< a lambda mentions parameters of the instance looked at
    std::vector<ir::ExprId> conditions;
    std::vector<Cell> values;  ///< of all instances, for aggregates that need them all
  };
  /// Results of an aggregation that is kept up to date, after each row of a run.
  struct FoldResults {
    std::uint32_t num_rows = 0;  ///< so far
    Cell** columns = nullptr;    ///< null before somebody reads it
    struct Failed {
      std::uint32_t row;
      builtins::Failure failure;
      Cell offender;
    };
    std::vector<Failed> failed;
  };
  /// Instances of a stream that have a value, row by row of a run.
  struct Valued {
    std::uint32_t num_rows = kNone;
    std::vector<std::uint32_t> slots;
    Overlay listed;
  };
  /// Why an aggregate over instances has no result; without a reason a stream it reads has failed.
  struct AggregateFailure {
    bool failed = false;
    std::uint32_t slot = kNone;  ///< the instance for which a lambda failed
    std::optional<LaneFailure> reason;
  };
  void read_fold(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                 const Cell** out);
  /// The result as the store has it.
  void read_stored_fold(ir::AggregationId id, Cell* result, builtins::Evaluation& evaluation);
  void settle_fold(ir::AggregationId id);
  /// Calls `take(block)` with what an aggregation that is kept up to date takes of all instances,
  /// or of some.
  template <class Take>
  void stored_blocks(ir::AggregationId id, Take&& take);
  template <class Take>
  void stored_blocks_of(ir::AggregationId id, const std::vector<std::uint32_t>& slots, Take&& take);
  /// What is left of values after the conditions of an aggregation, and what becomes of them.
  [[nodiscard]] FoldBlock through_lambda(ir::AggregationId id, const FoldBlock& block);
  /// Those of a block that have something.
  [[nodiscard]] Selection there(const FoldBlock& block);
  /// The values of rows `from` … `to`−1 of a run.
  [[nodiscard]] FoldBlock logged_block(ir::AggregationId id, std::uint32_t from, std::uint32_t to,
                                       const std::uint32_t** rows);
  void fold_rows(ir::AggregationId id, std::uint32_t to);
  void enter_failure(const Frame& frame, std::uint32_t lane, const AggregateFailure& failure) const;
  [[nodiscard]] AggregateFailure failed_result(const ir::Expr& expr,
                                               const builtins::Evaluation& evaluation) const;
  AggregateFailure aggregate_for(const Frame& frame, const ir::Expr& expr, std::uint32_t lane,
                                 Cell* result);
  [[nodiscard]] const std::vector<std::uint32_t>& valued_at(std::uint32_t stream,
                                                            std::uint32_t row);
  void note_failed(const Frame& inner, AggregateFailure& failed) const;
  /// What the aggregation takes of each candidate, unless one fails.
  [[nodiscard]] FoldBlock gather(const Frame& frame, ir::AggregationId id, std::uint32_t lane,
                                 const std::uint32_t* candidates, std::uint32_t count,
                                 AggregateFailure& failed);
  [[nodiscard]] Selection only_fresh(const Frame& inner);

  std::vector<RunLog> logs_;
  Arena run_arena_;
  std::vector<Overlay> overlays_;
  std::vector<std::uint32_t> shown_;  ///< rows in each overlay; kNone: something else is
  bool logged_ = false;               ///< some log is in use
  bool lasting_ = true;               ///< columns stay to the end of the run
  std::vector<Found> found_;
  std::size_t num_found_ = 0;
  std::vector<std::uint32_t> window_fed_;  ///< rows already handed over, per window
  std::vector<builtins::ColumnCall::FailedRow> failed_reads_;  ///< reused
  std::vector<FoldResults> fold_results_;                      ///< per aggregation
  std::vector<Valued> valued_;                                 ///< per stream
  std::vector<BoundAggregation> aggregations_;
  Links links_;
  const Timestamp* times_ = nullptr;
  Timestamp one_time_;
  std::uint32_t num_rows_ = 0;
  std::uint64_t first_cycle_ = 0;
  std::vector<Cell> value_;
  std::vector<std::uint8_t> present_rows_;  ///< ones: of inputs that every row has
};

}  // namespace fairmon::engine
