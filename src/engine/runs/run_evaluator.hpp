#pragma once

#include <fairmon/event.hpp>

#include <vector>

#include "engine/kernels/evaluator.hpp"
#include "engine/runs/run_log.hpp"

namespace fairmon::engine {

/// Reads streams as they are at each row of a run: what was stored before the run, overlaid by what
/// the run has produced up to that row.
class RunEvaluator final : public Evaluator {
 public:
  explicit RunEvaluator(State& state);

  /// The rows first … first+count−1 of a batch become the run.
  void begin_run(const EventBatch& events, std::size_t first, std::uint32_t count);

  [[nodiscard]] std::uint32_t num_rows() const noexcept { return num_rows_; }
  [[nodiscard]] std::int64_t time(std::uint32_t row) const noexcept { return times_[row].ns; }
  [[nodiscard]] std::uint64_t cycle(std::uint32_t row) const noexcept { return first_cycle_ + row; }
  [[nodiscard]] RunLog& log(std::uint32_t stream) noexcept { return logs_[stream]; }
  [[nodiscard]] Overlay& overlay(std::uint32_t stream) noexcept { return overlays_[stream]; }
  /// Slots of keys, per row, where the instance exists at that row; else kNone.
  const std::uint32_t* find_rows(std::uint32_t table, const Cell* const* keys,
                                 const Selection& rows);
  /// Remembers the slots of keys for the rest of the run.
  void remember(std::uint32_t table, const Cell* const* keys, const std::uint32_t* slots);

  /// While a recursive stream is evaluated, its own past is what the overlay says.
  void set_recursive(std::uint32_t stream) noexcept { recursive_ = stream; }
  /// Hands the values of rows up to `row` to a window or fold that has not seen them.
  void feed_window(std::uint32_t window, std::uint32_t row);
  void feed_fold(std::uint32_t fold, std::uint32_t row);
  [[nodiscard]] std::size_t overlay_bytes() const noexcept;

 protected:
  const std::uint32_t* find(const Frame& frame, std::uint32_t table, const Cell* const* keys,
                            const Selection& selection, bool lingering) override;
  void access(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
              const Selection& selection, const Cell** out) override;
  void read_window(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                   const Selection& selection, const Cell** out) override;
  void aggregate(const Frame& frame, ir::ExprId id, const Selection& selection,
                 const Cell** out) override;
  const Cell* now(const Frame& frame, const Selection& selection) override;

 private:
  struct Found {
    std::uint32_t table;
    std::vector<const Cell*> keys;
    const std::uint32_t* slots;
  };

  static std::uint32_t row_of(const Frame& frame, std::uint32_t lane) noexcept {
    return frame.rows == nullptr ? lane : frame.rows[lane];
  }
  [[nodiscard]] bool exists(std::uint32_t table, std::uint32_t slot,
                            std::uint32_t row) const noexcept;
  /// The value of an instance in a row itself, or kNone.
  [[nodiscard]] std::uint32_t fresh_value(const RunLog& log, std::uint32_t slot,
                                          std::uint32_t row) const noexcept;
  /// Calls `visit(lane, value)` with the newest value of the run at or before the lane's row.
  template <class Visit>
  void replay(std::uint32_t stream, const Frame& frame, const std::uint32_t* slots,
              const Selection& selection, Visit&& visit);
  template <class Visit>
  void read_overlay(std::uint32_t stream, const Frame& frame, const std::uint32_t* slots,
                    const Selection& selection, Visit&& visit);
  struct Past;
  void chain(std::uint32_t stream);
  void access_fresh(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                    const Selection& selection, const Cell** out);
  void access_past(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                   const Selection& selection, const Cell** out);
  void hold_rows(const Frame& frame, std::uint32_t stream, const std::uint32_t* slots,
                 const Selection& selection, const Cell** out);
  bool pass_through(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                    const Selection& selection, const Cell** out);

  std::vector<RunLog> logs_;
  Arena run_arena_;  ///< for what is made on demand and lasts to the end of the run
  std::vector<Overlay> overlays_;
  std::vector<Found> found_;
  std::size_t num_found_ = 0;
  std::vector<std::uint32_t> window_fed_;  ///< rows already handed over, per window
  std::vector<std::uint32_t> fold_fed_;
  const Timestamp* times_ = nullptr;
  std::uint32_t num_rows_ = 0;
  std::uint64_t first_cycle_ = 0;
  std::uint32_t recursive_ = kNone;
  std::vector<Cell> value_;
  std::vector<std::uint8_t> present_rows_;  ///< ones: of inputs that every row has
};

}  // namespace fairmon::engine
