#include "ir/builder.hpp"

#include <string>
#include <utility>

#include "ir/apply.hpp"

namespace fairmon::ir {
namespace {

Expr make(ExprKind kind, Type type, std::vector<ExprId> operands = {}) {
  Expr expr;
  expr.kind = kind;
  expr.type = std::move(type);
  expr.operands = std::move(operands);
  return expr;
}

}  // namespace

ExprId Builder::add(Expr expr) {
  expr.span = span_;
  return program_.exprs.push_back(std::move(expr));
}

ExprId Builder::constant(const Type& type, Value value) {
  Expr expr = make(ExprKind::Constant, type);
  expr.constant = std::move(value);
  return add(std::move(expr));
}

ExprId Builder::parameter(std::uint32_t index, const Type& type) {
  Expr expr = make(ExprKind::Parameter, type);
  expr.index = index;
  return add(std::move(expr));
}

ExprId Builder::lambda_parameter(std::uint32_t index, const Type& type) {
  Expr expr = make(ExprKind::LambdaParameter, type);
  expr.index = index;
  return add(std::move(expr));
}

ExprId Builder::now() { return add(make(ExprKind::Now, Type::time())); }

ExprId Builder::access(ExprKind kind, StreamId stream, std::vector<ExprId> instance,
                       std::uint32_t offset) {
  const Type& value = program_.streams[stream].type;
  Type type = kind == ExprKind::Sync      ? value
              : kind == ExprKind::IsFresh ? Type::boolean()
                                          : Type::optional(value);
  Expr expr = make(kind, std::move(type), std::move(instance));
  expr.stream = stream;
  expr.index = offset;
  return add(std::move(expr));
}

ExprId Builder::window_read(WindowId window, std::vector<ExprId> instance) {
  Expr expr = make(ExprKind::WindowRead, program_.windows[window].result, std::move(instance));
  expr.window = window;
  return add(std::move(expr));
}

ExprId Builder::instance_aggregate(AggregationId aggregation) {
  Expr expr = make(ExprKind::InstanceAggregate, program_.aggregations[aggregation].result);
  expr.aggregation = aggregation;
  return add(std::move(expr));
}

ExprId Builder::apply(std::string_view function, std::vector<ExprId> operands, const Type& wanted) {
  const builtins::Function* found = builtins::find_function(function);
  FAIRMON_CHECK(found != nullptr, "no builtin called " + std::string(function));
  return apply(*found, std::move(operands), wanted);
}

ExprId Builder::apply(const builtins::Function& function, std::vector<ExprId> operands,
                      const Type& wanted) {
  Expr expr = make(ExprKind::Apply, wanted, std::move(operands));
  expr.function = &function;
  FAIRMON_CHECK(bind_overload(program_, expr),
                std::string(function.name) + " does not take these arguments");
  return add(std::move(expr));
}

ExprId Builder::apply_overload(const builtins::Function& function, std::uint32_t overload,
                               std::vector<ExprId> operands, const Type& type) {
  Expr expr = make(ExprKind::Apply, type, std::move(operands));
  expr.function = &function;
  expr.overload = overload;
  FAIRMON_CHECK(prepare_literals(program_, expr), std::string(function.name) + " needs a literal");
  return add(std::move(expr));
}

ExprId Builder::equal(ExprId left, ExprId right) {
  return add(make(ExprKind::Equal, Type::boolean(), {left, right}));
}

ExprId Builder::connect(ExprKind kind, std::vector<ExprId> operands) {
  std::erase_if(operands, [](ExprId id) { return !id.valid(); });
  if (operands.size() < 2) {
    return operands.empty() ? ExprId() : operands.front();
  }
  return add(make(kind, Type::boolean(), std::move(operands)));
}

ExprId Builder::conjunction(std::vector<ExprId> operands) {
  return connect(ExprKind::And, std::move(operands));
}

ExprId Builder::disjunction(std::vector<ExprId> operands) {
  return connect(ExprKind::Or, std::move(operands));
}

ExprId Builder::choice(ExprId condition, ExprId then, ExprId otherwise) {
  return add(make(ExprKind::If, type_of(then), {condition, then, otherwise}));
}

ExprId Builder::defaults(ExprId optional, ExprId substitute) {
  return add(make(ExprKind::Defaults, type_of(substitute), {optional, substitute}));
}

ExprId Builder::tuple(std::vector<ExprId> operands) {
  std::vector<Type> parts;
  parts.reserve(operands.size());
  for (const ExprId operand : operands) {
    parts.push_back(type_of(operand));
  }
  return add(make(ExprKind::Tuple, Type::tuple(std::move(parts)), std::move(operands)));
}

ExprId Builder::project(ExprId operand, std::uint32_t index) {
  const Type& whole = type_of(operand);
  const bool optional = whole.is(TypeKind::Optional);
  const Type& part = (optional ? whole.inner() : whole).parts()[index];
  Expr expr = make(ExprKind::Project, optional ? Type::optional(part) : part, {operand});
  expr.index = index;
  return add(std::move(expr));
}

ExprId Builder::some(ExprId operand) {
  return add(make(ExprKind::Some, Type::optional(type_of(operand)), {operand}));
}

}  // namespace fairmon::ir
