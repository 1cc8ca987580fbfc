#include <algorithm>

#include "sema/names/foreign.hpp"
#include "sema/names/resolver.hpp"

namespace fairmon::sema::names {

using syntax::ExprKind;

namespace {

/// An aggregation that users may write.
std::optional<builtins::AggregateName> known_aggregate(std::string_view spelling) {
  const auto found = builtins::find_aggregate(spelling);
  return found && !found->aggregate->internal ? found : std::nullopt;
}

}  // namespace

bool Resolver::set_aggregate(ConstructUse& use, ExprId value) {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, value));
  if (expr.kind == ExprKind::Missing) {
    return false;
  }
  if (expr.kind == ExprKind::Name) {
    if (const auto found = known_aggregate(expr.name.text)) {
      use.aggregate = found->aggregate;
      use.aggregate_argument = found->argument;
      return true;
    }
  }
  std::vector<std::string> candidates;
  std::string list;
  for (const builtins::Aggregate* aggregate : builtins::aggregates()) {
    if (aggregate->internal) {
      continue;
    }
    list += fmt::format("{}`{}{}`", list.empty() ? "" : ", ", aggregate->name,
                        aggregate->numbered ? "N" : "");
    candidates.emplace_back(aggregate->name);
    for (const std::string_view spelling : aggregate->spellings) {
      candidates.emplace_back(spelling);
    }
  }
  diag::Report report(context_.diagnostics, Severity::Error, "unknown-aggregation", expr.span,
                      expr.kind == ExprKind::Name
                          ? fmt::format("there is no aggregation `{}`", expr.name.text)
                          : "the name of an aggregation is wanted here");
  if (expr.kind == ExprKind::Name &&
      !explain_foreign(report, WordKind::Aggregation, expr.name.text, expr.span)) {
    (void)suggest(report, expr.name.text, expr.span, candidates);
  }
  report.note(fmt::format("known are {}", list));
  return false;
}

bool Resolver::set_count(ConstructUse& use, ExprId value) {
  const syntax::Expr& number = context_.expr(strip(context_.ast, value));
  if (number.kind == ExprKind::Missing) {
    return false;
  }
  const auto count = number.kind == ExprKind::Number && number.unit.empty() &&
                             structure::is_integer_text(number.text)
                         ? structure::integer_value(number.text)
                         : std::nullopt;
  constexpr std::int64_t kMost = 1'000'000'000;
  if (!count || *count < 1 || *count > kMost) {
    diag::Report report(context_.diagnostics, Severity::Error, "bad-window-count", number.span,
                        "a window over values needs a positive whole number of them");
    if (number.kind == ExprKind::Number && !number.unit.empty()) {
      report.help("for a stretch of time write `over:` instead of `over_discrete:`");
    }
    return false;
  }
  use.count = static_cast<std::uint32_t>(*count);
  return true;
}

bool Resolver::resolve_lambda(ExprId lambda, NameRef stream, bool value_allowed) {
  const syntax::Expr& expr = context_.expr(lambda);
  if (expr.kind != ExprKind::Lambda) {
    if (expr.kind != ExprKind::Missing) {
      diag::error(context_.diagnostics, "lambda-wanted", expr.span,
                  "a function over the instances is wanted here, such as `i => i > 0`")
          .label(context_.declared_at(stream), "its parameters are the parameters of this stream");
    }
    return false;
  }
  const auto& wanted = context_.output(stream.index).parameters;
  const std::size_t given = expr.parameters.size();
  const bool fits = given == wanted.size() || (value_allowed && given == wanted.size() + 1);
  if (!fits) {
    diag::error(context_.diagnostics, "lambda-parameters",
                expr.parameters.empty()
                    ? expr.focus
                    : cover(expr.parameters.front().name.span, expr.parameters.back().name.span),
                fmt::format("this function has {} parameter{}, but `{}` has {}{}", given,
                            given == 1 ? "" : "s", context_.name_of(stream), wanted.size(),
                            value_allowed ? ", and its value may follow as one more" : ""))
        .label(context_.declared_at(stream), "declared here");
    return false;
  }
  lambdas_.push_back(&expr.parameters);
  resolve(expr.operands.front());
  lambdas_.pop_back();
  return true;
}

bool Resolver::set_selection(ConstructUse& use, ExprId selection) {
  const syntax::Expr& expr = context_.expr(strip(context_.ast, selection));
  const std::string& name = expr.name.text;
  const bool named = expr.kind == ExprKind::Name || expr.kind == ExprKind::Call;
  if (expr.kind == ExprKind::Missing) {
    return false;
  }
  if (named && (name == "all" || name == "All")) {
    use.selection = ir::Selection::All;
  } else if (named && (name == "fresh" || name == "Fresh")) {
    use.selection = ir::Selection::Fresh;
  } else {
    diag::error(context_.diagnostics, "unknown-selection", expr.span,
                "instances are chosen by `all` or `fresh`, or `all(where: i => …)`")
        .fix("choose all instances", {{expr.span, "all"}});
    return false;
  }
  if (expr.kind == ExprKind::Name) {
    return true;
  }
  Arguments arguments(expr.arguments);
  use.where = arguments.take({"where"});
  if (!use.where.valid()) {
    use.where = arguments.take_positional();
  }
  if (!use.where.valid() || arguments.leftover() != nullptr) {
    diag::error(context_.diagnostics, "unknown-selection", expr.span,
                fmt::format("a filtered selection is written `{}(where: i => …)`", name));
    return false;
  }
  return resolve_lambda(use.where, use.target, false);
}

void Resolver::resolve_instance_window(ExprId id, ConstructUse use, ExprId selection) {
  const syntax::Expr& expr = context_.expr(id);
  const Span place = context_.expr(expr.operands.front()).span;
  const std::string name = context_.name_of(use.target);
  use.kind = ConstructKind::InstanceWindow;
  if (use.target.kind != RefKind::Output || context_.output(use.target.index).parameters.empty()) {
    diag::error(
        context_.diagnostics, "no-instances", place,
        fmt::format("`{}` has no parameters, so there are no instances to aggregate over", name))
        .label(context_.declared_at(use.target), "declared without parameters")
        .help("for values over time write `over:` instead of `over_instances:`");
    context_.mark_broken(id);
    return;
  }
  if (!use.instance.empty()) {
    diag::error(
        context_.diagnostics, "instances-with-arguments", place,
        fmt::format("all instances of `{}` are aggregated, so it takes no arguments here", name))
        .fix("leave out the arguments", {{place, name}});
    context_.mark_broken(id);
    return;
  }
  if (!set_selection(use, selection)) {
    context_.mark_broken(id);
    return;
  }
  if (!use.aggregate->over_instances) {
    diag::error(context_.diagnostics, "aggregation-over-instances", expr.focus,
                fmt::format("`{}` depends on the order in time and has no meaning over instances",
                            use.aggregate->name));
    context_.mark_broken(id);
    return;
  }
  finish(id, std::move(use));
}

void Resolver::resolve_aggregate(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  constexpr std::string_view kForm = "s.aggregate(over: 10s, using: sum)";
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), "aggregate");
  const ExprId over = arguments.take({"over"});
  const ExprId exactly = arguments.take({"over_exactly"});
  const ExprId discrete = arguments.take({"over_discrete"});
  const ExprId exactly_discrete =
      arguments.take({"over_exactly_discrete", "over_discrete_exactly"});
  const ExprId instances = arguments.take({"over_instances"});
  const ExprId function = arguments.take({"using"});
  if (!target) {
    context_.mark_broken(id);
    return;
  }
  ConstructUse use = access(ConstructKind::Window, *target);
  const ExprId extent = over.valid()       ? over
                        : exactly.valid()  ? exactly
                        : discrete.valid() ? discrete
                                           : exactly_discrete;
  if (!function.valid() || (!extent.valid() && !instances.valid())) {
    missing_argument(
        id, function.valid() ? "to be told over what, such as `over: 10s`" : "`using:`", kForm);
    return;
  }
  if (!set_aggregate(use, function) || !no_leftover(id, arguments, kForm)) {
    context_.mark_broken(id);
    return;
  }
  if (instances.valid()) {
    resolve_instance_window(id, std::move(use), instances);
    return;
  }
  use.exact = exactly.valid() || exactly_discrete.valid();
  const bool timed = over.valid() || exactly.valid();
  use.kind = timed ? ConstructKind::Window : ConstructKind::DiscreteWindow;
  if (!check_instance(id, *target, context_.expr(expr.operands.front()).span) ||
      !(timed ? set_duration(use, extent) : set_count(use, extent))) {
    context_.mark_broken(id);
    return;
  }
  finish(id, std::move(use));
}

bool Resolver::resolve_short_window(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  if (expr.arguments.empty() || !known_aggregate(expr.name.text)) {
    return false;
  }
  // `x.min(y)` is the function; a length of time makes it a window.
  const syntax::Expr& first = context_.expr(strip(context_.ast, expr.arguments[0].value));
  const bool timed = first.kind == ExprKind::Number && !first.unit.empty();
  if (!timed && expr.arguments[0].name.text != "over") {
    return false;
  }
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), expr.name.text);
  ConstructUse use;
  if (target) {
    use = access(ConstructKind::Window, *target);
  }
  const auto found = known_aggregate(expr.name.text);
  use.aggregate = found->aggregate;
  use.aggregate_argument = found->argument;
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span) ||
      !set_duration(use, expr.arguments[0].value)) {
    context_.mark_broken(id);
    return true;
  }
  finish(id, std::move(use));
  return true;
}

}  // namespace fairmon::sema::names
