#pragma once

#include <string_view>
#include <vector>

#include "ir/program.hpp"

namespace fairmon::ir {

/// Appends expressions to a program, each with its type.
class Builder {
 public:
  explicit Builder(Program& program) : program_(program) {}

  /// The place that expressions made from now on point at.
  void set_span(Span span) { span_ = span; }
  [[nodiscard]] Span span() const { return span_; }

  ExprId constant(const Type& type, Value value);
  ExprId boolean(bool value) { return constant(Type::boolean(), value); }
  ExprId unsigned_number(std::uint64_t value) { return constant(Type::unsigned_integer(), value); }
  ExprId real(double value) { return constant(Type::floating(), value); }
  ExprId none(const Type& inner) { return constant(Type::optional(inner), Value()); }
  ExprId parameter(std::uint32_t index, const Type& type);
  ExprId lambda_parameter(std::uint32_t index, const Type& type);
  ExprId now();

  /// Sync, Offset (`offset` ≥ 1), Hold, Get or IsFresh.
  ExprId access(ExprKind kind, StreamId stream, std::vector<ExprId> instance,
                std::uint32_t offset = 0);
  ExprId window_read(WindowId window, std::vector<ExprId> instance);
  ExprId instance_aggregate(AggregationId aggregation);

  /// A builtin by its catalogue name; unknown `wanted`: the first overload that fits.
  ExprId apply(std::string_view function, std::vector<ExprId> operands, const Type& wanted = {});
  ExprId apply(const builtins::Function& function, std::vector<ExprId> operands,
               const Type& wanted = {});
  ExprId apply_overload(const builtins::Function& function, std::uint32_t overload,
                        std::vector<ExprId> operands, const Type& type);
  ExprId negation(ExprId operand) { return apply("logical_not", {operand}); }
  ExprId equal(ExprId left, ExprId right);
  /// Of any number of conditions; invalid ones are left out; invalid if none remains.
  ExprId conjunction(std::vector<ExprId> operands);
  ExprId disjunction(std::vector<ExprId> operands);
  ExprId choice(ExprId condition, ExprId then, ExprId otherwise);
  ExprId defaults(ExprId optional, ExprId substitute);
  ExprId tuple(std::vector<ExprId> operands);
  ExprId project(ExprId operand, std::uint32_t index);
  ExprId some(ExprId operand);

  [[nodiscard]] const Type& type_of(ExprId id) const { return program_.exprs[id].type; }
  [[nodiscard]] Program& program() { return program_; }

 private:
  ExprId add(Expr expr);
  ExprId connect(ExprKind kind, std::vector<ExprId> operands);

  Program& program_;
  Span span_;
};

}  // namespace fairmon::ir
