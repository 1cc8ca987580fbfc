#include <algorithm>

#include "sema/pacing/pacer.hpp"
#include "sema/types/checker.hpp"

namespace fairmon::sema::pacing {

using syntax::ExprKind;

std::string Pacer::clause_name(ClauseKind kind) const {
  switch (kind) {
    case ClauseKind::SpawnWhen:
    case ClauseKind::SpawnWith:
      return "`spawn`";
    case ClauseKind::EvalWhen:
    case ClauseKind::EvalWith:
      return "`eval`";
    case ClauseKind::CloseWhen:
      return "`close`";
  }
  return {};
}

std::optional<Edit> Pacer::annotate(std::uint32_t output, const Clause& clause,
                                    const std::string& text) const {
  const syntax::OutputDecl& decl = context_.output(output);
  if (*clause.annotation) {
    return Edit{(*clause.annotation)->span, text};
  }
  const bool evaluating = clause.kind == ClauseKind::EvalWith;
  if (evaluating && decl.short_form && !decl.trigger) {
    // `output x := …`: before the sign.
    const Span name = decl.name.span;
    const ExprId value = decl.evals.front().with;
    if (!value.valid()) {
      return std::nullopt;
    }
    const Span gap{name.end, context_.expr(value).span.begin, name.file};
    const std::string between = context_.source(gap);
    const std::size_t sign = between.rfind(":=");
    if (sign == std::string::npos) {
      return std::nullopt;
    }
    return insert_at(gap.begin + static_cast<std::uint32_t>(sign), gap.file, text + " ");
  }
  return insert_at(clause.keyword.end, clause.keyword.file, " " + text);
}

void Pacer::never_evaluated(std::uint32_t output, Clause& clause) {
  clause.failed = true;
  const syntax::OutputDecl& decl = context_.output(output);
  const bool window = !clause.needs.windows.empty();
  const auto is_broken = [&](ExprId id) {
    // Something in it was not understood; what it would have followed is unknown.
    std::vector<ExprId> open = {id};
    while (!open.empty()) {
      const ExprId next = open.back();
      open.pop_back();
      if (context_.is_broken(next)) {
        return true;
      }
      const auto children = dependencies_of(context_, next);
      open.insert(open.end(), children.begin(), children.end());
    }
    return false;
  };
  if ((clause.when.valid() && is_broken(clause.when)) ||
      (clause.with.valid() && is_broken(clause.with))) {
    return;
  }
  const bool reads_itself =
      std::any_of(clause.needs.accesses.begin(), clause.needs.accesses.end(), [&](ExprId access) {
        const ConstructUse& use = *context_.construct(access);
        return use.kind == ConstructKind::Sync && use.target.kind == RefKind::Output &&
               use.target.index == output;
      });
  if (reads_itself) {
    return;  // reported as a cycle
  }
  const bool evaluating = clause.kind == ClauseKind::EvalWith;
  const std::string subject =
      evaluating ? context_.title(output) : fmt::format("this {}", clause_name(clause.kind));
  Span place = clause.keyword;
  if (evaluating) {
    place = decl.trigger ? decl.keyword : decl.name.span;
  }
  std::string message;
  if (window) {
    message = fmt::format("it is not said how often {} is evaluated", subject);
  } else if (clause.kind == ClauseKind::SpawnWhen) {
    message = "nothing tells when to spawn: no stream is read and no pacing given";
  } else if (clause.kind == ClauseKind::CloseWhen) {
    message = "nothing tells when to check this condition: no stream is read and no pacing given";
  } else {
    message =
        fmt::format("{} is never evaluated: it reads no stream that would set its pace", subject);
  }
  diag::Report report(context_.diagnostics, Severity::Error,
                      window ? "frequency-needed" : "never-evaluated", place, std::move(message));
  if (window) {
    report.label(context_.expr(clause.needs.windows.front()).span,
                 "a window can be read at any time");
  }
  const auto edit = annotate(output, clause, window ? "@1s" : "@true");
  if (edit) {
    report.fix(window ? "evaluate it every second" : "do it with every event", {*edit});
  }
}

bool Pacer::paced_without(std::uint32_t output, const Clause& clause, ExprId access) const {
  if (*clause.annotation || !clause.needs.stream_probs.empty()) {
    return true;
  }
  return std::any_of(clause.needs.accesses.begin(), clause.needs.accesses.end(), [&](ExprId id) {
    const NameRef target = context_.construct(id)->target;
    return id != access && !(target.kind == RefKind::Output && target.index == output);
  });
}

void Pacer::add_hold_fix(diag::Report& report, std::uint32_t output, const Clause& clause,
                         ExprId access) const {
  const ConstructUse& use = *context_.construct(access);
  const syntax::Expr& expr = context_.expr(access);
  const std::string literal = types::default_literal(context_.facts(access).type);
  const bool direct = use.kind == ConstructKind::Sync && expr.kind != ExprKind::Method &&
                      expr.kind != ExprKind::Index;
  if (!direct || literal.empty()) {
    report.help("read its latest value with `hold`, or compute this in a stream of its own");
    return;
  }
  std::vector<Edit> edits = {
      insert_at(expr.span.end, expr.span.file, fmt::format(".hold(or: {})", literal))};
  if (!paced_without(output, clause, access)) {
    const Timing timing = timing_of(access);
    const auto edit = annotate(output, clause, annotation(context_, timing));
    if (!edit || !timing.known() ||
        (timing.kind == TimingKind::Local && !context_.output(output).spawn)) {
      report.help("read its latest value with `hold`, and say with `@…` when to do so");
      return;
    }
    edits.insert(edits.begin(), *edit);
  }
  report.fix("read its latest value instead", std::move(edits));
}

std::string Pacer::value_words(NameRef target, const Timing& timing) const {
  return target.kind == RefKind::Input ? "when an event brings one" : words(context_, timing);
}

void Pacer::conflict(std::uint32_t output, const Clause& clause, ExprId access,
                     const Timing& timing, ExprId other, const Timing& other_timing) {
  // Point at the event-based one: its latest value is what is wanted at a tick.
  const bool swap = other.valid() && other_timing.is_event() && !timing.is_event();
  const ExprId primary = swap ? other : access;
  const ExprId second = swap ? access : other;
  const Timing& primary_timing = swap ? other_timing : timing;
  const Timing& second_timing = swap ? timing : other_timing;
  const NameRef target = context_.construct(primary)->target;
  const std::string own = fmt::format("`{}` has a value only {}", context_.name_of(target),
                                      value_words(target, primary_timing));
  diag::Report report(
      context_.diagnostics, Severity::Error, "pacing-mismatch", context_.expr(primary).span,
      second.valid() ? fmt::format("{}, but `{}` {}; {} would need both at once", own,
                                   context_.name_of(context_.construct(second)->target),
                                   words(context_, second_timing), context_.title(output))
                     : fmt::format("{}, but {} is evaluated {}", own, context_.title(output),
                                   words(context_, second_timing)));
  if (second.valid()) {
    report.label(context_.expr(second).span, words(context_, second_timing));
  }
  report.label(context_.declared_at(target), value_words(target, primary_timing));
  add_hold_fix(report, output, clause, primary);
}

void Pacer::not_implied(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  const Timing timing = timing_of(access);
  const std::string subject = clause.kind == ClauseKind::EvalWith
                                  ? fmt::format("{} is evaluated", context_.title(output))
                                  : fmt::format("this {} is done", clause_name(clause.kind));
  const std::string own = words(context_, clause.timing);
  const bool ticks = timing.is_event() && clause.timing.is_periodic();
  diag::Report report(context_.diagnostics, Severity::Error, "pacing-mismatch",
                      context_.expr(access).span,
                      fmt::format("{} {}, but `{}` has a value only {}", subject, own,
                                  context_.name_of(use.target), value_words(use.target, timing)));
  report.here(ticks ? "no value at most ticks" : "may have no value then");
  report.label((*clause.annotation)->span, own);
  report.label(context_.declared_at(use.target), value_words(use.target, timing));
  add_hold_fix(report, output, clause, access);
  if (timing.kind == clause.timing.kind) {
    if (const auto both = meet(clause.timing, timing)) {
      report.fix("evaluate it only when there is a value",
                 {{(*clause.annotation)->span, annotation(context_, *both)}});
    }
  }
}

std::string Pacer::translated(ExprId condition, const ConstructUse& access) const {
  const Span span = context_.expr(condition).span;
  std::string text = context_.source(span);
  std::vector<std::pair<Span, std::string>> edits;
  std::vector<ExprId> open = {condition};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    const NameRef ref = context_.facts(id).ref;
    if (ref.kind == RefKind::Parameter && ref.index < access.instance.size()) {
      edits.emplace_back(context_.expr(id).span,
                         context_.source(context_.expr(access.instance[ref.index]).span));
    }
    const auto children = dependencies_of(context_, id);
    open.insert(open.end(), children.begin(), children.end());
  }
  std::sort(edits.begin(), edits.end(),
            [](const auto& a, const auto& b) { return a.first.begin > b.first.begin; });
  for (const auto& [place, replacement] : edits) {
    text.replace(place.begin - span.begin, place.size(), replacement);
  }
  return text;
}

std::optional<Edit> Pacer::add_condition(std::uint32_t output, const Clause& clause,
                                         const std::string& text) const {
  const syntax::OutputDecl& decl = context_.output(output);
  const bool compound =
      text.find("||") != std::string::npos || text.find(" or ") != std::string::npos;
  const std::string guarded = compound ? fmt::format("({})", text) : text;
  if (decl.trigger && decl.short_form) {
    return insert_at(context_.expr(clause.when).span.begin, context_.expr(clause.when).span.file,
                     guarded + " && ");
  }
  if (clause.when.valid()) {
    return insert_at(context_.expr(clause.when).span.begin, context_.expr(clause.when).span.file,
                     guarded + " && ");
  }
  if (!decl.short_form) {
    const Span after = *clause.annotation ? (*clause.annotation)->span : clause.keyword;
    return insert_at(after.end, after.file, " when " + text);
  }
  const auto at_sign = annotate(output, clause, "");
  if (!clause.with.valid() || (!at_sign && !*clause.annotation)) {
    return std::nullopt;
  }
  // `output x @p := e` becomes `output x eval @p when c with e`.
  const std::uint32_t begin =
      *clause.annotation ? (*clause.annotation)->span.begin : at_sign->span.begin;
  const Span value = context_.expr(clause.with).span;
  const std::string pacing =
      *clause.annotation ? context_.source((*clause.annotation)->span) + " " : "";
  return Edit{{begin, value.begin, value.file}, fmt::format("eval {}when {} with ", pacing, text)};
}

}  // namespace fairmon::sema::pacing
