#include "sema/structure/structure.hpp"

#include <fmt/format.h>

#include <optional>

namespace fairmon::sema::structure {
namespace {

using syntax::ExprKind;
using syntax::OutputDecl;

/// What a parameter is compared with in a condition: `id` in `when id == i`.
std::optional<std::string> compared_with(const Context& context, ExprId condition,
                                         std::uint32_t parameter) {
  std::vector<ExprId> open = {condition};
  while (!open.empty()) {
    const ExprId id = strip(context.ast, open.back());
    open.pop_back();
    const syntax::Expr& expr = context.expr(id);
    if (expr.kind == ExprKind::Binary && expr.op == syntax::Op::Equal) {
      for (std::size_t side = 0; side < 2; ++side) {
        const NameRef ref = context.facts(strip(context.ast, expr.operands[side])).ref;
        const NameRef other = context.facts(strip(context.ast, expr.operands[1 - side])).ref;
        if (ref.kind == RefKind::Parameter && ref.index == parameter &&
            (other.kind == RefKind::Input || other.kind == RefKind::Output)) {
          return context.source(context.expr(expr.operands[1 - side]).span);
        }
      }
    }
    if (expr.kind == ExprKind::Binary) {
      open.insert(open.end(), expr.operands.begin(), expr.operands.end());
    }
  }
  return std::nullopt;
}

/// `spawn with …` guessed from the conditions, or nothing.
std::optional<std::string> guessed_spawn(const Context& context, const OutputDecl& output) {
  std::string values;
  for (std::uint32_t i = 0; i < output.parameters.size(); ++i) {
    std::optional<std::string> value;
    for (const syntax::EvalDecl& eval : output.evals) {
      if (!value && eval.when.valid()) {
        value = compared_with(context, eval.when, i);
      }
    }
    if (!value) {
      return std::nullopt;
    }
    values += (values.empty() ? "" : ", ") + *value;
  }
  return output.parameters.size() > 1 ? fmt::format("({})", values) : values;
}

void missing_spawn(Context& context, const OutputDecl& output) {
  const Span place = cover(output.parameters.front().name.span, output.parameters.back().name.span);
  diag::Report report(context.diagnostics, Severity::Error, "parameters-without-spawn", place,
                      "nothing tells which values these parameters take");
  const auto guess = guessed_spawn(context, output);
  if (output.spawn && guess) {
    report.fix("spawn an instance for each value",
               {insert_at(output.spawn->span.end, place.file, fmt::format(" with {}", *guess))});
  } else if (guess && !output.evals.empty() && !output.short_form) {
    const Span eval = output.evals.front().keyword;
    report.fix("spawn an instance for each value",
               {insert_at(eval.begin, eval.file, fmt::format("spawn with {} ", *guess))});
  } else {
    report.help("say so with a clause `spawn with …`");
  }
}

void check_parameters(Context& context, const OutputDecl& output) {
  const std::size_t wanted = output.parameters.size();
  const bool has_with = output.spawn && output.spawn->with.valid();
  if (wanted > 0 && !has_with) {
    missing_spawn(context, output);
    return;
  }
  if (!has_with) {
    return;
  }
  const syntax::Expr& with = context.expr(output.spawn->with);
  const syntax::Expr& inner = context.expr(strip(context.ast, output.spawn->with));
  if (inner.kind == ExprKind::Missing) {
    return;
  }
  if (wanted == 0) {
    const Span place = output.name.missing() ? output.keyword : output.name.span;
    diag::error(context.diagnostics, "spawn-without-parameters", with.span,
                "this value would name an instance, but there are no parameters")
        .label(place, "has no parameters")
        .fix("give it a parameter", {insert_at(place.end, place.file, "(p)")});
    return;
  }
  const std::size_t given = inner.kind == ExprKind::Tuple ? inner.operands.size() : 1;
  if (given == wanted) {
    return;
  }
  diag::error(
      context.diagnostics, "spawn-count", with.span,
      fmt::format("there {} {} parameter{}, but this gives {} value{}", wanted == 1 ? "is" : "are",
                  wanted, wanted == 1 ? "" : "s", given, given == 1 ? "" : "s"))
      .label(cover(output.parameters.front().name.span, output.parameters.back().name.span),
             "the parameters")
      .help("write one value per parameter, as in `spawn with (a, b)`");
}

void check_trigger(Context& context, const OutputDecl& output) {
  for (const syntax::EvalDecl& eval : output.evals) {
    if (!eval.when.valid()) {
      diag::Report report(context.diagnostics, Severity::Error, "trigger-without-condition",
                          eval.keyword, "it is not said when this trigger fires");
      report.fix("fire at each evaluation",
                 {insert_at(eval.pacing ? eval.pacing->span.end : eval.keyword.end,
                            eval.keyword.file, " when true")});
    }
  }
}

}  // namespace

void check(Context& context) {
  for (const OutputDecl& output : context.ast.outputs) {
    check_parameters(context, output);
    if (output.trigger) {
      check_trigger(context, output);
    }
  }
}

}  // namespace fairmon::sema::structure
