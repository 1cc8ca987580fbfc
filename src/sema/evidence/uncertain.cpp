#include "sema/evidence/uncertain.hpp"

#include <algorithm>

namespace fairmon::sema::evidence {

using builtins::AggregateEnds;
using syntax::ExprKind;

bool is_average(const ConstructUse& use) {
  const bool window =
      use.kind == ConstructKind::Window || use.kind == ConstructKind::DiscreteWindow;
  return window && use.aggregate != nullptr && use.aggregate->rate;
}

Uncertain::Uncertain(const Context& context)
    : context_(context), outputs_(context.ast.outputs.size(), false) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < outputs_.size(); ++i) {
      for (const syntax::EvalDecl& eval : context.output(i).evals) {
        if (!outputs_[i] && eval.with.valid() && (*this)(eval.with)) {
          outputs_[i] = changed = true;
        }
      }
    }
  }
}

bool Uncertain::is_place(ExprId id) const {
  const ConstructUse* use = context_.construct(id);
  if (use == nullptr) {
    return false;
  }
  if (use->kind == ConstructKind::ProbStream || use->kind == ConstructKind::ProbEvaluation ||
      use->kind == ConstructKind::ProbInstance) {
    return true;
  }
  if (!is_average(*use) || (use->target.kind == RefKind::Output && outputs_[use->target.index])) {
    return false;
  }
  const Type& type = context_.facts(id).type;
  const Type& value = type.is(TypeKind::Optional) ? type.inner() : type;
  return value.is_real() && (use->aggregate->name == "true_ratio" || stream_has_range(use->target));
}

bool Uncertain::operator()(ExprId id) const {
  if (!id.valid() || context_.is_broken(id)) {
    return false;
  }
  if (is_place(id)) {
    return true;
  }
  if (const ConstructUse* use = context_.construct(id)) {
    const bool target = use->target.kind == RefKind::Output && outputs_[use->target.index];
    switch (use->kind) {
      case ConstructKind::Sync:
      case ConstructKind::Offset:
      case ConstructKind::Delta:
      case ConstructKind::Hold:
      case ConstructKind::Get:
        return target || (use->fallback.valid() && (*this)(use->fallback));
      case ConstructKind::Window:
      case ConstructKind::DiscreteWindow:
      case ConstructKind::InstanceWindow:
        return target && use->aggregate->ends != AggregateEnds::Point;
      case ConstructKind::Defaults:
        return (*this)(use->operand) || (*this)(use->fallback);
      case ConstructKind::Cast:
      case ConstructKind::Widen:
        return (*this)(use->operand);
      case ConstructKind::IsFresh:
      case ConstructKind::Occurrence:
      case ConstructKind::Claim:
      case ConstructKind::ProbStream:
      case ConstructKind::ProbEvaluation:
      case ConstructKind::ProbInstance:
        return false;
    }
    return false;
  }
  const std::vector<ExprId> parts = dependencies_of(context_, id);
  return std::any_of(parts.begin(), parts.end(), [this](ExprId part) { return (*this)(part); });
}

bool Uncertain::stream_has_range(NameRef stream, int depth) const {
  if (stream.kind == RefKind::Input) {
    return context_.analysis.input_ranges.contains(stream.index) ||
           context_.analysis.inputs.raw()[stream.index].is(TypeKind::Prob);
  }
  if (stream.kind != RefKind::Output) {
    return false;
  }
  if (context_.analysis.outputs.raw()[stream.index].type.is(TypeKind::Prob)) {
    return true;
  }
  const auto& evals = context_.output(stream.index).evals;
  return std::all_of(evals.begin(), evals.end(), [&](const syntax::EvalDecl& eval) {
    return eval.with.valid() && has_range(eval.with, depth + 1);
  });
}

bool Uncertain::has_range(ExprId id, int depth) const {
  constexpr int kDeepest = 12;
  id = strip(context_.ast, id);
  const Type& type = context_.facts(id).type;
  if (type.is(TypeKind::Prob) || is_place(id)) {
    return true;
  }
  if (depth > kDeepest) {
    return false;
  }
  const syntax::Expr& expr = context_.expr(id);
  const auto all = [&](std::size_t from) {
    return std::all_of(expr.operands.begin() + static_cast<std::ptrdiff_t>(from),
                       expr.operands.end(),
                       [&](ExprId part) { return has_range(part, depth + 1); });
  };
  if (const ConstructUse* use = context_.construct(id)) {
    const bool fallback = !use->fallback.valid() || has_range(use->fallback, depth + 1);
    switch (use->kind) {
      case ConstructKind::Sync:
      case ConstructKind::Offset:
      case ConstructKind::Hold:
      case ConstructKind::Get:
        return use->components.empty() && fallback && stream_has_range(use->target, depth + 1);
      case ConstructKind::Window:
      case ConstructKind::DiscreteWindow:
      case ConstructKind::InstanceWindow:
        return (use->aggregate->name == "min" || use->aggregate->name == "max" ||
                use->aggregate->name == "avg") &&
               stream_has_range(use->target, depth + 1);
      case ConstructKind::Defaults:
        return fallback && has_range(use->operand, depth + 1);
      case ConstructKind::Cast:
      case ConstructKind::Widen:
        return has_range(use->operand, depth + 1);
      case ConstructKind::Delta:
      case ConstructKind::IsFresh:
      case ConstructKind::Occurrence:
      case ConstructKind::Claim:
      case ConstructKind::ProbStream:
      case ConstructKind::ProbEvaluation:
      case ConstructKind::ProbInstance:
        return false;
    }
  }
  if (expr.kind == ExprKind::Number) {
    return true;
  }
  if (expr.kind == ExprKind::If) {
    return all(1);
  }
  if (expr.kind == ExprKind::Binary && expr.op == syntax::Op::Subtract) {
    return all(0);
  }
  const builtins::Function* function = context_.facts(id).function;
  if (function != nullptr &&
      (function->name == "abs" || function->name == "min" || function->name == "max")) {
    const std::vector<ExprId>& arguments = context_.facts(id).call_arguments;
    return std::all_of(arguments.begin(), arguments.end(),
                       [&](ExprId part) { return has_range(part, depth + 1); });
  }
  return context_.facts(id).ref.kind == RefKind::Constant;
}

}  // namespace fairmon::sema::evidence
