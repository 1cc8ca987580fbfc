#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/columns/selection.hpp"
#include "ir/dependencies.hpp"
#include "ir/program.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::engine {

/// When an event-paced clause is due, as a test on the presence bits of one row.
class ActivationTest {
 public:
  ActivationTest() = default;
  explicit ActivationTest(const ir::Activation& activation);

  [[nodiscard]] bool always() const noexcept { return always_; }
  [[nodiscard]] bool operator()(const std::vector<std::uint8_t>& present) const {
    return always_ || holds(activation_, present);
  }
  [[nodiscard]] const ir::Activation& formula() const noexcept { return activation_; }

 private:
  [[nodiscard]] static bool holds(const ir::Activation& part,
                                  const std::vector<std::uint8_t>& present);
  bool always_ = true;
  ir::Activation activation_;
};

/// A clause with its condition taken apart: all conditions hold, tested in order.
struct ClausePlan {
  ir::PacingKind pacing = ir::PacingKind::Event;
  ActivationTest activation;
  std::uint32_t clock = kNone;  ///< global or local clock
  std::vector<ir::ExprId> conditions;
  ir::ExprId with;
  Span span;
  /// Expressions that name the only instance for which the conditions can hold, one per parameter;
  /// empty if every instance has to be asked.
  std::vector<ir::ExprId> keys;
};

/// Streams that spawn and close together share their instances.
struct TablePlan {
  std::vector<Type> parameter_types;
  std::vector<std::uint32_t> parameter_cells;  ///< first key cell of each parameter
  std::uint32_t num_key_cells = 0;
  std::vector<std::uint32_t> members;
  bool spawned = false;  ///< otherwise alive from the start, in slot 0
  ClausePlan spawn;
  bool closed = false;
  ClausePlan close;
  std::uint32_t spawn_layer = 0;
  std::int64_t linger_ns = 0;
};

struct StreamPlan {
  std::uint32_t table = 0;
  std::uint32_t num_cells = 1;
  std::uint32_t kept = 1;
  std::uint32_t layer = 0;
  std::vector<ClausePlan> evals;
  std::vector<std::uint32_t> windows;  ///< fed by this stream
  std::vector<std::uint32_t> folds;    ///< aggregations over it that are kept up to date
  bool aggregated = false;             ///< an instance aggregation ranges over it
  bool remembered = false;             ///< somebody reads values of earlier cycles
};

struct StepPlan {
  enum class Kind : std::uint8_t { Spawn, Eval };
  Kind kind = Kind::Eval;
  std::uint32_t index = 0;  ///< table or stream
  std::uint32_t layer = 0;
};

/// The program as the engine runs it.
struct Plan {
  std::shared_ptr<const ir::Program> program;
  std::vector<TablePlan> tables;  ///< 0: streams that always live
  std::vector<StreamPlan> streams;
  std::vector<StepPlan> steps;         ///< in layer order
  std::vector<std::uint32_t> closing;  ///< tables with a close clause, in order of declaration
  std::vector<ir::Period> global_periods;
  struct LocalPeriod {
    ir::Period period;
    std::uint32_t table = 0;
    std::uint32_t stream = kNone;  ///< of an evaluation; kNone: the table's close
  };
  std::vector<LocalPeriod> local_periods;
  /// Per expression: whether it stands in several places of the clauses of one stream.
  std::vector<std::uint8_t> repeated;

  /// Whether an aggregation over instances is kept up to date instead of computed when read.
  [[nodiscard]] bool folded(ir::AggregationId id) const;
  [[nodiscard]] const ir::Expr& expr(ir::ExprId id) const { return program->exprs[id]; }
};

[[nodiscard]] Plan make_plan(std::shared_ptr<const ir::Program> program);

[[nodiscard]] bool mentions_parameters(const ir::Program& program, ir::ExprId id);

}  // namespace fairmon::engine
