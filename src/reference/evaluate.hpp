#pragma once

#include <fairmon/symbols.hpp>

#include <optional>
#include <string>

#include "reference/store.hpp"

namespace fairmon::reference {

/// Why an expression has no value.
struct Problem {
  std::string message;
  Span span;
};

/// Evaluates expressions of a program in the present cycle, straight from their definition.
class Evaluator {
 public:
  Evaluator(const ir::Program& program, const Store& store, SymbolTable& symbols,
            std::int64_t start_ns);

  /// The value of an expression in a clause of `reader` (null in spawn clauses, which have no
  /// instance yet). Nothing if a stream read synchronously has no value in this cycle, or if the
  /// evaluation fails; then `problem` says why.
  [[nodiscard]] std::optional<Cells> evaluate(ir::ExprId expr, const ir::Stream& stream,
                                              const Instance* reader,
                                              std::optional<Problem>& problem);

 private:
  /// Whose clause is evaluated, and which instance an aggregation is looking at.
  struct Scope {
    const ir::Stream* stream = nullptr;
    const Instance* reader = nullptr;
    const ir::Stream* aggregated = nullptr;
    const Instance* looked_at = nullptr;
  };
  using Outcome = std::optional<Cells>;

  Outcome value(ir::ExprId id, const Scope& scope);
  Outcome access(const ir::Expr& expr, const Scope& scope);
  Outcome parameter(const ir::Expr& expr, const ir::Stream& stream, const Instance& instance);
  Outcome apply(const ir::Expr& expr, const Scope& scope);
  Outcome logic(const ir::Expr& expr, const Scope& scope);
  Outcome defaults(const ir::Expr& expr, const Scope& scope);
  Outcome project(const ir::Expr& expr, const Scope& scope);
  Outcome all_operands(const ir::Expr& expr, const Scope& scope);
  Outcome constant(const ir::Expr& expr);
  Outcome key(const ir::Expr& expr, const Scope& scope);
  Outcome window(const ir::Expr& expr, const Scope& scope);
  Outcome instances(const ir::Expr& expr, const Scope& scope);
  Outcome fail(std::string message, Span span);
  /// Aggregates values, oldest first.
  Outcome aggregate(const builtins::BoundAggregate& bound, const std::vector<Produced>& values,
                    const Type& result, Span span);

  const ir::Program& program_;
  const Store& store_;
  SymbolTable& symbols_;
  std::int64_t start_ns_;
  support::IdVector<ir::WindowId, std::optional<builtins::BoundAggregate>> window_aggregates_;
  support::IdVector<ir::AggregationId, builtins::BoundAggregate> instance_aggregates_;
  std::optional<Problem> problem_;
};

}  // namespace fairmon::reference
