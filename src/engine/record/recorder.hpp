#pragma once

#include <fairmon/monitor.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/columns/frame.hpp"
#include "engine/record/run_changes.hpp"
#include "engine/state.hpp"

namespace fairmon::engine {

class RunEvaluator;

/// Appends what observed streams do to a VerdictBatch.
class Recorder {
 public:
  Recorder(const State& state, const MonitorOptions& options);

  /// Everything recorded from now on goes there.
  void attach(VerdictBatch& verdicts);
  [[nodiscard]] bool observes(std::uint32_t stream) const noexcept {
    return stream < observed_.size() && observed_[stream] != 0;
  }
  [[nodiscard]] bool records_lifecycle() const noexcept { return lifecycle_; }
  [[nodiscard]] VerdictBatch& verdicts() noexcept { return *verdicts_; }

  /// A new cycle; it gets a number only when something is recorded in it.
  void open_cycle(std::int64_t time, bool event) {
    time_ = time;
    event_ = event;
    open_ = false;
    num_errors_ = verdicts_->errors.size();
  }
  /// The end of the cycle. If an evaluation failed and the policy is to stop, the cycle leaves its
  /// errors only, and the first of them is returned.
  [[nodiscard]] std::optional<Error> close_cycle();
  /// The cycle was one of deadlines.
  void mark_deadline() {
    if (marks_) {
      verdicts_->deadlines.push_back(
          {Timestamp{time_}, open_ ? cycle() : DeadlineMark::kUnrecorded});
    }
  }
  void value(std::uint32_t stream, std::uint32_t slot, const Cell* const* columns,
             std::uint32_t lane);
  /// Spawn or close of an instance, for all members of its table that are observed.
  void life(std::uint32_t table, ChangeKind kind, std::uint32_t slot);
  /// A clause of a stream failed; `slot` is kNone in a spawn clause.
  /// False: the stream is hidden and no verdict depends on it, so that nobody hears of its errors.
  [[nodiscard]] bool reports(std::uint32_t stream) const noexcept {
    return owner_[ir::StreamId(stream)].index() < observed_.size();
  }
  void error(std::uint32_t stream, std::uint32_t slot, const LaneFailure& failure);
  /// Everything a run of events did, column by column. If it failed and the policy is to stop, only
  /// the rows before the first failure remain, and that failure is returned.
  [[nodiscard]] std::optional<Error> run(RunEvaluator& evaluator, const RunChanges& changes);

 private:
  /// Numbers the cycles of a run in which something is recorded.
  void number_rows(RunEvaluator& evaluator, const RunChanges& changes, std::uint32_t num_rows);
  void mark_lives(const std::vector<RunChange>& lives);
  void run_stream(RunEvaluator& evaluator, std::uint32_t stream, const RunChanges& changes,
                  std::uint32_t num_rows);
  /// Spawns or closes of a stream's instances.
  void run_lives(std::uint32_t stream, ChangeKind kind, const std::vector<RunChange>& lives,
                 std::uint32_t num_rows);
  void run_values(RunEvaluator& evaluator, std::uint32_t stream, std::uint32_t num_rows);
  void sort_errors(std::size_t first);
  [[nodiscard]] EvaluationError make_error(std::uint32_t stream, std::uint32_t slot,
                                           std::uint32_t at_cycle,
                                           const LaneFailure& failure) const;
  [[nodiscard]] std::uint32_t cycle();
  void row(std::uint32_t stream, ChangeKind kind, std::uint32_t slot, std::uint32_t at_cycle);
  static void merge_spawns(StreamVerdicts& target, std::size_t first, std::size_t num_spawns);
  [[nodiscard]] Error describe(const EvaluationError& error) const;

  const State& state_;
  std::vector<std::uint8_t> observed_;
  bool observes_any_ = false;
  /// Of a hidden stream: the public one its errors belong to.
  support::IdVector<ir::StreamId, ir::StreamId> owner_;
  bool lifecycle_ = true;
  bool marks_ = false;
  bool stops_ = true;
  VerdictBatch* verdicts_ = nullptr;
  std::int64_t time_ = 0;
  bool event_ = false;  ///< the cycle is one of an event, not of a deadline
  bool open_ = false;
  std::size_t num_errors_ = 0;             ///< before this cycle
  std::vector<std::uint32_t> row_cycles_;  ///< of each row of a run: its number among the cycles
  std::vector<std::uint8_t> row_changes_;
};

}  // namespace fairmon::engine
