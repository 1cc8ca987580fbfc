#include "sema/ranges/bounds.hpp"

#include <cmath>

#include "sema/structure/quantities.hpp"

namespace fairmon::sema::ranges {
namespace {

using syntax::ExprKind;

constexpr int kDeepest = 200;
/// Integers beyond may have wrapped around.
constexpr double kSafeInteger = 9.0e18;

Bounds both(Bounds a, Bounds b) { return {std::min(a.least, b.least), std::max(a.most, b.most)}; }

Bounds within(Bounds a, Bounds b) { return {std::max(a.least, b.least), std::min(a.most, b.most)}; }

/// Whether values that lie somewhere make results that lie there too: averages and extremes do.
bool stays_within(const ConstructUse& use) {
  const auto bound = use.aggregate->bind(Type::prob(), use.aggregate_argument);
  return bound && (bound->result.is(TypeKind::Optional) ? bound->result.inner() : bound->result)
                      .is(TypeKind::Prob);
}

}  // namespace

Bounds bounds_of_type(const Type& type) {
  const Type& plain = type.is(TypeKind::Optional) ? type.inner() : type;
  constexpr int kFullWidth = 64;
  switch (plain.kind()) {
    case TypeKind::Prob:
      return {0, 1};
    case TypeKind::UFixed:
      return {.least = 0};
    case TypeKind::UInt:
      return plain.bits() < kFullWidth ? Bounds{0, std::ldexp(1, plain.bits()) - 1}
                                       : Bounds{.least = 0};
    case TypeKind::Int:
      return plain.bits() < kFullWidth
                 ? Bounds{-std::ldexp(1, plain.bits() - 1), std::ldexp(1, plain.bits() - 1) - 1}
                 : Bounds{};
    case TypeKind::Unknown:
    case TypeKind::Bool:
    case TypeKind::Float:
    case TypeKind::Fixed:
    case TypeKind::String:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
    case TypeKind::Optional:
      break;
  }
  return {};
}

std::optional<double> constant_number(const Context& context, ExprId id) {
  id = strip(context.ast, id);
  const syntax::Expr& expr = context.expr(id);
  if (expr.kind == ExprKind::Number && expr.unit.empty()) {
    return structure::real_value(expr.text);
  }
  if (expr.kind == ExprKind::Unary && expr.op == syntax::Op::Negate) {
    const auto positive = constant_number(context, expr.operands.front());
    return positive ? std::optional(-*positive) : std::nullopt;
  }
  const NameRef ref = context.facts(id).ref;
  if (ref.kind != RefKind::Constant) {
    return std::nullopt;
  }
  const Value& value = context.analysis.constant_values.raw()[ref.index];
  if (const auto* real = std::get_if<double>(&value.content())) {
    return *real;
  }
  if (const auto* whole = std::get_if<std::int64_t>(&value.content())) {
    return static_cast<double>(*whole);
  }
  if (const auto* natural = std::get_if<std::uint64_t>(&value.content())) {
    return static_cast<double>(*natural);
  }
  return std::nullopt;
}

Bounds Ranges::of(ExprId id) {
  if (!id.valid() || depth_ >= kDeepest) {
    return {};
  }
  if (const auto number = constant_number(context_, id)) {
    return {*number, *number};
  }
  ++depth_;
  Bounds found = of_kind(id);
  --depth_;
  if (std::isnan(found.least) || std::isnan(found.most)) {
    found = {};
  }
  // Widths are checked where streams are declared; what is computed may leave them.
  const Type& type = context_.facts(id).type;
  const Type& plain = type.is(TypeKind::Optional) ? type.inner() : type;
  const bool always = plain.is(TypeKind::Prob) || plain.is(TypeKind::UInt);
  return always ? within(found, plain.is(TypeKind::Prob) ? Bounds{0, 1} : Bounds{.least = 0})
                : found;
}

Bounds Ranges::of_kind(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  if (const ConstructUse* use = context_.construct(id)) {
    return of_construct(id, *use);
  }
  if (expr.kind == ExprKind::Paren) {
    return of(expr.operands.front());
  }
  if (expr.kind == ExprKind::If) {
    return both(of(expr.operands[1]), of(expr.operands[2]));
  }
  return context_.facts(id).function != nullptr ? of_function(id) : Bounds{};
}

Bounds Ranges::of_function(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const ExprFacts& facts = context_.facts(id);
  const bool is_operator = expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary;
  if (facts.function->bounds == nullptr || facts.real_division) {
    return {};
  }
  std::vector<Bounds> arguments;
  for (const ExprId argument : is_operator ? expr.operands : facts.call_arguments) {
    arguments.push_back(of(argument));
  }
  const Bounds found = facts.function->bounds(arguments);
  const bool wraps =
      facts.type.is_integer() && (found.most > kSafeInteger || found.least < -kSafeInteger ||
                                  (facts.type.is(TypeKind::UInt) && found.least < 0));
  return wraps ? Bounds{} : found;
}

Bounds Ranges::of_construct(ExprId id, const ConstructUse& use) {
  switch (use.kind) {
    case ConstructKind::Sync:
    case ConstructKind::Offset:
    case ConstructKind::Hold:
    case ConstructKind::Get: {
      const Bounds value = use.components.empty() ? of_stream(use.target) : Bounds{};
      return use.fallback.valid() ? both(value, of(use.fallback)) : value;
    }
    case ConstructKind::Defaults:
      return both(of(use.operand), of(use.fallback));
    case ConstructKind::Window:
    case ConstructKind::DiscreteWindow:
    case ConstructKind::InstanceWindow:
      return use.components.empty() && stays_within(use) ? of_stream(use.target) : Bounds{};
    case ConstructKind::Widen:
      return of(use.operand);
    case ConstructKind::Cast:
    case ConstructKind::Delta:
    case ConstructKind::IsFresh:
    case ConstructKind::Occurrence:
    case ConstructKind::ProbStream:
    case ConstructKind::ProbEvaluation:
    case ConstructKind::ProbInstance:
    case ConstructKind::Claim:
      break;
  }
  return bounds_of_type(context_.facts(id).type);
}

Bounds Ranges::of_stream(NameRef stream) {
  if (stream.kind == RefKind::Input) {
    return bounds_of_type(context_.analysis.inputs.raw()[stream.index]);
  }
  if (stream.kind != RefKind::Output) {
    return {};
  }
  const OutputFacts& facts = context_.analysis.outputs.raw()[stream.index];
  // A declared width is checked, an inferred one is not.
  const Bounds declared = facts.checked_type ? bounds_of_type(*facts.checked_type) : Bounds{};
  const auto [entry, is_new] = outputs_.try_emplace(stream.index, declared);
  if (!is_new) {
    return entry->second;
  }
  std::optional<Bounds> values;
  for (const syntax::EvalDecl& eval : context_.output(stream.index).evals) {
    const Bounds one = of(eval.with);
    values = values ? both(*values, one) : one;
  }
  return outputs_[stream.index] = within(values.value_or(Bounds{}), declared);
}

}  // namespace fairmon::sema::ranges
