#include "sema/pacing/pacer.hpp"

namespace fairmon::sema::pacing {

void Pacer::check_clause(std::uint32_t output, Clause& clause) {
  if (clause.failed || !clause.timing.known()) {
    return;
  }
  if (clause.annotated.kind != TimingKind::Constant) {
    for (const ExprId access : clause.needs.accesses) {
      check_annotated(output, clause, access);
    }
  }
  for (const ExprId access : clause.needs.fresh) {
    check_fresh(output, clause, access);
  }
  note_windows(output, clause);
}

void Pacer::check_annotated(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  if (use.target.kind == RefKind::Output && use.target.index == output &&
      clause.kind == ClauseKind::EvalWith) {
    return;  // the own past
  }
  const Timing timing = timing_of(access);
  if (!implies(clause.timing, timing)) {
    not_implied(output, clause, access);
  }
}

void Pacer::check_fresh(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  const Timing timing = timing_of(access);
  if (!timing.known() || timing.kind == TimingKind::Constant ||
      timing.is_event() == clause.timing.is_event()) {
    return;
  }
  const syntax::Expr& expr = context_.expr(access);
  diag::Report report(
      context_.diagnostics, Severity::Error, "never-fresh", expr.focus,
      fmt::format(
          "`{}` never has a value in the moment {} is evaluated: it has one only {}, not {}",
          context_.name_of(use.target), context_.title(output), value_words(use.target, timing),
          words(context_, clause.timing)));
  report.label(context_.declared_at(use.target), value_words(use.target, timing));
  if (use.kind == ConstructKind::Get) {
    report.fix("read its latest value instead", {{expr.name.span, "hold"}});
  } else {
    report.help("a window such as `exists(over: 1s)` tells whether it had a value lately");
  }
}

void Pacer::note_windows(std::uint32_t output, const Clause& clause) {
  if (!clause.timing.is_event()) {
    return;
  }
  const auto note = [&](ExprId id) {
    diag::information(
        context_.diagnostics, "window-at-events", context_.expr(id).focus,
        fmt::format("this window is read {}, so it keeps every value of its time span",
                    words(context_, clause.timing)))
        .note(fmt::format("its memory grows with the rate of events; with a period, such as `@1s`, "
                          "{} would need a fixed amount",
                          context_.title(output)));
  };
  for (const ExprId id : clause.needs.windows) {
    note(id);
  }
  for (const auto& probs : {clause.needs.stream_probs, clause.needs.evaluation_probs}) {
    for (const ExprId id : probs) {
      if (context_.construct(id)->duration) {
        note(id);
      }
    }
  }
}

}  // namespace fairmon::sema::pacing
