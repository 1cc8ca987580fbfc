#include "sema/names/names.hpp"
#include "sema/pacing/pacer.hpp"
#include "sema/structure/quantities.hpp"
#include "support/nearest.hpp"

namespace fairmon::sema::pacing {

using syntax::ExprKind;
using syntax::PacingExpr;

Timing Pacer::read_annotation(std::uint32_t output, const PacingExpr& pacing, ClauseKind kind) {
  if (!pacing.value.valid()) {
    return Timing::unknown();
  }
  const syntax::Expr& value = context_.expr(strip(context_.ast, pacing.value));
  if (value.kind == ExprKind::Missing) {
    return Timing::unknown();
  }
  if (value.kind == ExprKind::Number) {
    return read_period(output, pacing, kind);
  }
  if (pacing.scope != PacingExpr::Scope::Plain) {
    diag::error(context_.diagnostics, "clock-of-events", pacing.span,
                "`Global` and `Local` choose a clock, so they hold a period such as `1s`")
        .fix("write the inputs without it",
             {{pacing.span, fmt::format("@({})", context_.source(value.span))}});
    return Timing::unknown();
  }
  auto formula = read_formula(output, pacing.value);
  return formula ? Timing::event(*std::move(formula)) : Timing::unknown();
}

Timing Pacer::read_period(std::uint32_t output, const PacingExpr& pacing, ClauseKind kind) {
  using structure::PeriodProblem;
  const syntax::Expr& number = context_.expr(strip(context_.ast, pacing.value));
  const structure::PeriodReading reading = structure::period_of(number);
  if (reading.problem == PeriodProblem::UnknownUnit) {
    return Timing::unknown();  // reported by the parser
  }
  if (reading.problem != PeriodProblem::None) {
    diag::Report report(
        context_.diagnostics, Severity::Error, "bad-period", number.span,
        reading.problem == PeriodProblem::NoUnit ? "a pacing needs a unit, such as `1s` or `10Hz`"
        : reading.problem == PeriodProblem::NotPositive ? "a period must be positive"
                                                        : "this period is too large or too fine");
    if (reading.problem == PeriodProblem::NoUnit) {
      report.fix("count in seconds", {insert_at(number.span.end, number.span.file, "s")});
    }
    return Timing::unknown();
  }
  const bool has_spawn = context_.output(output).spawn.has_value();
  const bool spawning = kind == ClauseKind::SpawnWhen;
  const bool evaluating = kind == ClauseKind::EvalWith;
  if (pacing.scope == PacingExpr::Scope::Local && (spawning || !has_spawn)) {
    const Span word{pacing.span.begin, number.span.begin, pacing.span.file};
    (void)word;
    diag::error(context_.diagnostics, "local-without-spawn", pacing.span,
                spawning
                    ? "there is no instance yet whose clock `Local` could follow"
                    : "`Local` follows the clock of an instance, but this stream is not spawned")
        .fix("follow the clock of the run",
             {{pacing.span, fmt::format("@Global({})", context_.source(number.span))}});
    return Timing::unknown();
  }
  const bool local = pacing.scope == PacingExpr::Scope::Local ||
                     (pacing.scope == PacingExpr::Scope::Plain && evaluating && has_spawn);
  return Timing::periodic(local, reading.period);
}

std::optional<Formula> Pacer::read_formula(std::uint32_t output, ExprId id) {
  const ExprId inner = strip(context_.ast, id);
  const syntax::Expr& expr = context_.expr(inner);
  if (expr.kind == ExprKind::Bool) {
    return Formula::always();
  }
  if (expr.kind == ExprKind::Name) {
    return read_input(output, inner);
  }
  if (expr.kind == ExprKind::Binary && (expr.op == syntax::Op::And || expr.op == syntax::Op::Or)) {
    const auto left = read_formula(output, expr.operands[0]);
    const auto right = read_formula(output, expr.operands[1]);
    if (!left || !right) {
      return std::nullopt;
    }
    auto result =
        expr.op == syntax::Op::And ? Formula::both(*left, *right) : Formula::either(*left, *right);
    if (!result) {
      diag::error(context_.diagnostics, "bad-activation", expr.span,
                  "this pacing has too many alternatives");
    }
    return result;
  }
  if (expr.kind != ExprKind::Missing) {
    diag::error(context_.diagnostics, "bad-activation", expr.span,
                "a pacing names inputs, joined by `&&` and `||`, or is a period such as `1s`");
  }
  return std::nullopt;
}

std::optional<Formula> Pacer::read_input(std::uint32_t output, ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const std::string& name = expr.name.text;
  for (const syntax::Param& parameter : context_.output(output).parameters) {
    if (parameter.name.text == name) {
      diag::error(context_.diagnostics, "bad-activation", expr.span,
                  fmt::format("`{}` is a parameter here; a pacing names inputs", name))
          .label(parameter.name.span, "the parameter");
      return std::nullopt;
    }
  }
  const auto found = context_.names.find(name);
  if (found == context_.names.end()) {
    std::vector<std::string> inputs;
    for (const syntax::InputDecl& input : context_.ast.inputs) {
      inputs.push_back(input.name.text);
    }
    diag::Report report(context_.diagnostics, Severity::Error, "unknown-name", expr.span,
                        fmt::format("there is no input `{}`", name));
    names::suggest(report, name, expr.span, inputs);
    return std::nullopt;
  }
  if (found->second.ref.kind != RefKind::Input) {
    diag::error(context_.diagnostics, "bad-activation", expr.span,
                fmt::format("`{}` is not an input; a pacing names inputs", name))
        .label(found->second.span, "declared here")
        .help("name the inputs it is computed from, or leave out the pacing to follow it");
    return std::nullopt;
  }
  return Formula::input(found->second.ref.index);
}

}  // namespace fairmon::sema::pacing
