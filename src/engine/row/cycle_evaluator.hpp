#pragma once

#include <optional>
#include <vector>

#include "engine/kernels/evaluator.hpp"

namespace fairmon::engine {

/// Reads streams as they are in the current cycle. The lanes are instances.
class CycleEvaluator final : public Evaluator {
 public:
  explicit CycleEvaluator(State& state);
  void forget_links() {
    for (std::vector<Links>& by_table : links_) {
      by_table.clear();
    }
    linked_run_ = nullptr;
  }

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
  const std::uint32_t* linked(const Frame& frame, const ir::Expr& expr, std::uint32_t table,
                              const Selection& selection, bool lingering) override;

 private:
  /// The instance that an access found last time from an instance, and what must not have changed
  /// for it to be the right one still.
  struct Links {
    std::uint32_t table = kNone;  ///< of the reading instances
    // By slot of the reading instance:
    std::vector<std::uint32_t> generation;  ///< its own
    std::vector<std::uint32_t> target;
    std::vector<std::uint32_t> witness;  ///< generation of the target, or births if there was none
    /// A run of slots that was found to be right, and how much had changed around it by then.
    struct Checked {
      std::uint32_t first = kNone;
      std::uint32_t count = 0;
      std::uint32_t first_target = kNone;
      std::uint64_t own_changes = 0;
      std::uint64_t target_changes = 0;
      friend bool operator==(const Checked&, const Checked&) = default;
    };
    std::vector<Checked> checked;  ///< the last run that began in each block

    void grow(std::uint32_t num_slots);
    /// The targets of all lanes, if what is remembered holds for every one of them; else null.
    [[nodiscard]] const std::uint32_t* unchanged(const Frame& frame, const InstanceTable& own,
                                                 const InstanceTable& targets);
  };
  [[nodiscard]] Links& links_of(const ir::Expr& expr, std::uint32_t table);
  [[nodiscard]] std::uint32_t first_of_run(const Frame& frame, const std::uint32_t* slots,
                                           const Selection& selection) const;
  void access_newest(const Frame& frame, const ir::Expr& expr, const std::uint32_t* slots,
                     const Selection& selection, const Cell** out);
  void access_columns(const Frame& frame, const ir::Expr& expr, std::uint32_t first,
                      const Selection& selection, const Cell** out);
  struct BoundAggregation {
    builtins::BoundAggregate aggregate;
    bool depends_on_reader = false;  ///< a lambda mentions the reading instance
    std::vector<ir::ExprId> conditions;
    std::vector<Cell> values;  ///< of all instances, for aggregates that need them all
  };

  void access_one(const Frame& frame, const ir::Expr& expr, const Selection& selection,
                  const Cell** out);
  struct Reading;
  /// The aggregate as one reading lane sees it; false if that lane failed.
  bool aggregate_for(const Frame& frame, const ir::Expr& expr, std::uint32_t lane, Cell* result);
  /// False, and a failed lane, if finishing the aggregate failed.
  bool finished(const Frame& frame, const ir::Expr& expr, std::uint32_t lane,
                const builtins::Evaluation& evaluation);
  /// The instance that makes an aggregation fail; without a reason a stream it reads has failed.
  struct LambdaFailure {
    std::uint32_t slot = kNone;
    std::optional<LaneFailure> reason;
  };
  void note_failed(const Frame& inner, LambdaFailure& failed) const;
  /// Calls `take(value)` with what the aggregation takes of each candidate, unless one fails.
  template <class Take>
  void gather(const Frame& frame, ir::AggregationId id, std::uint32_t lane,
              const std::uint32_t* candidates, std::uint32_t count, LambdaFailure& failed,
              Take&& take);

  std::vector<BoundAggregation> aggregations_;
  /// By expression, and by the tables of the streams that share it.
  std::vector<std::vector<Links>> links_;
  /// What `linked` found last to be slots that follow each other.
  const std::uint32_t* linked_run_ = nullptr;
};

}  // namespace fairmon::engine
