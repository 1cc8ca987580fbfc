#include "sema/names/resolver.hpp"

namespace fairmon::sema::names {

using syntax::ExprKind;

namespace {

constexpr std::string_view kStreamForm =
    "e.prob(given: c, over: 10s, prior: 0.5, confidence: 10.0)";
constexpr std::string_view kEvaluationForm =
    "prob(of: e, given: c, over: 10s, prior: 0.5, confidence: 10.0)";
constexpr std::string_view kInstanceForm =
    "s.prob(of: i => e, given: i => c, prior: 0.5, confidence: 10.0)";

}  // namespace

bool Resolver::is_instance_prob(const syntax::Expr& expr) const {
  for (const syntax::Argument& argument : expr.arguments) {
    if (context_.expr(argument.value).kind == ExprKind::Lambda || argument.name.text == "of") {
      return true;
    }
  }
  return false;
}

void Resolver::finish_prob(ExprId id, ConstructUse use, Arguments& arguments) {
  const syntax::Expr& expr = context_.expr(id);
  const ExprId over = arguments.take({"over"});
  use.prior = arguments.take({"prior"});
  use.confidence = arguments.take({"confidence"});
  resolve(use.prior);
  resolve(use.confidence);
  if (over.valid() && !set_duration(use, over)) {
    context_.mark_broken(id);
    return;
  }
  if (use.prior.valid() != use.confidence.valid()) {
    const bool prior = use.prior.valid();
    const Span place = context_.expr(prior ? use.prior : use.confidence).span;
    diag::error(context_.diagnostics, "prior-and-confidence", place,
                prior ? "`prior:` says which value to start from, but not how much it weighs"
                      : "`confidence:` says how much the prior weighs, but there is no prior")
        .fix(prior ? "give it the weight of ten trials" : "start from one half",
             {insert_at(place.end, place.file, prior ? ", confidence: 10.0" : ", prior: 0.5")});
    context_.mark_broken(id);
    return;
  }
  const std::string_view form = use.kind == ConstructKind::ProbStream       ? kStreamForm
                                : use.kind == ConstructKind::ProbEvaluation ? kEvaluationForm
                                                                            : kInstanceForm;
  if (use.kind == ConstructKind::ProbInstance && over.valid()) {
    diag::error(context_.diagnostics, "unknown-argument", context_.expr(over).span,
                "the instance form looks at the living instances, not at a stretch of time")
        .note(fmt::format("it is written `{}`", form));
    context_.mark_broken(id);
    return;
  }
  if (!no_leftover(id, arguments, form)) {
    return;
  }
  if (use.kind == ConstructKind::ProbEvaluation &&
      (clause_ == ClauseKind::SpawnWhen || clause_ == ClauseKind::SpawnWith ||
       clause_ == ClauseKind::CloseWhen)) {
    diag::Report report(context_.diagnostics, Severity::Error, "prob-outside-eval", expr.span,
                        "`prob(of: …)` counts evaluations of its clause, and this clause has none");
    report.help("count what the streams do instead: `(…).prob(given: …)`");
    context_.mark_broken(id);
    return;
  }
  finish(id, std::move(use));
}

void Resolver::resolve_prob_function(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  Arguments arguments(expr.arguments);
  ConstructUse use;
  use.kind = ConstructKind::ProbEvaluation;
  use.operand = arguments.take({"of"});
  if (!use.operand.valid()) {
    use.operand = arguments.take_positional();
  }
  use.given = arguments.take({"given"});
  if (!use.operand.valid()) {
    missing_argument(id, "`of:`, the event to count", kEvaluationForm);
    return;
  }
  resolve(use.operand);
  resolve(use.given);
  const syntax::Expr& event = context_.expr(use.operand);
  if (event.kind == ExprKind::Binary && event.op == syntax::Op::BitOr && !use.given.valid()) {
    report_bar(event);
    context_.mark_broken(id);
    return;
  }
  finish_prob(id, std::move(use), arguments);
}

/// `prob(a | b)`, as in mathematics, or a slip for `||`.
void Resolver::report_bar(const syntax::Expr& event) {
  const std::string left = context_.source(context_.expr(event.operands[0]).span);
  const std::string right = context_.source(context_.expr(event.operands[1]).span);
  const bool named = context_
                         .source({event.span.begin >= 4 ? event.span.begin - 4 : 0,
                                  event.span.begin, event.span.file})
                         .find("of:") != std::string::npos;
  diag::error(context_.diagnostics, "condition-bar", event.focus,
              "the condition of a probability is given by name, not behind a bar")
      .fix("name the condition",
           {{event.span, fmt::format("{}{}, given: {}", named ? "" : "of: ", left, right)}})
      .fix("if either of the two is meant, write `||`", {{event.focus, "||"}});
}

void Resolver::resolve_prob_method(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  if (is_instance_prob(expr)) {
    resolve_prob_instances(id);
    return;
  }
  Arguments arguments(expr.arguments);
  ConstructUse use;
  use.kind = ConstructKind::ProbStream;
  use.operand = expr.operands.front();
  use.given = arguments.take({"given"});
  if (!use.given.valid()) {
    use.given = arguments.take_positional();
  }
  resolve(use.operand);
  resolve(use.given);
  finish_prob(id, std::move(use), arguments);
}

void Resolver::resolve_prob_instances(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), "prob");
  if (!target) {
    context_.mark_broken(id);
    return;
  }
  const std::string name = context_.name_of(target->stream);
  const Span place = context_.expr(expr.operands.front()).span;
  if (target->stream.kind != RefKind::Output ||
      context_.output(target->stream.index).parameters.empty()) {
    diag::error(context_.diagnostics, "no-instances", place,
                fmt::format("`{}` has no parameters, so there are no instances to count", name))
        .label(context_.declared_at(target->stream), "declared without parameters")
        .help("to count what happens over time write `e.prob(given: c)`");
    context_.mark_broken(id);
    return;
  }
  if (target->has_arguments || !target->components.empty()) {
    diag::error(
        context_.diagnostics, "instances-with-arguments", place,
        fmt::format("all instances of `{}` are counted, so it takes no arguments here", name))
        .fix("leave out the arguments", {{place, name}});
    context_.mark_broken(id);
    return;
  }
  ConstructUse use = access(ConstructKind::ProbInstance, *target);
  use.of_lambda = arguments.take({"of"});
  use.given = arguments.take({"given"});
  if (!use.of_lambda.valid()) {
    use.of_lambda = arguments.take_positional();
  }
  if (!use.of_lambda.valid()) {
    missing_argument(id, "`of:`, the instances to count", kInstanceForm);
    return;
  }
  if (!resolve_lambda(use.of_lambda, use.target, true) ||
      (use.given.valid() && !resolve_lambda(use.given, use.target, true))) {
    context_.mark_broken(id);
    return;
  }
  finish_prob(id, std::move(use), arguments);
}

}  // namespace fairmon::sema::names
