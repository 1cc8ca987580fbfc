#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;
using syntax::ExprKind;
using syntax::Op;

const ConstructUse* Lowering::construct(syntax::ExprId id) const {
  const std::int32_t index = analysis_.exprs[id].construct;
  return index < 0 ? nullptr : &analysis_.constructs[static_cast<std::size_t>(index)];
}

ir::ExprId Lowering::lower_optional(syntax::ExprId id, const Scope& scope) {
  return id.valid() ? lower(id, scope) : ir::ExprId();
}

ir::ExprId Lowering::lower(syntax::ExprId id, const Scope& scope) {
  const Span outer = builder_.span();
  builder_.set_span(ast_.exprs[id].span);
  ir::ExprId value = lower_plain(id, scope);
  builder_.set_span(ast_.exprs[id].span);
  value = coerce(value, analysis_.exprs[id]);
  builder_.set_span(outer);
  return value;
}

ir::ExprId Lowering::lower_plain(syntax::ExprId id, const Scope& scope) {
  if (construct(id) != nullptr) {
    return lower_construct(id, scope);
  }
  const syntax::Expr& expr = ast_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Bool:
    case ExprKind::Number:
    case ExprKind::String:
      return literal(id);
    case ExprKind::Name:
      return lower_name(id, scope);
    case ExprKind::Unary:
      return lower_unary(id, scope);
    case ExprKind::Binary:
      return lower_binary(id, scope);
    case ExprKind::If: {
      const ir::ExprId condition = lower(expr.operands[0], scope);
      const ir::ExprId then = lower(expr.operands[1], scope);
      return builder_.choice(condition, then, lower(expr.operands[2], scope));
    }
    case ExprKind::Tuple: {
      std::vector<ir::ExprId> parts;
      for (const syntax::ExprId part : expr.operands) {
        parts.push_back(lower(part, scope));
      }
      return builder_.tuple(std::move(parts));
    }
    case ExprKind::Paren:
      return lower(expr.operands[0], scope);
    case ExprKind::Project:
      return builder_.project(lower(expr.operands[0], scope), expr.index);
    case ExprKind::Call:
    case ExprKind::Method:
    case ExprKind::Index:
      return lower_function(id, scope);
    case ExprKind::Lambda:
    case ExprKind::Missing:
      break;
  }
  FAIRMON_CHECK(false, "an expression without meaning reached lowering");
  return {};
}

ir::ExprId Lowering::lower_name(syntax::ExprId id, const Scope&) {
  const sema::ExprFacts& facts = analysis_.exprs[id];
  switch (facts.ref.kind) {
    case sema::RefKind::Constant: {
      const syntax::ConstantId constant(facts.ref.index);
      return builder_.constant(analysis_.constants[constant], analysis_.constant_values[constant]);
    }
    case sema::RefKind::Parameter:
      return builder_.parameter(facts.ref.index, facts.type);
    case sema::RefKind::LambdaParameter:
      return builder_.lambda_parameter(facts.ref.index, facts.type);
    case sema::RefKind::Input:
    case sema::RefKind::Output:
      return builder_.access(ir::ExprKind::Sync, stream_of(facts.ref), {});
    case sema::RefKind::None:
      break;
  }
  FAIRMON_CHECK(false, "an unresolved name reached lowering");
  return {};
}

ir::ExprId Lowering::lower_unary(syntax::ExprId id, const Scope& scope) {
  const syntax::Expr& expr = ast_.exprs[id];
  if (expr.op == Op::Plus) {
    return lower(expr.operands[0], scope);
  }
  if (expr.op == Op::Not) {
    return builder_.negation(lower(expr.operands[0], scope));
  }
  return lower_function(id, scope);
}

ir::ExprId Lowering::lower_binary(syntax::ExprId id, const Scope& scope) {
  const syntax::Expr& expr = ast_.exprs[id];
  const bool logical = expr.op == Op::And || expr.op == Op::Or || expr.op == Op::Implies ||
                       expr.op == Op::Equal || expr.op == Op::NotEqual;
  if (!logical) {
    return lower_function(id, scope);
  }
  ir::ExprId left = lower(expr.operands[0], scope);
  const ir::ExprId right = lower(expr.operands[1], scope);
  if (expr.op == Op::And) {
    return builder_.conjunction({left, right});
  }
  if (expr.op == Op::Equal || expr.op == Op::NotEqual) {
    const ir::ExprId equal = builder_.equal(left, right);
    return expr.op == Op::Equal ? equal : builder_.negation(equal);
  }
  if (expr.op == Op::Implies) {
    left = builder_.negation(left);
  }
  return builder_.disjunction({left, right});
}

ir::ExprId Lowering::lower_function(syntax::ExprId id, const Scope& scope) {
  const sema::ExprFacts& facts = analysis_.exprs[id];
  const syntax::Expr& expr = ast_.exprs[id];
  const bool is_operator = expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary;
  std::vector<ir::ExprId> operands;
  for (const syntax::ExprId argument : is_operator ? expr.operands : facts.call_arguments) {
    operands.push_back(lower(argument, scope));
  }
  builder_.set_span(expr.span);
  if (facts.real_division) {
    return builder_.apply("divide_real", std::move(operands));
  }
  FAIRMON_CHECK(facts.function != nullptr, "a call without function reached lowering");
  if (facts.function->name == "now") {
    return builder_.now();
  }
  if (facts.function->name == "at") {
    // The byte if there is one: a body of the catalogue gives one cell, an optional has two.
    const ir::ExprId byte = builder_.apply("byte_at", operands, facts.type.inner());
    return builder_.choice(builder_.apply("has_byte", operands), builder_.some(byte),
                           builder_.none(facts.type.inner()));
  }
  return builder_.apply_overload(*facts.function, facts.overload, std::move(operands), facts.type);
}

ir::ExprId Lowering::lower_cast(const ConstructUse& use, const Type& wanted, const Scope& scope) {
  const ir::ExprId value = lower(use.operand, scope);
  const Type& type = builder_.type_of(value);
  if (type == wanted || (type.is(TypeKind::Prob) && wanted.is(TypeKind::Float))) {
    return value;
  }
  return builder_.apply(use.kind == ConstructKind::Cast ? "cast" : "widen", {value}, wanted);
}

ir::ExprId Lowering::lower_construct(syntax::ExprId id, const Scope& scope) {
  const ConstructUse& use = *construct(id);
  switch (use.kind) {
    case ConstructKind::Sync:
    case ConstructKind::Offset:
    case ConstructKind::Hold:
    case ConstructKind::Get:
    case ConstructKind::IsFresh:
      return lower_access(use, scope);
    case ConstructKind::Delta:
      return lower_delta(use, analysis_.exprs[id].type, scope);
    case ConstructKind::Window:
    case ConstructKind::DiscreteWindow: {
      const ir::ExprId value = lower_window(use, scope);
      if (has_claims()) {
        note_average(analysis_.exprs[id].construct, value, use, scope);
      }
      return value;
    }
    case ConstructKind::Occurrence:
      return lower_occurrence(use, scope);
    case ConstructKind::InstanceWindow:
      return lower_instances(use, scope);
    case ConstructKind::Defaults:
      return lower_defaults(id, use, scope);
    case ConstructKind::Cast:
    case ConstructKind::Widen:
      return lower_cast(use, analysis_.exprs[id].type, scope);
    case ConstructKind::ProbStream:
    case ConstructKind::ProbEvaluation:
    case ConstructKind::ProbInstance:
      return lower_prob(id, {}, scope);
    case ConstructKind::Claim:
      return lower_claim(use, scope);
  }
  return {};
}

}  // namespace fairmon::lower
