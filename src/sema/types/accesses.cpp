#include <cmath>

#include "sema/names/names.hpp"
#include "sema/structure/quantities.hpp"
#include "sema/types/checker.hpp"

namespace fairmon::sema::types {

TermId Checker::target_type(ExprId id, const ConstructUse& use) {
  TermId type = use.target.kind == RefKind::Output
                    ? outputs_[use.target.index]
                    : terms_.known(context_.analysis.inputs.raw()[use.target.index]);
  if (use.target.kind == RefKind::Output) {
    const std::vector<TermId>& parameters = parameters_[use.target.index];
    for (std::size_t i = 0; i < use.instance.size() && i < parameters.size(); ++i) {
      infer(use.instance[i]);
      expect(use.instance[i], parameters[i],
             fmt::format("parameter `{}` of `{}`",
                         context_.output(use.target.index).parameters[i].name.text,
                         context_.name_of(use.target)));
    }
  }
  std::string name = context_.name_of(use.target);
  for (const std::uint32_t component : use.components) {
    if (terms_.is_poison(type)) {
      return type;
    }
    if (!terms_.is(type, TypeKind::Tuple) || component >= terms_.parts(type).size()) {
      const ExprId receiver = context_.expr(id).operands.front();
      diag::error(diagnostics_, "no-such-component",
                  context_.expr(receiver.valid() ? receiver : id).span,
                  fmt::format("`{}` has no component {}: its value is {}", name, component,
                              terms_.describe(type)))
          .label(context_.declared_at(use.target), terms_.describe(outputs_[use.target.index]));
      return terms_.poison();
    }
    type = terms_.parts(type)[component];
    name += fmt::format(".{}", component);
  }
  return type;
}

TermId Checker::infer_fallback(ExprId id, ConstructUse& use, TermId value) {
  if (!use.fallback.valid()) {
    return terms_.optional(value);
  }
  infer(use.fallback);
  const std::string_view what =
      use.kind == ConstructKind::Delta ? "the value before the first" : "the substitute in `or:`";
  (void)id;
  expect(use.fallback, value, what);
  return value;
}

TermId Checker::infer_construct(ExprId id, ConstructUse& use) {
  switch (use.kind) {
    case ConstructKind::Sync:
      return target_type(id, use);
    case ConstructKind::Offset:
    case ConstructKind::Hold:
    case ConstructKind::Get:
      return infer_fallback(id, use, target_type(id, use));
    case ConstructKind::Delta: {
      const TermId value = target_type(id, use);
      if (!terms_.is_poison(value) && !terms_.restrict(value, kNumbers)) {
        diag::error(diagnostics_, "operand-type", context_.expr(id).span,
                    fmt::format("`delta` subtracts numbers, but `{}` is {}",
                                context_.name_of(use.target), terms_.describe(value)));
        return terms_.poison();
      }
      const TermId result = infer_fallback(id, use, value);
      return terms_.is(result, TypeKind::Prob) ? float_ : result;
    }
    case ConstructKind::IsFresh:
    case ConstructKind::Occurrence: {
      ConstructUse whole = use;
      whole.components.clear();
      target_type(id, whole);
      return bool_;
    }
    case ConstructKind::Window:
    case ConstructKind::DiscreteWindow:
    case ConstructKind::InstanceWindow:
      return infer_window(id, use);
    case ConstructKind::Defaults:
      return infer_defaults(id, use);
    case ConstructKind::Cast:
      return infer_cast(id, use);
    case ConstructKind::Widen:
      return infer_widen(id, use);
    case ConstructKind::ProbStream:
    case ConstructKind::ProbEvaluation:
    case ConstructKind::ProbInstance:
      return infer_prob(id, use);
    case ConstructKind::Claim:
      return infer_claim(use);
  }
  return terms_.poison();
}

TermId Checker::infer_claim(ConstructUse& use) {
  const TermId operand = infer(use.operand);
  if (use.level.valid()) {
    infer(use.level);
    expect(use.level, float_, "`level:`");
  }
  if (use.groups.valid()) {
    infer(use.groups);
    expect(use.groups, terms_.known(Type::unsigned_integer()), "`groups:`");
  }
  if (use.recent_flag.valid()) {
    infer(use.recent_flag);
    expect_bool(use.recent_flag, "`recent:`");
  }
  if (use.claim == ClaimKind::Certain || use.claim == ClaimKind::Possible) {
    expect_bool(use.operand, use.claim == ClaimKind::Certain ? "what is stated to be certain"
                                                             : "what is stated to be possible");
    return bool_;
  }
  if (terms_.is_poison(operand)) {
    return operand;
  }
  if (terms_.is(operand, TypeKind::Optional)) {
    optional_used(use.operand);
    return terms_.poison();
  }
  if (!terms_.may_be(operand, kNumbers)) {
    diag::error(
        diagnostics_, "operand-type", context_.expr(use.operand).span,
        fmt::format("bounds are bounds of a number, and this is {}", terms_.describe(operand)));
    return terms_.poison();
  }
  return operand;
}

TermId Checker::infer_defaults(ExprId id, ConstructUse& use) {
  const TermId operand = infer(use.operand);
  const TermId fallback = infer(use.fallback);
  if (terms_.is_poison(operand)) {
    return fallback;
  }
  // A probability is always there, but undefined without trials: `.defaults` says what then.
  const ConstructUse* inner = context_.construct(strip(context_.ast, use.operand));
  const bool probability = inner != nullptr && (inner->kind == ConstructKind::ProbStream ||
                                                inner->kind == ConstructKind::ProbEvaluation ||
                                                inner->kind == ConstructKind::ProbInstance);
  if (probability) {
    const auto common = join(use.operand, use.fallback, false);
    if (!common) {
      mismatch(id, use.operand, use.fallback);
      return terms_.poison();
    }
    return *common;
  }
  if (!terms_.is(operand, TypeKind::Optional)) {
    const syntax::Expr& expr = context_.expr(id);
    const Span end = context_.expr(use.operand).span;
    diag::error(diagnostics_, "needless-default", expr.focus,
                fmt::format("this is {} and always has a value, so there is nothing to replace",
                            terms_.describe(operand)))
        .label(end, terms_.describe(operand))
        .fix("leave it out", {{{end.end, expr.span.end, end.file}, ""}});
    return operand;
  }
  const TermId value = terms_.parts(operand).front();
  expect(use.fallback, value, "the substitute in `to:`");
  return value;
}

TermId Checker::infer_cast(ExprId id, ConstructUse& use) {
  const syntax::Expr& expr = context_.expr(id);
  const TermId operand = infer(use.operand);
  if (expr.type_arguments.size() != 2) {
    diag::Report report(diagnostics_, Severity::Error, "cast-types", expr.focus,
                        "`cast` needs to be told both types, from and to");
    if (!terms_.is_poison(operand) && (terms_.kinds(operand) & ~kNumbers) == 0) {
      const std::string target = expr.type_arguments.size() == 1
                                     ? context_.source(expr.type_arguments[0].span)
                                     : "Float64";
      const Span gap{expr.name.span.end, context_.expr(use.operand).span.begin, expr.span.file};
      if (expr.kind == syntax::ExprKind::Call) {
        report.fix("name both",
                   {{gap, fmt::format("<{}, {}>(", terms_.resolve(operand).to_string(), target)}});
      }
    }
    return terms_.poison();
  }
  const Type from = names::named_type(context_, expr.type_arguments[0]);
  const Type to = names::named_type(context_, expr.type_arguments[1]);
  if (!from.known() || !to.known()) {
    return terms_.known(to);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Type& type = i == 0 ? from : to;
    if (!type.is_numeric()) {
      diag::error(diagnostics_, "cast-types", expr.type_arguments[i].span,
                  fmt::format("`cast` converts between kinds of numbers, and {} is none",
                              type.to_string()));
      return terms_.poison();
    }
  }
  if (!terms_.is_poison(operand)) {
    if (terms_.is(operand, TypeKind::Optional)) {
      optional_used(use.operand);
    } else if (!flow(use.operand, terms_.known(from))) {
      diag::Report report(diagnostics_, Severity::Error, "type-mismatch",
                          context_.expr(use.operand).span,
                          fmt::format("`cast` is told to convert from {}, but this is {}",
                                      from.to_string(), terms_.describe(operand)));
      report.label(expr.type_arguments[0].span, "from this type");
      if (terms_.may_be(operand, kNumbers)) {
        report.fix("name the type it has",
                   {{expr.type_arguments[0].span, terms_.resolve(operand).to_string()}});
      }
    }
  }
  return terms_.known(to);
}

TermId Checker::infer_widen(ExprId id, ConstructUse& use) {
  const syntax::Expr& expr = context_.expr(id);
  const TermId operand = infer(use.operand);
  if (expr.type_arguments.size() != 1) {
    diag::error(diagnostics_, "widen-type", expr.focus,
                "`widen` needs to be told the wider type, as in `widen<Int64>(x)`");
    return terms_.poison();
  }
  const Type to = names::named_type(context_, expr.type_arguments[0]);
  if (!to.known() || terms_.is_poison(operand)) {
    return terms_.known(to);
  }
  const KindSet family = only(to.kind());
  const bool allowed = to.is_integer() || to.is(TypeKind::Float);
  if (!allowed || !terms_.restrict(operand, family) || terms_.bits(operand) > to.bits()) {
    diag::error(
        diagnostics_, "widen-type", expr.type_arguments[0].span,
        fmt::format("{} does not become {} by widening", terms_.describe(operand), to.to_string()))
        .label(context_.expr(use.operand).span, terms_.describe(operand))
        .help(
            "`widen` keeps the kind of number and makes it at least as wide; otherwise use `cast`");
    return terms_.known(to);
  }
  return terms_.known(to);
}

void Checker::infer_lambda(ExprId lambda, NameRef stream) {
  const syntax::Expr& expr = context_.expr(lambda);
  std::vector<TermId> parameters = parameters_[stream.index];
  parameters.push_back(outputs_[stream.index]);
  parameters.resize(std::min(parameters.size(), expr.parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!expr.parameters[i].type) {
      continue;
    }
    const Type declared = names::named_type(context_, *expr.parameters[i].type);
    if (!terms_.unify(parameters[i], terms_.known(declared))) {
      diag::error(diagnostics_, "type-mismatch", expr.parameters[i].type->span,
                  fmt::format("parameter `{}` is {}, not {}", expr.parameters[i].name.text,
                              terms_.describe(parameters[i]), declared.to_string()))
          .label(context_.declared_at(stream), "parameter of this stream");
    }
  }
  lambdas_.push_back(std::move(parameters));
  const ExprId body = expr.operands.front();
  infer(body);
  expect_bool(body, "the condition on instances");
  lambdas_.pop_back();
}

/// The number an expression stands for, if it is a literal or a constant.
void Checker::check_weight(ExprId id, bool prior) {
  if (!id.valid()) {
    return;
  }
  infer(id);
  expect(id, float_, prior ? "`prior:`" : "`confidence:`");
  const ExprId inner = strip(context_.ast, id);
  const syntax::Expr& expr = context_.expr(inner);
  double value = 0;
  if (expr.kind == syntax::ExprKind::Number) {
    value = structure::real_value(expr.text);
  } else if (context_.facts(inner).ref.kind == RefKind::Constant) {
    const Value& constant =
        context_.analysis.constant_values.raw()[context_.facts(inner).ref.index];
    if (const auto* real = std::get_if<double>(&constant.content())) {
      value = *real;
    } else if (const auto* whole = std::get_if<std::int64_t>(&constant.content())) {
      value = static_cast<double>(*whole);
    } else {
      return;
    }
  } else {
    return;
  }
  const bool fits = prior ? value >= 0 && value <= 1 : value >= 0 && std::isfinite(value);
  if (!fits) {
    diag::error(diagnostics_, "prior-out-of-range", context_.expr(id).span,
                prior
                    ? fmt::format("a prior is a probability between 0 and 1, and {} is not", value)
                    : fmt::format("a confidence counts trials and cannot be {}", value));
  }
}

TermId Checker::infer_prob(ExprId id, ConstructUse& use) {
  (void)id;
  if (use.kind == ConstructKind::ProbInstance) {
    infer_lambda(use.of_lambda, use.target);
    if (use.given.valid()) {
      infer_lambda(use.given, use.target);
    }
  } else {
    infer(use.operand);
    expect_bool(use.operand, "the event of `prob`");
    if (use.given.valid()) {
      infer(use.given);
      expect_bool(use.given, "the condition in `given:`");
    }
  }
  check_weight(use.prior, true);
  check_weight(use.confidence, false);
  return terms_.known(Type::prob());
}

}  // namespace fairmon::sema::types
