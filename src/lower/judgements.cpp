// What is known about chances, for those who tell people: bands of outputs, and of triggers with a
// statement whether they are violated, kept or undecided.
#include "ir/dependencies.hpp"
#include "lower/lowering.hpp"

namespace fairmon::lower {

using ir::evidence::ClaimKind;
using sema::ConstructUse;

namespace {

constexpr std::uint64_t kUndecided = 0;
constexpr std::uint64_t kViolated = 1;
constexpr std::uint64_t kKept = 2;
constexpr std::uint64_t kNotJudged = 3;

bool is_comparison(syntax::Op op) {
  return op == syntax::Op::Greater || op == syntax::Op::GreaterEqual || op == syntax::Op::Less ||
         op == syntax::Op::LessEqual;
}

}  // namespace

void Lowering::declare_bands() {
  for (const syntax::OutputId id : output_order_) {
    const sema::OutputFacts& facts = analysis_.outputs[id];
    if (decl(id).trigger || !facts.band_error || !facts.type.is_real()) {
      continue;
    }
    Band band;
    band.output = id;
    band.lower = declare_companion(id, "lower", facts.type);
    band.upper = declare_companion(id, "upper", facts.type);
    bands_.push_back(band);
  }
}

/// A band is a statement beside the output, made whenever that has a value.
void Lowering::lower_bands() {
  for (const Band& band : bands_) {
    const ir::StreamId output = output_streams_[band.output];
    const sema::OutputFacts& facts = analysis_.outputs[band.output];
    for (const bool low : {true, false}) {
      const ir::StreamId end = low ? band.lower : band.upper;
      copy_life(band.output, end);
      builder_.set_span(program_.streams[output].span);
      for (std::size_t clause = 0; clause < decl(band.output).evals.size(); ++clause) {
        ir::EvalClause eval;
        eval.pacing = facts.evals[clause].pacing;
        eval.span = decl(band.output).evals[clause].span;
        eval.when = builder_.access(ir::ExprKind::IsFresh, output, own_parameters(end));
        const ir::ExprId value = builder_.access(ir::ExprKind::Sync, output, own_parameters(end));
        eval.with = note_claim(value, low ? ClaimKind::Lower : ClaimKind::Upper, *facts.band_error,
                               facts.band_groups, end);
        notes_.claims.back().derived = true;
        program_.streams[end].evals.push_back(std::move(eval));
      }
    }
  }
}

void Lowering::declare_judgements() {
  for (const syntax::OutputId id : output_order_) {
    const syntax::ExprId statement = analysis_.outputs[id].statement;
    if (!statement.valid() || !decl(id).trigger) {
      continue;
    }
    Judgement told;
    told.trigger = id;
    told.judgement = declare_companion(id, "judgement", Type::unsigned_integer());
    syntax::ExprId formula = construct(statement)->operand;
    while (ast_.exprs[formula].kind == syntax::ExprKind::Paren) {
      formula = ast_.exprs[formula].operands[0];
    }
    const syntax::Expr& expr = ast_.exprs[formula];
    const syntax::OutputId where(analysis_.outputs[id].statement_output);
    const bool same_times =
        analysis_.outputs[id].evals.front().pacing == analysis_.outputs[where].evals.front().pacing;
    const bool one_clause = decl(id).evals.size() == 1 && decl(where).evals.size() == 1;
    const bool own = where == id || decl(where).parameters.empty();
    if (construct(statement)->claim == ClaimKind::Certain && one_clause && same_times && own &&
        expr.kind == syntax::ExprKind::Binary && is_comparison(expr.op) &&
        analysis_.exprs[expr.operands[0]].coerced.is_real()) {
      told.needed = declare_companion(id, "needed", Type::floating());
      if (construct(statement)->recent) {
        told.stretch = declare_companion(id, "stretch", Type::duration());
      }
    }
    judgements_.push_back(told);
  }
}

void Lowering::lower_judgements() {
  for (const Judgement& told : judgements_) {
    lower_judgement(told);
  }
}

/// The parts of a condition that make statements, each weakened to what is possible. Parts without
/// a statement are left out: that they are false does not mean that anything is kept.
ir::ExprId Lowering::still_possible(syntax::ExprId condition, const Scope& scope) {
  const std::size_t before = notes_.claims.size();
  asks_what_is_possible_ = true;
  const ir::ExprId whole = lower(condition, scope);
  asks_what_is_possible_ = false;
  std::vector<ir::ExprId> parts;
  std::vector<ir::ExprId> open = {whole};
  while (!open.empty()) {
    const ir::ExprId id = open.back();
    open.pop_back();
    if (program_.exprs[id].kind == ir::ExprKind::And) {
      const std::vector<ir::ExprId>& operands = program_.exprs[id].operands;
      open.insert(open.end(), operands.begin(), operands.end());
      continue;
    }
    bool states = false;
    ir::for_each_expr(program_, id, [&](ir::ExprId part) {
      const ir::Expr& expr = program_.exprs[part];
      const ir::StreamId read = expr.kind == ir::ExprKind::InstanceAggregate
                                    ? program_.aggregations[expr.aggregation].target
                                    : expr.stream;
      for (const auto& [output, twin] : possible_twins_) {
        states = states || twin == read;
      }
      for (std::size_t i = before; i < notes_.claims.size(); ++i) {
        states = states || notes_.claims[i].expr == part;
      }
    });
    if (states) {
      parts.push_back(id);
    }
  }
  return builder_.conjunction(std::move(parts));
}

/// Beside a Bool that makes statements: the same with each of them weakened to what is possible.
ir::StreamId Lowering::possible_twin(syntax::OutputId id) {
  if (const auto found = possible_twins_.find(id); found != possible_twins_.end()) {
    return found->second;
  }
  const bool outer = asks_what_is_possible_;
  asks_what_is_possible_ = false;
  const Span span = builder_.span();
  const Scope whole{output_streams_[id], id, Part::EvalWith, 0, {}};
  const ir::StreamId twin = add_hidden(whole, "possible", Type::boolean(), true);
  possible_twins_[id] = twin;
  copy_life(id, twin);
  const sema::OutputFacts& facts = analysis_.outputs[id];
  for (std::size_t clause = 0; clause < decl(id).evals.size(); ++clause) {
    const syntax::EvalDecl& written = decl(id).evals[clause];
    ir::EvalClause eval;
    eval.pacing = facts.evals[clause].pacing;
    eval.span = written.span;
    Scope scope{twin, id, Part::EvalWhen, clause, eval.pacing};
    eval.when = lower_optional(written.when, scope);
    scope.part = Part::EvalWith;
    asks_what_is_possible_ = true;
    eval.with = lower(written.with, scope);
    asks_what_is_possible_ = false;
    program_.streams[twin].evals.push_back(std::move(eval));
  }
  builder_.set_span(span);
  asks_what_is_possible_ = outer;
  return twin;
}

/// A helper judges whenever the condition is evaluated; what is told repeats what is new.
void Lowering::lower_judgement(const Judgement& told) {
  const ir::StreamId trigger = output_streams_[told.trigger];
  builder_.set_span(program_.streams[trigger].span);
  const Scope whole{trigger, told.trigger, Part::EvalWhen, 0, {}};
  const ir::StreamId judged =
      add_hidden(whole, "judged", Type::unsigned_integer(), decl(told.trigger).spawn.has_value());
  copy_life(told.trigger, judged);
  copy_life(told.trigger, told.judgement);
  const auto number = [&](std::uint64_t value) { return builder_.unsigned_number(value); };
  for (std::size_t clause = 0; clause < decl(told.trigger).evals.size(); ++clause) {
    const ir::ExprId condition = program_.streams[trigger].evals[clause].when;
    ir::EvalClause eval;
    eval.pacing = program_.streams[trigger].evals[clause].pacing;
    eval.span = decl(told.trigger).evals[clause].span;
    const Scope scope{judged, told.trigger, Part::EvalWhen, clause, eval.pacing};
    ir::EvalClause change = eval;
    eval.when = condition_is_evaluated(condition, scope);
    const ir::ExprId possible = still_possible(decl(told.trigger).evals[clause].when, scope);
    const ir::ExprId fired =
        builder_.access(ir::ExprKind::IsFresh, trigger, own_parameters(trigger));
    const ir::ExprId open = possible.valid()
                                ? builder_.choice(possible, number(kUndecided), number(kKept))
                                : number(kUndecided);
    eval.with = builder_.choice(fired, number(kViolated), open);
    program_.streams[judged].evals.push_back(std::move(eval));
    const ir::ExprId now = builder_.access(ir::ExprKind::Sync, judged, own_parameters(judged));
    const ir::ExprId before =
        builder_.defaults(builder_.access(ir::ExprKind::Offset, judged, own_parameters(judged), 1),
                          number(kNotJudged));
    change.when = builder_.conjunction(
        {condition_is_evaluated(condition, scope), builder_.negation(builder_.equal(now, before))});
    change.with = now;
    program_.streams[told.judgement].evals.push_back(std::move(change));
  }
  if (told.needed.valid()) {
    lower_needed(told, judged);
  }
  if (told.stretch.valid()) {
    lower_stretch(told, judged);
  }
}

/// A clause of a telling stream, evaluated whenever the trigger is judged so.
ir::EvalClause Lowering::while_judged(const Judgement& told, ir::StreamId judged,
                                      ir::StreamId telling, std::uint64_t judgement) {
  const ir::StreamId trigger = output_streams_[told.trigger];
  copy_life(told.trigger, telling);
  builder_.set_span(program_.streams[trigger].span);
  ir::EvalClause eval;
  eval.pacing = program_.streams[trigger].evals.front().pacing;
  eval.span = decl(told.trigger).evals.front().span;
  const std::vector<ir::ExprId> own = own_parameters(telling);
  eval.when = builder_.conjunction({builder_.access(ir::ExprKind::IsFresh, judged, own),
                                    builder_.equal(builder_.access(ir::ExprKind::Sync, judged, own),
                                                   builder_.unsigned_number(judgement))});
  return eval;
}

/// While it is undecided: how many trials more would tell on which side of zero the difference of
/// the compared numbers lies.
void Lowering::lower_needed(const Judgement& told, ir::StreamId judged) {
  const ConstructUse& use = *construct(analysis_.outputs[told.trigger].statement);
  ir::EvalClause eval = while_judged(told, judged, told.needed, kUndecided);
  const syntax::OutputId where(analysis_.outputs[told.trigger].statement_output);
  const Part part = where == told.trigger ? Part::EvalWhen : Part::EvalWith;
  const Scope scope{told.needed, where, part, 0, eval.pacing};
  const ir::ExprId comparison = lower(use.operand, scope);
  const std::vector<ir::ExprId> sides = program_.exprs[comparison].operands;
  const ir::ExprId difference =
      builder_.apply("subtract", {to_real(sides[0]), to_real(sides[1])}, Type::floating());
  eval.with = note_claim(difference, ClaimKind::Needed, use.error, use.num_groups, told.needed);
  notes_.claims.back().comparison = comparison;
  notes_.claims.back().derived = true;
  program_.streams[told.needed].evals.push_back(std::move(eval));
}

/// While it is violated: how long ago the stretch began that violates it.
void Lowering::lower_stretch(const Judgement& told, ir::StreamId judged) {
  const ConstructUse& use = *construct(analysis_.outputs[told.trigger].statement);
  ir::EvalClause eval = while_judged(told, judged, told.stretch, kViolated);
  const syntax::OutputId where(analysis_.outputs[told.trigger].statement_output);
  const Part part = where == told.trigger ? Part::EvalWhen : Part::EvalWith;
  const Scope scope{told.stretch, where, part, 0, eval.pacing};
  eval.with = note_claim(lower(use.operand, scope), ClaimKind::Since, use.error, use.num_groups,
                         told.stretch);
  notes_.claims.back().recent = true;
  notes_.claims.back().derived = true;
  program_.streams[told.stretch].evals.push_back(std::move(eval));
}

}  // namespace fairmon::lower
