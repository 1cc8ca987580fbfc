#include "sema/names/resolver.hpp"

namespace fairmon::sema::names {

using syntax::ExprKind;

bool Resolver::resolve_access(ExprId id) {
  const std::string& name = context_.expr(id).name.text;
  if (name == "offset") {
    resolve_offset(id);
  } else if (name == "last") {
    resolve_last(id);
  } else if (name == "delta") {
    resolve_delta(id, true);
  } else if (name == "hold") {
    resolve_hold_or_get(id, ConstructKind::Hold);
  } else if (name == "get") {
    resolve_hold_or_get(id, ConstructKind::Get);
  } else if (name == "is_fresh") {
    resolve_is_fresh(id);
  } else if (name == "exists") {
    resolve_exists(id);
  } else if (name == "defaults") {
    resolve_defaults(id);
  } else {
    return false;
  }
  return true;
}

ConstructUse Resolver::access(ConstructKind kind, const Receiver& receiver) const {
  ConstructUse use;
  use.kind = kind;
  use.target = receiver.stream;
  use.instance = receiver.instance;
  use.components = receiver.components;
  return use;
}

void Resolver::not_a_stream(ExprId id, std::string_view method) {
  const syntax::Expr& expr = context_.expr(id);
  const NameRef ref = context_.facts(id).ref;
  std::string what = "this is an expression";
  if (ref.kind == RefKind::Constant) {
    what = fmt::format("`{}` is a constant", expr.name.text);
  } else if (ref.kind == RefKind::Parameter || ref.kind == RefKind::LambdaParameter) {
    what = fmt::format("`{}` is a parameter", expr.name.text);
  }
  diag::Report report(context_.diagnostics, Severity::Error, "receiver-not-a-stream", expr.span,
                      fmt::format("`{}` needs a stream in front of it, but {}", method, what));
  if (ref.kind != RefKind::None && method != "aggregate" && method != "exists") {
    report.help("it never changes: use it without the access");
  } else {
    report.help(fmt::format("give it a name first: `output value := {}`",
                            context_.source(context_.expr(strip(context_.ast, id)).span)));
  }
}

std::optional<Receiver> Resolver::receiver(ExprId id, std::string_view method) {
  const ExprId inner = strip(context_.ast, id);
  const syntax::Expr& expr = context_.expr(inner);
  if (expr.kind == ExprKind::Project) {
    auto target = receiver(expr.operands.front(), method);
    if (target) {
      target->components.push_back(expr.index);
    }
    return target;
  }
  if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Call) {
    const auto ref = lookup(expr.name.text);
    if (ref && (ref->kind == RefKind::Input || ref->kind == RefKind::Output)) {
      Receiver target;
      target.stream = *ref;
      target.has_arguments = expr.kind == ExprKind::Call;
      context_.facts(inner).ref = *ref;
      for (const syntax::Argument& argument : expr.arguments) {
        resolve(argument.value);
        target.instance.push_back(argument.value);
      }
      return target;
    }
  }
  resolve(id);
  if (!context_.is_broken(inner)) {
    not_a_stream(inner, method);
  }
  return std::nullopt;
}

namespace {

/// An output whose value is, or contains, the stream, keyed by as many parameters as are given.
std::optional<std::string> keyed_version(const Context& context, NameRef stream,
                                         std::size_t num_arguments, const std::string& arguments) {
  for (std::uint32_t i = 0; i < context.ast.outputs.size(); ++i) {
    const syntax::OutputDecl& output = context.output(i);
    if (output.parameters.size() != num_arguments || output.evals.size() != 1 ||
        !output.evals[0].with.valid() || output.name.missing()) {
      continue;
    }
    const syntax::Expr& value = context.expr(strip(context.ast, output.evals[0].with));
    const auto is_it = [&](const syntax::Expr& part) {
      const auto found = context.names.find(part.name.text);
      return part.kind == ExprKind::Name && found != context.names.end() &&
             found->second.ref.kind == stream.kind && found->second.ref.index == stream.index;
    };
    if (is_it(value)) {
      return output.name.text + arguments;
    }
    for (std::size_t k = 0; value.kind == ExprKind::Tuple && k < value.operands.size(); ++k) {
      if (is_it(context.expr(strip(context.ast, value.operands[k])))) {
        return fmt::format("{}{}.{}", output.name.text, arguments, k);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool Resolver::check_instance(ExprId id, const Receiver& receiver, Span place) {
  const std::size_t wanted = receiver.stream.kind == RefKind::Output
                                 ? context_.output(receiver.stream.index).parameters.size()
                                 : 0;
  const std::size_t given = receiver.instance.size();
  if (wanted == given) {
    return true;
  }
  context_.mark_broken(id);
  const std::string name = context_.name_of(receiver.stream);
  const Span declared = context_.declared_at(receiver.stream);
  if (wanted == 0) {
    const Span arguments{place.begin + static_cast<std::uint32_t>(name.size()), place.end,
                         place.file};
    diag::Report report(context_.diagnostics, Severity::Error, "not-parameterised", place,
                        fmt::format("`{}` has no parameters, so there is only one of it", name));
    report.label(declared, "declared without parameters");
    if (const auto keyed =
            keyed_version(context_, receiver.stream, given, context_.source(arguments))) {
      report.fix(fmt::format("`{}` keeps it per instance", *keyed), {{place, *keyed}});
    }
    report.fix("leave out the arguments", {{place, name}});
    return false;
  }
  if (given == 0) {
    diag::Report report(
        context_.diagnostics, Severity::Error, "instance-needed", place,
        fmt::format("`{}` has one value per instance; say which one is meant", name));
    report.label(declared, "has parameters");
    const auto& own = context_.output(output_).parameters;
    if (own.size() == wanted) {
      std::string arguments;
      for (const syntax::Param& parameter : own) {
        arguments += (arguments.empty() ? "" : ", ") + parameter.name.text;
      }
      report.fix("read the instance of the own parameters",
                 {insert_at(place.end, place.file, fmt::format("({})", arguments))});
    } else {
      report.help(
          fmt::format("write `{}(…)` with {} argument{}, or "
                      "`{}.aggregate(over_instances: all, using: …)` for all of them",
                      name, wanted, wanted == 1 ? "" : "s", name));
    }
    return false;
  }
  diag::error(context_.diagnostics, "argument-count", place,
              fmt::format("`{}` has {} parameter{}, but {} argument{} given", name, wanted,
                          wanted == 1 ? "" : "s", given, given == 1 ? " is" : "s are"))
      .label(declared, "declared here");
  return false;
}

bool Resolver::set_offset(ConstructUse& use, ExprId value) {
  const syntax::Expr& number = context_.expr(strip(context_.ast, value));
  const auto refuse = [&](std::string_view why) {
    return diag::error(context_.diagnostics, "bad-offset", number.span, std::string(why));
  };
  if (number.kind != ExprKind::Number || !structure::is_integer_text(number.text)) {
    if (number.kind != ExprKind::Missing) {
      refuse("an offset is a negative whole number such as -1");
    }
    return false;
  }
  if (!number.unit.empty()) {
    refuse("an offset counts values, it cannot be a time")
        .help("for a stretch of time use `aggregate(over: …, using: last)`");
    return false;
  }
  const auto steps = structure::integer_value(number.text);
  if (steps && *steps > 0) {
    refuse("an offset looks back, so it must not be positive")
        .fix("look back instead", {{number.span, fmt::format("-{}", *steps)}});
    return false;
  }
  if (!steps || *steps < -32768) {
    refuse("an offset lies between -32768 and 0");
    return false;
  }
  use.offset = -*steps;
  if (use.offset == 0) {
    use.kind = ConstructKind::Sync;
  }
  return true;
}

void Resolver::resolve_offset(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), "offset");
  ExprId by = arguments.take({"by"});
  if (!by.valid()) {
    by = arguments.take_positional();
  }
  const ExprId fallback = arguments.take({"or", "dft", "default"});
  resolve(fallback);
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span)) {
    context_.mark_broken(id);
    return;
  }
  constexpr std::string_view kForm = "s.offset(by: -1)";
  if (!by.valid()) {
    missing_argument(id, "`by:`", kForm);
    return;
  }
  ConstructUse use = access(ConstructKind::Offset, *target);
  if (!set_offset(use, by) || !no_leftover(id, arguments, kForm)) {
    context_.mark_broken(id);
    return;
  }
  use.fallback = use.kind == ConstructKind::Offset ? fallback : ExprId();
  finish(id, std::move(use));
}

void Resolver::resolve_index(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const auto target = receiver(expr.operands.front(), "[…]");
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span)) {
    context_.mark_broken(id);
    return;
  }
  ConstructUse use = access(ConstructKind::Offset, *target);
  if (expr.operands.size() < 2 || !set_offset(use, expr.operands[1])) {
    context_.mark_broken(id);
    return;
  }
  finish(id, std::move(use));
}

void Resolver::resolve_last(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), "last");
  const ExprId fallback = arguments.take({"or", "dft", "default"});
  resolve(fallback);
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span)) {
    context_.mark_broken(id);
    return;
  }
  if (!no_leftover(id, arguments, "s.last(or: 0)")) {
    return;
  }
  ConstructUse use = access(ConstructKind::Offset, *target);
  use.offset = 1;
  use.fallback = fallback;
  finish(id, std::move(use));
}

void Resolver::resolve_delta(ExprId id, bool method) {
  const syntax::Expr& expr = context_.expr(id);
  constexpr std::string_view kForm = "delta(s, or: 0)";
  Arguments arguments(expr.arguments);
  const ExprId subject = method ? expr.operands.front() : arguments.take_positional();
  const ExprId fallback = arguments.take({"or", "dft", "default"});
  resolve(fallback);
  if (!subject.valid() || !fallback.valid()) {
    if (subject.valid()) {
      resolve(subject);
    }
    missing_argument(id, subject.valid() ? "`or:`, the value before the first" : "a stream", kForm);
    return;
  }
  const auto target = receiver(subject, "delta");
  if (!target || !check_instance(id, *target, context_.expr(subject).span)) {
    context_.mark_broken(id);
    return;
  }
  if (!no_leftover(id, arguments, kForm)) {
    return;
  }
  ConstructUse use = access(ConstructKind::Delta, *target);
  use.offset = 1;
  use.fallback = fallback;
  finish(id, std::move(use));
}

void Resolver::resolve_hold_or_get(ExprId id, ConstructKind kind) {
  const syntax::Expr& expr = context_.expr(id);
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), expr.name.text);
  const ExprId fallback = arguments.take({"or"});
  resolve(fallback);
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span)) {
    context_.mark_broken(id);
    return;
  }
  if (!no_leftover(id, arguments, fmt::format("s.{}(or: 0)", expr.name.text))) {
    return;
  }
  ConstructUse use = access(kind, *target);
  use.fallback = fallback;
  finish(id, std::move(use));
}

void Resolver::resolve_is_fresh(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const auto target = receiver(expr.operands.front(), "is_fresh");
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span)) {
    context_.mark_broken(id);
    return;
  }
  if (no_leftover(id, Arguments(expr.arguments), "s.is_fresh()")) {
    finish(id, access(ConstructKind::IsFresh, *target));
  }
}

bool Resolver::set_duration(ConstructUse& use, ExprId value) {
  using structure::PeriodProblem;
  const syntax::Expr& number = context_.expr(strip(context_.ast, value));
  if (number.kind == ExprKind::Missing) {
    return false;
  }
  structure::PeriodReading reading{{}, PeriodProblem::NoUnit};
  if (number.kind == ExprKind::Number) {
    reading = structure::period_of(number);
  }
  switch (reading.problem) {
    case PeriodProblem::None:
      use.duration = reading.period;
      return true;
    case PeriodProblem::NoUnit: {
      diag::Report report(context_.diagnostics, Severity::Error, "bad-duration", number.span,
                          "a length of time is a number with a unit, such as `10s` or `2d`");
      if (number.kind == ExprKind::Number) {
        report.fix("count in seconds", {insert_at(number.span.end, number.span.file, "s")});
      }
      return false;
    }
    case PeriodProblem::NotPositive:
      diag::error(context_.diagnostics, "bad-duration", number.span,
                  "a length of time must be positive");
      return false;
    case PeriodProblem::TooLarge:
      diag::error(context_.diagnostics, "bad-duration", number.span,
                  "this length of time is too large or too fine");
      return false;
    case PeriodProblem::UnknownUnit:
      return false;  // reported by the parser
  }
  return false;
}

void Resolver::resolve_exists(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  constexpr std::string_view kForm = "s.exists(over: 10s)";
  Arguments arguments(expr.arguments);
  const auto target = receiver(expr.operands.front(), "exists");
  ExprId over = arguments.take({"over"});
  if (!over.valid()) {
    over = arguments.take_positional();
  }
  if (!target || !check_instance(id, *target, context_.expr(expr.operands.front()).span)) {
    context_.mark_broken(id);
    return;
  }
  if (!over.valid()) {
    missing_argument(id, "`over:`", kForm);
    return;
  }
  ConstructUse use = access(ConstructKind::Occurrence, *target);
  if (!set_duration(use, over)) {
    context_.mark_broken(id);
    return;
  }
  if (no_leftover(id, arguments, kForm)) {
    finish(id, std::move(use));
  }
}

void Resolver::resolve_defaults(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  constexpr std::string_view kForm = "x.defaults(to: 0)";
  Arguments arguments(expr.arguments);
  resolve(expr.operands.front());
  ExprId fallback = arguments.take({"to", "or"});
  if (!fallback.valid()) {
    fallback = arguments.take_positional();
  }
  resolve(fallback);
  if (!fallback.valid()) {
    missing_argument(id, "`to:`", kForm);
    return;
  }
  if (!no_leftover(id, arguments, kForm)) {
    return;
  }
  ConstructUse use;
  use.kind = ConstructKind::Defaults;
  use.operand = expr.operands.front();
  use.fallback = fallback;
  finish(id, std::move(use));
}

}  // namespace fairmon::sema::names
