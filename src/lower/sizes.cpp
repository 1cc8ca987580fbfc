// How many trials stand behind a plotted probability, as an output of its own.
#include <algorithm>

#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

namespace {

bool is_plotted(const syntax::OutputDecl& output) {
  return std::any_of(output.tags.begin(), output.tags.end(),
                     [](const syntax::TagExpr& tag) { return tag.key.text == "plot"; });
}

/// A share of values in a window, written as an aggregate.
bool is_share(const ConstructUse& use) {
  const bool window =
      use.kind == ConstructKind::Window || use.kind == ConstructKind::DiscreteWindow;
  return window && use.aggregate != nullptr && use.aggregate->name == "true_ratio";
}

}  // namespace

/// The probability an expression is, looking through parentheses and `defaults`; else invalid.
syntax::ExprId Lowering::probability_in(syntax::ExprId id) const {
  while (id.valid() && ast_.exprs[id].kind == syntax::ExprKind::Paren) {
    id = ast_.exprs[id].operands[0];
  }
  const ConstructUse* use = id.valid() ? construct(id) : nullptr;
  if (use == nullptr) {
    return {};
  }
  if (use->kind == ConstructKind::Defaults) {
    return probability_in(use->operand);
  }
  const bool probability = use->kind == ConstructKind::ProbStream ||
                           use->kind == ConstructKind::ProbEvaluation ||
                           use->kind == ConstructKind::ProbInstance || is_share(*use);
  return probability ? id : syntax::ExprId();
}

void Lowering::declare_sizes() {
  for (const syntax::OutputId id : output_order_) {
    const syntax::OutputDecl& output = decl(id);
    const bool countable =
        !output.evals.empty() &&
        std::all_of(output.evals.begin(), output.evals.end(), [this](const auto& eval) {
          return eval.with.valid() &&
                 (probability_in(eval.with).valid() || divisor_in(eval.with).valid());
        });
    if (output.trigger || !is_plotted(output) || !countable) {
      continue;
    }
    ir::Stream size;
    const ir::Stream& origin = program_.streams[output_streams_[id]];
    size.name = origin.name + ".size";  // a dot cannot stand in a user's name
    size.kind = ir::StreamKind::Output;
    size.type = Type::unsigned_integer();
    size.parameters = origin.parameters;
    size.span = origin.span;
    size.origin = output_streams_[id];
    sizes_.emplace_back(id, program_.streams.push_back(std::move(size)));
  }
}

/// Lives and is evaluated as the output itself.
void Lowering::lower_size(syntax::OutputId id, ir::StreamId size) {
  copy_life(id, size);
  const sema::OutputFacts& facts = analysis_.outputs[id];
  for (std::size_t clause = 0; clause < decl(id).evals.size(); ++clause) {
    const syntax::EvalDecl& written = decl(id).evals[clause];
    ir::EvalClause eval;
    eval.pacing = facts.evals[clause].pacing;
    eval.span = written.span;
    Scope scope{size, id, Part::EvalWhen, clause, eval.pacing};
    eval.when = lower_optional(written.when, scope);
    scope.part = Part::EvalWith;
    const syntax::ExprId probability = probability_in(written.with);
    eval.with = probability.valid() ? trials_of(probability, scope)
                                    : size_of_divisor(divisor_in(written.with), scope);
    program_.streams[size].evals.push_back(std::move(eval));
  }
}

ir::ExprId Lowering::trials_of(syntax::ExprId id, const Scope& scope) {
  builder_.set_span(ast_.exprs[id].span);
  const ConstructUse& use = *construct(id);
  if (use.kind == ConstructKind::ProbInstance) {
    return aggregate_instances(stream_of(use.target), "count", lambda_body(use.given, scope), {});
  }
  if (is_share(use)) {
    return lower_count(use, scope);
  }
  const Counters counters = counters_of(id, use, scope);
  return use.duration ? read_outcomes(counters, use, "count", scope)
                      : read_counter(counters, counters.trials, scope);
}

}  // namespace fairmon::lower
