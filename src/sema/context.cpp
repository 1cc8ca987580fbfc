#include "sema/context.hpp"

#include <fmt/format.h>

namespace fairmon::sema {

std::string Context::source(Span span) const {
  const auto files = diagnostics.files();
  if (span.file >= files.size()) {
    return {};
  }
  return std::string(files[span.file].slice(span));
}

std::string Context::title(std::uint32_t output_index) const {
  const syntax::OutputDecl& decl = output(output_index);
  return decl.trigger || decl.name.missing() ? "this trigger" : fmt::format("`{}`", decl.name.text);
}

Span Context::declared_at(NameRef ref) const {
  switch (ref.kind) {
    case RefKind::Constant:
      return ast.constants.raw()[ref.index].name.span;
    case RefKind::Input:
      return ast.inputs.raw()[ref.index].name.span;
    case RefKind::Output: {
      const syntax::OutputDecl& decl = output(ref.index);
      return decl.name.missing() ? decl.keyword : decl.name.span;
    }
    case RefKind::None:
    case RefKind::Parameter:
    case RefKind::LambdaParameter:
      break;
  }
  return {};
}

std::string Context::name_of(NameRef ref) const {
  switch (ref.kind) {
    case RefKind::Constant:
      return ast.constants.raw()[ref.index].name.text;
    case RefKind::Input:
      return ast.inputs.raw()[ref.index].name.text;
    case RefKind::Output:
      return output(ref.index).name.text;
    case RefKind::None:
    case RefKind::Parameter:
    case RefKind::LambdaParameter:
      break;
  }
  return {};
}

ExprId strip(const syntax::Ast& ast, ExprId id) {
  while (id.valid() && ast.exprs[id].kind == syntax::ExprKind::Paren) {
    id = ast.exprs[id].operands.front();
  }
  return id;
}

namespace {

/// The body of a lambda, or the expression itself.
ExprId body_of(const Context& context, ExprId id) {
  if (!id.valid() || context.expr(id).kind != syntax::ExprKind::Lambda) {
    return id;
  }
  return context.expr(id).operands.front();
}

}  // namespace

std::vector<ExprId> dependencies_of(const Context& context, ExprId id) {
  const syntax::Expr& expr = context.expr(id);
  const ExprFacts& facts = context.facts(id);
  std::vector<ExprId> result;
  const auto add = [&](ExprId child) {
    if (child.valid()) {
      result.push_back(child);
    }
  };
  if (const ConstructUse* use = context.construct(id)) {
    for (const ExprId argument : use->instance) {
      add(argument);
    }
    add(use->operand);
    add(use->fallback);
    add(body_of(context, use->where));
    add(body_of(context, use->of_lambda));
    add(body_of(context, use->given));
    add(use->prior);
    add(use->confidence);
    add(use->level);
    add(use->groups);
    add(use->recent_flag);
    return result;
  }
  if (!facts.call_arguments.empty()) {
    for (const ExprId argument : facts.call_arguments) {
      add(argument);
    }
    return result;
  }
  for (const ExprId operand : expr.operands) {
    add(operand);
  }
  return result;
}

void collect_accesses(Context& context) {
  context.accesses.assign(context.ast.outputs.size(), {});
  for (std::uint32_t i = 0; i < context.ast.outputs.size(); ++i) {
    for_each_clause(context.output(i), [&](ClauseKind clause, std::size_t eval, ExprId start) {
      std::vector<ExprId> open = {start};
      while (!open.empty()) {
        const ExprId id = open.back();
        open.pop_back();
        const ConstructUse* use = context.construct(id);
        if (use != nullptr && use->target.kind != RefKind::None) {
          context.accesses[i].push_back({id, clause, eval});
        }
        const std::vector<ExprId> children = dependencies_of(context, id);
        open.insert(open.end(), children.rbegin(), children.rend());
      }
    });
  }
}

}  // namespace fairmon::sema
