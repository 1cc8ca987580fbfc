#include <limits>

#include "sema/types/checker.hpp"

namespace fairmon::sema::types {

TermId Checker::infer_call(ExprId id) {
  const ExprFacts& facts = context_.facts(id);
  if (facts.function == nullptr) {
    return terms_.poison();
  }
  const builtins::Function& function = *facts.function;
  const std::vector<ExprId> arguments = facts.call_arguments;
  for (const ExprId argument : arguments) {
    infer(argument);
  }
  check_literals(id, function);
  return function.variadic ? apply_variadic(id, function, arguments)
                           : apply(id, function, arguments);
}

const Value* Checker::constant_of(ExprId id) const {
  const NameRef ref = context_.facts(id).ref;
  return ref.kind == RefKind::Constant ? &context_.analysis.constant_values.raw()[ref.index]
                                       : nullptr;
}

void Checker::check_literals(ExprId id, const builtins::Function& function) {
  const std::vector<ExprId>& arguments = context_.facts(id).call_arguments;
  for (std::size_t i = 0; i < arguments.size() && i < 32; ++i) {
    if ((function.literal_arguments >> i & 1U) == 0) {
      continue;
    }
    const ExprId inner = strip(context_.ast, arguments[i]);
    const syntax::Expr& expr = context_.expr(inner);
    const Value* constant = constant_of(inner);
    const bool literal = expr.kind == syntax::ExprKind::Number ||
                         expr.kind == syntax::ExprKind::String ||
                         expr.kind == syntax::ExprKind::Bool ||
                         expr.kind == syntax::ExprKind::Missing || constant != nullptr;
    if (!literal) {
      diag::error(
          diagnostics_, "literal-wanted", expr.span,
          fmt::format("this argument of `{}` must be written out: it is prepared before the "
                      "run",
                      function.name));
    } else if (expr.kind == syntax::ExprKind::String) {
      check_literal(function, Value(expr.text), expr.span);
    } else if (constant != nullptr) {
      check_literal(function, *constant, expr.span);
    }
  }
}

void Checker::check_literal(const builtins::Function& function, const Value& literal, Span place) {
  if (function.literal_problem == nullptr ||
      !std::holds_alternative<std::string>(literal.content())) {
    return;
  }
  if (const auto problem = function.literal_problem(literal)) {
    diag::error(diagnostics_, "bad-regex", place,
                fmt::format("this is no regular expression: {}", *problem))
        .help("a backslash before a mark such as `(` or `*` takes it literally");
  }
}

std::optional<int> Checker::cost(TermId argument, const Type& wanted) const {
  if (terms_.is_poison(argument)) {
    return 0;
  }
  const KindSet kind = only(wanted.kind());
  if (terms_.may_be(argument, kind)) {
    return 0;
  }
  constexpr KindSet kWidening = kIntegers | only(TypeKind::Prob);
  if (wanted.is(TypeKind::Float) && (terms_.kinds(argument) & ~kWidening) == 0) {
    return 1;
  }
  return std::nullopt;
}

std::optional<TermId> Checker::apply_alike(const builtins::Function& function,
                                           const std::vector<ExprId>& arguments) {
  KindSet accepted = 0;
  for (const builtins::Overload& overload : function.overloads) {
    for (const Type& argument : overload.arguments) {
      if (argument != overload.result) {
        return std::nullopt;
      }
    }
    accepted |= only(overload.result.kind());
  }
  bool open = false;
  for (const ExprId argument : arguments) {
    open |= !terms_.is_settled(type_of(argument));
    if (!terms_.may_be(type_of(argument), accepted & kNumbers)) {
      return std::nullopt;
    }
  }
  if (!open || function.overloads.front().arguments.size() != arguments.size()) {
    return std::nullopt;
  }
  TermId common = type_of(arguments.front());
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const auto joined = join(arguments.front(), arguments[i], false);
    if (!joined) {
      return std::nullopt;
    }
    common = *joined;
  }
  return terms_.restrict(common, accepted) ? std::optional(common) : std::nullopt;
}

TermId Checker::apply(ExprId id, const builtins::Function& function,
                      const std::vector<ExprId>& arguments) {
  const builtins::Overload* best = nullptr;
  int best_cost = std::numeric_limits<int>::max();
  bool broken = false;
  for (const ExprId argument : arguments) {
    broken |= terms_.is_poison(type_of(argument));
    if (terms_.is(type_of(argument), TypeKind::Optional)) {
      optional_used(argument);
      return terms_.poison();
    }
  }
  if (const auto common = broken ? std::nullopt : apply_alike(function, arguments)) {
    return *common;
  }
  for (const builtins::Overload& overload : function.overloads) {
    if (overload.arguments.size() != arguments.size()) {
      continue;
    }
    int total = 0;
    bool fits = true;
    for (std::size_t i = 0; i < arguments.size() && fits; ++i) {
      const auto one = cost(type_of(arguments[i]), overload.arguments[i]);
      fits = one.has_value();
      total += one.value_or(0);
    }
    if (fits && total < best_cost) {
      best = &overload;
      best_cost = total;
    }
  }
  if (best == nullptr || broken) {
    if (!broken) {
      no_overload(id, function, arguments);
      return terms_.poison();
    }
    return best == nullptr ? terms_.poison() : terms_.known(best->result);
  }
  TermId same_as_argument;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Type& wanted = best->arguments[i];
    TermId target = terms_.fresh(only(wanted.kind()));
    // Every declared width of the kind will do, but all arguments of a kind share it.
    if (same_as_argument.valid() && wanted == best->result) {
      target = same_as_argument;
    }
    if (!flow(arguments[i], target)) {
      no_overload(id, function, arguments);
      return terms_.poison();
    }
    if (wanted == best->result && wanted.is_numeric()) {
      same_as_argument = used_as(arguments[i]);
    }
  }
  if (function.whole_units) {
    whole_units_.insert(id.value);
    return terms_.fresh(kIntegers);
  }
  return same_as_argument.valid() ? same_as_argument : terms_.known(best->result);
}

TermId Checker::apply_variadic(ExprId id, const builtins::Function& function,
                               const std::vector<ExprId>& arguments) {
  if (function.overloads.empty()) {
    return terms_.poison();
  }
  const builtins::Overload& overload = function.overloads.front();
  for (std::size_t i = 0; i < overload.arguments.size() && i < arguments.size(); ++i) {
    expect(arguments[i], terms_.known(overload.arguments[i]),
           fmt::format("argument {} of `{}`", i + 1, function.name));
  }
  (void)id;
  return terms_.known(overload.result);
}

void Checker::no_overload(ExprId id, const builtins::Function& function,
                          const std::vector<ExprId>& arguments) {
  const syntax::Expr& expr = context_.expr(id);
  std::string given;
  for (const ExprId argument : arguments) {
    given += (given.empty() ? "" : " and ") + terms_.describe(type_of(argument));
  }
  const bool is_operator = function.kind == builtins::FunctionKind::Operator;
  const std::string name = is_operator && function.notation && !function.notation->spellings.empty()
                               ? std::string(function.notation->spellings.front())
                               : std::string(function.name);
  diag::Report report(diagnostics_, Severity::Error, "no-overload", expr.focus,
                      fmt::format("`{}` does not work on {}", name, given));
  for (const ExprId argument : arguments) {
    report.label(context_.expr(argument).span, terms_.describe(type_of(argument)));
  }
  std::string accepted;
  std::size_t count = 0;
  for (const builtins::Overload& overload : function.overloads) {
    constexpr std::size_t kShown = 4;
    if (++count > kShown) {
      accepted += ", …";
      break;
    }
    std::string one;
    for (const Type& type : overload.arguments) {
      one += (one.empty() ? "" : ", ") + type.to_string();
    }
    accepted += fmt::format("{}({})", accepted.empty() ? "" : ", ", one);
  }
  report.note(fmt::format("it takes {}", accepted));
}

}  // namespace fairmon::sema::types
