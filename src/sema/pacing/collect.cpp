#include <algorithm>

#include "sema/pacing/pacer.hpp"

namespace fairmon::sema::pacing {

void Pacer::collect(ExprId id, Needs& needs) const {
  if (context_.is_broken(id)) {
    return;
  }
  const ConstructUse* use = context_.construct(id);
  if (use != nullptr) {
    switch (use->kind) {
      case ConstructKind::Sync:
      case ConstructKind::Offset:
      case ConstructKind::Delta:
      case ConstructKind::DiscreteWindow:
        needs.accesses.push_back(id);
        break;
      case ConstructKind::InstanceWindow:
        if (use->selection == ir::Selection::Fresh) {
          needs.accesses.push_back(id);
        }
        break;
      case ConstructKind::Get:
      case ConstructKind::IsFresh:
        needs.fresh.push_back(id);
        break;
      case ConstructKind::Window:
        needs.windows.push_back(id);
        break;
      case ConstructKind::ProbStream:
      case ConstructKind::ProbEvaluation: {
        const bool stream = use->kind == ConstructKind::ProbStream;
        (stream ? needs.stream_probs : needs.evaluation_probs).push_back(id);
        // Event and condition are looked at as trials; the weights belong to the reader.
        for (const ExprId weight : {use->prior, use->confidence}) {
          if (weight.valid()) {
            collect(weight, needs);
          }
        }
        return;
      }
      case ConstructKind::Hold:
      case ConstructKind::Occurrence:
      case ConstructKind::Defaults:
      case ConstructKind::Cast:
      case ConstructKind::Widen:
      case ConstructKind::ProbInstance:
      case ConstructKind::Claim:
        break;
    }
  }
  for (const ExprId child : dependencies_of(context_, id)) {
    collect(child, needs);
  }
}

Needs Pacer::needs_of(ExprId id) const {
  Needs needs;
  if (id.valid()) {
    collect(id, needs);
  }
  return needs;
}

bool Pacer::mentions_parameters(ExprId id) const {
  if (!id.valid()) {
    return false;
  }
  if (context_.facts(id).ref.kind == RefKind::Parameter) {
    return true;
  }
  const std::vector<ExprId> children = dependencies_of(context_, id);
  return std::any_of(children.begin(), children.end(),
                     [&](ExprId child) { return mentions_parameters(child); });
}

void Pacer::collect_life(std::uint32_t index) {
  const syntax::OutputDecl& output = context_.output(index);
  Life& life = lives_[index];
  const auto fill = [&](Clause& clause, const auto& decl, ClauseKind kind, ExprId with) {
    clause.kind = kind;
    clause.annotation = &decl.pacing;
    clause.when = decl.when;
    clause.with = with;
    clause.keyword = decl.keyword;
    if (decl.when.valid()) {
      collect(decl.when, clause.needs);
    }
    if (with.valid()) {
      collect(with, clause.needs);
    }
    if (decl.pacing) {
      clause.annotated = read_annotation(index, *decl.pacing, kind);
      clause.timing = clause.annotated;
      clause.failed = !clause.annotated.known();
    }
  };
  if (output.spawn) {
    fill(life.spawn.emplace(), *output.spawn, ClauseKind::SpawnWhen, output.spawn->with);
    life.spawn_when = shapes_.condition(output.spawn->when, index);
  }
  std::vector<ExprId> filters;
  for (const syntax::EvalDecl& eval : output.evals) {
    fill(life.evals.emplace_back(), eval, ClauseKind::EvalWith, eval.with);
    filters.push_back(eval.when);
  }
  life.filter = shapes_.any_condition(filters, index);
  if (output.close) {
    fill(life.close.emplace(), *output.close, ClauseKind::CloseWhen, ExprId());
    life.close_when = shapes_.condition(output.close->when, index);
  }
}

}  // namespace fairmon::sema::pacing
