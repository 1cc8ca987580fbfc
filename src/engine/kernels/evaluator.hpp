#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <vector>

#include "engine/columns/arena.hpp"
#include "engine/columns/frame.hpp"
#include "engine/plan/plan.hpp"
#include "engine/state.hpp"

namespace fairmon::engine {

/// Evaluates expressions over lanes, a column per cell, one kernel call per operation. How streams
/// are read depends on whether the lanes belong to one cycle or to many: that part is left open.
class Evaluator {
 public:
  explicit Evaluator(State& state);
  virtual ~Evaluator() = default;

  /// Writes the addresses of the expression's columns to `out`. They stay valid until the arena is
  /// released. Lanes that fail are entered in the frame.
  void eval(const Frame& frame, ir::ExprId id, const Selection& selection, const Cell** out);
  /// From now on other lanes of the frame are asked than before: nothing computed holds for them.
  void renew(Frame& frame) noexcept { frame.serial = ++last_serial_; }
  /// The lanes for which all conditions hold and nothing failed.
  [[nodiscard]] Selection filter(const Frame& frame, const std::vector<ir::ExprId>& conditions,
                                 Selection selection);
  /// The lanes that have not failed.
  [[nodiscard]] Selection without_bad(const Frame& frame, const Selection& selection);
  [[nodiscard]] Arena& arena() noexcept { return arena_; }
  /// A frame for `count` lanes, none of them failed.
  [[nodiscard]] Frame frame(std::uint32_t count);
  /// New columns side by side, one address each.
  [[nodiscard]] Cell** columns(std::uint32_t num_cells, std::uint32_t num_lanes);
  [[nodiscard]] std::vector<LaneFailure>& failures() noexcept { return failures_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 protected:
  /// Instances named by keys, or kNone. `lingering`: also those that closed.
  virtual const std::uint32_t* find(const Frame& frame, std::uint32_t table,
                                    const Cell* const* keys, const Selection& selection,
                                    bool lingering) = 0;
  /// Sync, Offset, Hold, Get, IsFresh. `slots` is null for streams without parameters.
  virtual void access(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                      const Selection& selection, const Cell** out) = 0;
  virtual void read_window(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                           const Selection& selection, const Cell** out) = 0;
  virtual void aggregate(const Frame& frame, ir::ExprId id, const Selection& selection,
                         const Cell** out) = 0;
  /// Inside a lambda: the latest value of each instance looked at.
  virtual void lambda_value(const Frame& frame, const Selection& selection, const Cell** out) = 0;
  /// Calendar time of each lane.
  virtual const Cell* now(const Frame& frame, const Selection& selection) = 0;

  [[nodiscard]] const Cell** pointers(std::size_t count);
  void fail(const Frame& frame, std::uint32_t lane, const LaneFailure& failure) const;
  [[nodiscard]] const Cell* constant_column(Cell cell, std::uint32_t count);
  /// A column of ones. It is known by its address: an optional marked by it is always present.
  [[nodiscard]] const Cell* ones(std::uint32_t count);
  [[nodiscard]] bool is_ones(const Cell* column) const noexcept { return column == ones_.data(); }
  /// Instances named by parameters of the reading instance, where they are remembered; else null.
  virtual const std::uint32_t* linked(const Frame&, const ir::Expr&, std::uint32_t /*table*/,
                                      const Selection&, bool /*lingering*/) {
    return nullptr;
  }

  /// What aggregates get along when their result is computed.
  [[nodiscard]] builtins::Evaluation aggregate_context() noexcept {
    builtins::Evaluation evaluation;
    evaluation.symbols = state_.symbols.get();
    evaluation.scratch = &sorting_;
    return evaluation;
  }

  State& state_;
  const Plan& plan_;
  Arena arena_;

 private:
  void compute(const Frame& frame, ir::ExprId id, const Selection& selection, const Cell** out);
  /// What was computed inside the scope, for fewer lanes than outside, is forgotten at its end.
  class Narrower {
   public:
    explicit Narrower(Evaluator& evaluator)
        : evaluator_(evaluator), mark_(evaluator.remembered_.size()) {}
    ~Narrower() {
      for (; evaluator_.remembered_.size() > mark_; evaluator_.remembered_.pop_back()) {
        evaluator_.memos_[evaluator_.remembered_.back().index()].serial = kForgotten;
      }
    }
    Narrower(const Narrower&) = delete;
    Narrower& operator=(const Narrower&) = delete;

   private:
    Evaluator& evaluator_;
    std::size_t mark_;
  };
  void constant(const Frame& frame, ir::ExprId id, const Cell** out);
  void parameter(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                 const Cell** out);
  void lambda_parameter(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                        const Cell** out);
  void read_stream(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                   const Cell** out);
  const std::uint32_t* target_slots(const Frame& frame, const ir::Expr& expr, std::uint32_t stream,
                                    const Selection& selection, bool lingering);
  void apply(const Frame& frame, const ir::Expr& expr, const Selection& selection,
             const Cell** out);
  void equal(const Frame& frame, const ir::Expr& expr, const Selection& selection,
             const Cell** out);
  /// And (`stop_at` false) and Or (`stop_at` true).
  void lazy_chain(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                  bool stop_at, const Cell** out);
  void choose(const Frame& frame, const ir::Expr& expr, const Selection& selection,
              const Cell** out);
  void defaults(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                const Cell** out);
  void project(const Frame& frame, const ir::Expr& expr, const Selection& selection,
               const Cell** out);
  struct Split {
    Selection yes;
    Selection no;
  };
  [[nodiscard]] Split split(const Frame& frame, const Cell* condition, const Selection& selection);
  /// `split` for those who only want the lanes for which it holds.
  [[nodiscard]] Selection keep(const Frame& frame, const Cell* condition,
                               const Selection& selection);
  /// `keep` where a comparison of single cells holds, of all lanes.
  [[nodiscard]] Selection keep_equal(const Frame& frame, const ir::Expr& comparison,
                                     const Selection& selection);
  void merge(const Frame& frame, std::uint32_t num_cells, const Selection& first,
             const Cell* const* from_first, const Selection& second, const Cell* const* from_second,
             const Cell** out);

  static constexpr std::uint64_t kForgotten = ~std::uint64_t{0};
  /// The columns of an expression that stands in several places, for one frame.
  struct Memo {
    std::uint64_t serial = kForgotten;
    const Cell** columns = nullptr;
  };
  std::vector<std::uint8_t> repeated_;  ///< per expression: worth a memo
  std::vector<Memo> memos_;             ///< per expression
  std::vector<ir::ExprId> remembered_;  ///< memos in order of their making
  std::uint64_t last_serial_ = 0;
  std::vector<LaneFailure> failures_;
  std::vector<builtins::ColumnCall::FailedRow> failed_rows_;
  std::vector<std::uint32_t> constant_first_;  ///< per expression: first of its constant cells
  std::vector<Cell> constant_cells_;
  std::vector<std::vector<Cell>> constant_columns_;
  std::vector<Cell> ones_;
  std::vector<Cell> sorting_;
};

/// Whether values of a type are equal just if their single cells are.
[[nodiscard]] bool compares_cells(const Type& type) noexcept;

/// Writes per lane whether two values of a type are equal.
void equal_columns(Arena& arena, const Type& type, const Cell* const* left,
                   const Cell* const* right, const Selection& selection, std::uint32_t num_lanes,
                   Cell* result);

}  // namespace fairmon::engine
