#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

std::vector<ir::ExprId> Lowering::lower_instance(const ConstructUse& use, const Scope& scope) {
  std::vector<ir::ExprId> instance;
  instance.reserve(use.instance.size());
  for (const syntax::ExprId argument : use.instance) {
    instance.push_back(lower(argument, scope));
  }
  return instance;
}

ir::ExprId Lowering::project_all(ir::ExprId value, const std::vector<std::uint32_t>& components) {
  for (const std::uint32_t component : components) {
    value = builder_.project(value, component);
  }
  return value;
}

ir::ExprId Lowering::lower_access(const ConstructUse& use, const Scope& scope) {
  const ir::StreamId stream = stream_of(use.target);
  const bool plain =
      use.kind == ConstructKind::Sync || (use.kind == ConstructKind::Offset && use.offset == 0);
  const ir::ExprKind kind = plain                               ? ir::ExprKind::Sync
                            : use.kind == ConstructKind::Offset ? ir::ExprKind::Offset
                            : use.kind == ConstructKind::Hold   ? ir::ExprKind::Hold
                            : use.kind == ConstructKind::Get    ? ir::ExprKind::Get
                                                                : ir::ExprKind::IsFresh;
  const std::uint32_t offset =
      kind == ir::ExprKind::Offset ? static_cast<std::uint32_t>(use.offset) : 0;
  ir::ExprId value = builder_.access(kind, stream, lower_instance(use, scope), offset);
  if (kind != ir::ExprKind::IsFresh) {
    value = project_all(value, use.components);
  }
  if (use.fallback.valid() && builder_.type_of(value).is(TypeKind::Optional)) {
    value = builder_.defaults(value, lower(use.fallback, scope));
  }
  return value;
}

ir::ExprId Lowering::lower_delta(const ConstructUse& use, const Type& type, const Scope& scope) {
  const ir::StreamId stream = stream_of(use.target);
  const std::vector<ir::ExprId> instance = lower_instance(use, scope);
  const ir::ExprId now =
      project_all(builder_.access(ir::ExprKind::Sync, stream, instance), use.components);
  ir::ExprId before =
      project_all(builder_.access(ir::ExprKind::Offset, stream, instance, 1), use.components);
  before = builder_.defaults(before, lower(use.fallback, scope));
  return builder_.apply("subtract", {now, before}, type);
}

ir::ExprId Lowering::lower_defaults(syntax::ExprId, const ConstructUse& use, const Scope& scope) {
  // `….prob(…).defaults(to: x)` is no access to an absent value: x is the value without trials.
  syntax::ExprId inner = use.operand;
  while (ast_.exprs[inner].kind == syntax::ExprKind::Paren) {
    inner = ast_.exprs[inner].operands[0];
  }
  const ConstructUse* form = construct(inner);
  if (form != nullptr &&
      (form->kind == ConstructKind::ProbStream || form->kind == ConstructKind::ProbEvaluation ||
       form->kind == ConstructKind::ProbInstance)) {
    builder_.set_span(ast_.exprs[inner].span);
    return lower_prob(inner, use.fallback, scope);
  }
  const ir::ExprId value = lower(use.operand, scope);
  if (!builder_.type_of(value).is(TypeKind::Optional)) {
    return value;
  }
  return builder_.defaults(value, lower(use.fallback, scope));
}

}  // namespace fairmon::lower
