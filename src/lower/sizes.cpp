// How many trials stand behind a rate or a mean, and how many of them were hits: outputs of their
// own beside those that were written.
#include <algorithm>
#include <array>

#include "lower/lowering.hpp"

namespace fairmon::lower {

using sema::ConstructKind;
using sema::ConstructUse;

namespace {

bool is_read_by_people(const syntax::OutputDecl& output) {
  return std::any_of(output.tags.begin(), output.tags.end(), [](const syntax::TagExpr& tag) {
    return tag.key.text == "plot" || tag.key.text == "public";
  });
}

bool is_over_values(const ConstructUse& use) {
  return use.aggregate != nullptr &&
         (use.kind == ConstructKind::Window || use.kind == ConstructKind::DiscreteWindow ||
          use.kind == ConstructKind::InstanceWindow);
}

/// A share of values in a window, written as an aggregate.
bool is_share(const ConstructUse& use) {
  return is_over_values(use) && use.aggregate->name == "true_ratio";
}

/// An aggregate that says more the more values there are, but not how many.
bool is_statistic(const ConstructUse& use) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "true_ratio", "avg", "median", "pctl", "variance", "standard_deviation", "covariance"};
  return is_over_values(use) &&
         std::find(kNames.begin(), kNames.end(), use.aggregate->name) != kNames.end();
}

bool is_probability(const ConstructUse& use) {
  return use.kind == ConstructKind::ProbStream || use.kind == ConstructKind::ProbEvaluation ||
         use.kind == ConstructKind::ProbInstance;
}

/// An access that hands on the value of another output as it is.
bool hands_on(const ConstructUse& use) {
  return use.components.empty() && use.target.kind == sema::RefKind::Output &&
         (use.kind == ConstructKind::Sync || use.kind == ConstructKind::Hold ||
          use.kind == ConstructKind::Get);
}

}  // namespace

/// What decides how large the group is, looking through parentheses, conversions and `defaults`: a
/// probability, a statistic of a window, a division by a count, or an access to an output with
/// sizes. Invalid: the expression is none of these.
syntax::ExprId Lowering::sized_part(syntax::ExprId id) {
  while (id.valid() && ast_.exprs[id].kind == syntax::ExprKind::Paren) {
    id = ast_.exprs[id].operands[0];
  }
  const ConstructUse* use = id.valid() ? construct(id) : nullptr;
  if (use == nullptr) {
    return id.valid() && division_by_count(id).valid() ? id : syntax::ExprId();
  }
  if (use->kind == ConstructKind::Defaults || use->kind == ConstructKind::Widen ||
      use->kind == ConstructKind::Cast) {
    return sized_part(use->operand);
  }
  const bool handed_on = hands_on(*use) && has_size(syntax::OutputId(use->target.index));
  return is_probability(*use) || is_statistic(*use) || handed_on ? id : syntax::ExprId();
}

bool Lowering::part_has_hits(syntax::ExprId part) {
  const ConstructUse* use = construct(part);
  if (use == nullptr) {
    return hits_of_division(part).valid();
  }
  return is_probability(*use) || is_share(*use) ||
         (hands_on(*use) && sizes_.at(syntax::OutputId(use->target.index)).has_hits);
}

/// Whether the number of trials behind every value of an output is known.
bool Lowering::has_size(syntax::OutputId id) {
  const auto [entry, is_new] = sizes_.try_emplace(id);
  if (!is_new) {
    return entry->second.known;  // false while it is being found out: a loop has no size
  }
  const syntax::OutputDecl& output = decl(id);
  Size size;
  size.known = !output.trigger && !output.evals.empty();
  size.has_hits = size.known;
  for (std::size_t i = 0; i < output.evals.size() && size.known; ++i) {
    const syntax::ExprId with = output.evals[i].with;
    const syntax::ExprId part = with.valid() ? sized_part(with) : syntax::ExprId();
    size.known = part.valid();
    size.has_hits = size.known && size.has_hits && part_has_hits(part);
  }
  sizes_[id] = size;
  return size.known;
}

ir::StreamId Lowering::declare_companion(syntax::OutputId id, const char* what, const Type& type) {
  ir::Stream stream;
  const ir::Stream& origin = program_.streams[output_streams_[id]];
  stream.name = origin.name + "." + what;  // a dot cannot stand in a user's name
  stream.kind = ir::StreamKind::Output;
  stream.type = type;
  stream.parameters = origin.parameters;
  stream.span = origin.span;
  stream.origin = output_streams_[id];
  return program_.streams.push_back(std::move(stream));
}

void Lowering::declare_size(syntax::OutputId id) {
  if (!has_size(id) || sizes_[id].trials.valid()) {
    return;
  }
  for (const syntax::EvalDecl& eval : decl(id).evals) {
    const ConstructUse* use = construct(sized_part(eval.with));
    if (use != nullptr && hands_on(*use)) {
      declare_size(syntax::OutputId(use->target.index));
    }
  }
  sizes_[id].trials = declare_companion(id, "size", Type::unsigned_integer());
  if (sizes_[id].has_hits) {
    sizes_[id].hits = declare_companion(id, "hits", Type::unsigned_integer());
  }
}

void Lowering::declare_sizes() {
  for (const syntax::OutputId id : output_order_) {
    if (!decl(id).trigger && is_read_by_people(decl(id))) {
      declare_size(id);
    }
  }
}

void Lowering::lower_sizes() {
  for (const syntax::OutputId id : output_order_) {
    const auto found = sizes_.find(id);
    if (found == sizes_.end() || !found->second.trials.valid()) {
      continue;
    }
    lower_size(id, found->second.trials, Counted::Trials);
    if (found->second.hits.valid()) {
      lower_size(id, found->second.hits, Counted::Hits);
    }
  }
}

/// Lives and is evaluated as the output itself.
void Lowering::lower_size(syntax::OutputId id, ir::StreamId size, Counted counted) {
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
    eval.with = count_of(sized_part(written.with), counted, scope);
    program_.streams[size].evals.push_back(std::move(eval));
  }
}

ir::ExprId Lowering::count_of(syntax::ExprId part, Counted counted, const Scope& scope) {
  builder_.set_span(ast_.exprs[part].span);
  const bool hits = counted == Counted::Hits;
  const ConstructUse* use = construct(part);
  if (use == nullptr) {
    return as_count(hits ? hits_of_division(part) : division_by_count(part), scope);
  }
  if (use->kind == ConstructKind::ProbInstance) {
    return aggregate_instances(stream_of(use->target), hits ? "sum" : "count",
                               lambda_body(use->given, scope),
                               hits ? lambda_body(use->of_lambda, scope) : ir::ExprId());
  }
  if (is_probability(*use)) {
    const Counters counters = counters_of(part, *use, scope);
    return use->duration ? read_outcomes(counters, *use, hits ? "sum" : "count", scope)
                         : read_counter(counters, hits ? counters.hits : counters.trials, scope);
  }
  if (hands_on(*use)) {
    return handed_on_count(*use, counted, scope);
  }
  ConstructUse other = *use;
  const auto aggregate = builtins::find_aggregate(hits ? "sum" : "count");
  other.aggregate = aggregate->aggregate;
  other.aggregate_argument = 0;
  const ir::ExprId read = other.kind == ConstructKind::InstanceWindow
                              ? lower_instances(other, scope)
                              : lower_window(other, scope);
  return present_or_zero(read);
}

ir::ExprId Lowering::handed_on_count(const ConstructUse& use, Counted counted, const Scope& scope) {
  const Size& target = sizes_.at(syntax::OutputId(use.target.index));
  const ir::StreamId stream = counted == Counted::Hits ? target.hits : target.trials;
  const ir::ExprKind kind = use.kind == ConstructKind::Sync   ? ir::ExprKind::Sync
                            : use.kind == ConstructKind::Hold ? ir::ExprKind::Hold
                                                              : ir::ExprKind::Get;
  return present_or_zero(builder_.access(kind, stream, lower_instance(use, scope)));
}

/// A count that is optional because the window or the access may be empty.
ir::ExprId Lowering::present_or_zero(ir::ExprId count) {
  if (!builder_.type_of(count).is(TypeKind::Optional)) {
    return count;
  }
  return builder_.defaults(count, builder_.unsigned_number(0));
}

}  // namespace fairmon::lower
