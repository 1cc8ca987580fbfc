#include "sema/pacing/pacer.hpp"

/// Instances, filters and closings: whoever reads a value in the same cycle must live and be
/// evaluated only when the other stream has one.
namespace fairmon::sema::pacing {

void Pacer::check_lives(std::uint32_t output) {
  Life& life = lives_[output];
  for (const Clause& clause : life.evals) {
    if (clause.failed) {
      continue;
    }
    for (const ExprId access : clause.needs.accesses) {
      check_access(output, clause, access);
    }
  }
  for (const std::optional<Clause>* clause : {&life.spawn, &life.close}) {
    if (!*clause || (*clause)->failed) {
      continue;
    }
    for (const ExprId access : (*clause)->needs.accesses) {
      check_plain(output, **clause, access);
    }
  }
}

void Pacer::check_access(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  if (use.target.kind != RefKind::Output || context_.is_broken(access) ||
      use.kind == ConstructKind::InstanceWindow) {
    return;
  }
  if (!implies(clause.timing, timing_of(access)) && use.target.index != output) {
    return;  // said already
  }
  (void)(check_instance(output, clause, access) && check_spawned(output, clause, access) &&
         check_filter(output, clause, access) && check_closed(output, clause, access) &&
         check_local(output, clause, access));
}

bool Pacer::check_instance(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  for (std::uint32_t i = 0; i < use.instance.size(); ++i) {
    const ExprId argument = strip(context_.ast, use.instance[i]);
    const NameRef ref = context_.facts(argument).ref;
    const bool parameter = ref.kind == RefKind::Parameter;
    if (parameter &&
        shapes_.of_parameter(output, ref.index) == shapes_.of_parameter(use.target.index, i)) {
      continue;
    }
    if (context_.is_broken(argument)) {
      return false;
    }
    const std::string name = context_.name_of(use.target);
    diag::Report report(
        context_.diagnostics, Severity::Error, "wrong-instance", context_.expr(access).span,
        fmt::format("this instance of `{}` need not have a value in this cycle", name));
    if (!parameter) {
      report.label(context_.expr(argument).span, "not a parameter of this stream");
      report.note(
          fmt::format("only the instance with the same parameters, spawned the same way, is "
                      "known to be evaluated together with {}",
                      context_.title(output)));
    } else {
      report.label(context_.declared_at(use.target), "spawned differently");
      if (lives_[use.target.index].spawn) {
        report.label(lives_[use.target.index].spawn->keyword, "its instances");
      }
    }
    add_hold_fix(report, output, clause, access);
    return false;
  }
  return true;
}

bool Pacer::check_spawned(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  if (use.target.index == output) {
    return true;
  }
  const Life& own = lives_[output];
  const Life& other = lives_[use.target.index];
  if (!other.spawn || other.spawn->failed || (own.spawn && own.spawn->failed)) {
    return true;
  }
  const std::string name = context_.name_of(use.target);
  if (!own.spawn) {
    diag::Report report(context_.diagnostics, Severity::Error, "spawn-needed",
                        context_.expr(access).span,
                        fmt::format("`{}` exists only after it was spawned, but {} exists from the "
                                    "start",
                                    name, context_.title(output)));
    report.label(other.spawn->keyword, "spawned here");
    add_hold_fix(report, output, clause, access);
    return false;
  }
  const bool alike =
      implies(own.spawn->timing, other.spawn->timing) && implies(own.spawn_when, other.spawn_when);
  if (!alike) {
    diag::Report report(
        context_.diagnostics, Severity::Error, "spawn-differs", context_.expr(access).span,
        fmt::format("{} may exist when `{}` does not: they are spawned under different conditions",
                    context_.title(output), name));
    report.label(own.spawn->keyword, fmt::format("{} is spawned here", context_.title(output)));
    report.label(other.spawn->keyword, fmt::format("`{}` is spawned here", name));
    add_hold_fix(report, output, clause, access);
  }
  return alike;
}

bool Pacer::check_filter(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  const Life& other = lives_[use.target.index];
  if (use.target.index == output || other.filter.clauses.empty() ||
      implies(shapes_.condition(clause.when, output), other.filter)) {
    return true;
  }
  const std::string name = context_.name_of(use.target);
  diag::Report report(context_.diagnostics, Severity::Error, "filter-needed",
                      context_.expr(access).span,
                      fmt::format("`{}` has a value only under a condition that {} does not have",
                                  name, context_.title(output)));
  for (const Clause& eval : other.evals) {
    if (eval.when.valid()) {
      report.label(context_.expr(eval.when).span, fmt::format("the condition of `{}`", name));
    }
  }
  if (other.evals.size() == 1) {
    const std::string condition = translated(other.evals.front().when, use);
    if (const auto edit = add_condition(output, clause, condition)) {
      report.fix("evaluate it under the same condition", {*edit});
    }
  }
  add_hold_fix(report, output, clause, access);
  return false;
}

bool Pacer::check_closed(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  const Life& own = lives_[output];
  const Life& other = lives_[use.target.index];
  if (use.target.index == output || !other.close || other.close->failed ||
      (own.close && own.close->failed)) {
    return true;
  }
  const bool alike = own.close && implies(other.close->timing, own.close->timing) &&
                     implies(other.close_when, own.close_when);
  if (!alike) {
    const std::string name = context_.name_of(use.target);
    diag::Report report(
        context_.diagnostics, Severity::Error, "close-needed", context_.expr(access).span,
        fmt::format("{} may still be there when `{}` has closed", context_.title(output), name));
    report.label(other.close->keyword, fmt::format("`{}` closes here", name));
    if (own.close) {
      report.label(own.close->keyword, fmt::format("{} closes here", context_.title(output)));
    } else if (!context_.output(output).short_form) {
      const syntax::CloseDecl& close = *context_.output(use.target.index).close;
      const Span end = context_.output(output).span;
      std::string text = " close";
      text += close.pacing ? " " + context_.source(close.pacing->span) : "";
      text += close.when.valid() ? " when " + translated(close.when, use) : "";
      report.fix("close it under the same condition", {insert_at(end.end, end.file, text)});
    }
    add_hold_fix(report, output, clause, access);
  }
  return alike;
}

bool Pacer::check_local(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  const Life& own = lives_[output];
  const Life& other = lives_[use.target.index];
  if (use.target.index == output || clause.timing.kind != TimingKind::Local) {
    return true;
  }
  const bool same_spawn = own.spawn && other.spawn && own.spawn->timing == other.spawn->timing &&
                          own.spawn_when == other.spawn_when;
  const bool same_close = own.close.has_value() == other.close.has_value() &&
                          (!own.close || (own.close->timing == other.close->timing &&
                                          own.close_when == other.close_when));
  if (same_spawn && same_close) {
    return true;
  }
  diag::Report report(context_.diagnostics, Severity::Error, "local-clocks-differ",
                      context_.expr(access).span,
                      fmt::format("the clocks of {} and `{}` start or stop at different times",
                                  context_.title(output), context_.name_of(use.target)));
  report.note("local clocks agree only if both are spawned and closed in exactly the same way");
  report.label(context_.declared_at(use.target), "follows the clock of its instance");
  add_hold_fix(report, output, clause, access);
  return false;
}

void Pacer::check_plain(std::uint32_t output, const Clause& clause, ExprId access) {
  const ConstructUse& use = *context_.construct(access);
  // Of instances that have a value in this cycle there may be none: that is a value, too.
  if (use.target.kind != RefKind::Output || context_.is_broken(access) ||
      use.kind == ConstructKind::InstanceWindow) {
    return;
  }
  const Life& other = lives_[use.target.index];
  if (other.plain() || !implies(clause.timing, timing_of(access))) {
    return;
  }
  const bool closing = clause.kind == ClauseKind::CloseWhen;
  if (closing) {
    const Life& own = lives_[output];
    const bool same_life =
        use.target.index == output ||
        (own.spawn.has_value() == other.spawn.has_value() &&
         (!own.spawn ||
          (own.spawn->timing == other.spawn->timing && own.spawn_when == other.spawn_when)) &&
         own.filter == other.filter && other.close.has_value() &&
         own.close->timing == other.close->timing && own.close_when == other.close_when);
    if (same_life) {
      return;
    }
  }
  diag::Report report(
      context_.diagnostics, Severity::Error, "condition-reads-instance", context_.expr(access).span,
      fmt::format("{} cannot rely on `{}` having a value: it is spawned, closed or evaluated under "
                  "conditions of its own",
                  clause_name(clause.kind), context_.name_of(use.target)));
  report.label(context_.declared_at(use.target), "declared here");
  add_hold_fix(report, output, clause, access);
}

}  // namespace fairmon::sema::pacing
