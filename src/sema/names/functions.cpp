#include <algorithm>

#include "sema/names/foreign.hpp"
#include "sema/names/resolver.hpp"
#include "syntax/constructs.hpp"

namespace fairmon::sema::names {
namespace {

/// How a function is written: `matches(x, regex: y)`.
std::string signature(const builtins::Function& function) {
  std::string text(function.name);
  text += '(';
  for (std::size_t i = 0; i < function.argument_names.size(); ++i) {
    text += i == 0 ? "" : ", ";
    if (!function.argument_names[i].empty()) {
      text += fmt::format("{}: ", function.argument_names[i]);
    }
    text += static_cast<char>('x' + static_cast<char>(i % 3));
  }
  return text + (function.variadic ? ", …)" : ")");
}

const builtins::Function* plain_function(std::string_view name) {
  for (const builtins::Function* function : builtins::functions()) {
    if (function->name == name) {
      return function;
    }
  }
  return nullptr;
}

}  // namespace

void Resolver::unknown_function(ExprId id, bool method) {
  const syntax::Expr& expr = context_.expr(id);
  context_.mark_broken(id);
  if (!context_.unknown.insert(expr.name.text + "()").second) {
    return;  // reported where it first occurs
  }
  std::vector<std::string> candidates;
  for (const builtins::Function* function : builtins::functions()) {
    candidates.emplace_back(function->name);
  }
  for (const syntax::Construct& form : syntax::constructs()) {
    if (method ? form.method : form.function) {
      candidates.emplace_back(form.name);
    }
  }
  if (method) {
    candidates.insert(candidates.end(), syntax::short_windows().begin(),
                      syntax::short_windows().end());
  } else {
    for (const syntax::OutputDecl& output : context_.ast.outputs) {
      if (!output.parameters.empty()) {
        candidates.push_back(output.name.text);
      }
    }
  }
  std::sort(candidates.begin(), candidates.end());
  diag::Report report(context_.diagnostics, Severity::Error, "unknown-function", expr.name.span,
                      fmt::format("there is no {} `{}`", method ? "access or function" : "function",
                                  expr.name.text));
  if (!explain_foreign(report, WordKind::Function, expr.name.text, expr.name.span)) {
    (void)suggest(report, expr.name.text, expr.name.span, candidates);
  }
}

void Resolver::resolve_function(ExprId id, ExprId receiver) {
  const syntax::Expr& expr = context_.expr(id);
  if (receiver.valid()) {
    resolve(receiver);
  }
  resolve_arguments(id);
  const builtins::Function* function = plain_function(expr.name.text);
  if (function == nullptr) {
    unknown_function(id, receiver.valid());
    return;
  }
  if (!order_arguments(id, receiver, *function)) {
    context_.mark_broken(id);
    return;
  }
  context_.facts(id).function = function;
}

bool Resolver::order_arguments(ExprId id, ExprId receiver, const builtins::Function& function) {
  const syntax::Expr& expr = context_.expr(id);
  std::vector<ExprId>& ordered = context_.facts(id).call_arguments;
  Arguments arguments(expr.arguments);
  for (std::size_t i = 0; i < function.argument_names.size(); ++i) {
    const std::string_view name = function.argument_names[i];
    ExprId value;
    if (i == 0 && receiver.valid()) {
      value = receiver;
    } else if (!name.empty()) {
      value = arguments.take({name});
    }
    // A name may be left out where it is clear which argument is meant.
    if (!value.valid()) {
      value = arguments.take_positional();
    }
    if (!value.valid()) {
      missing_argument(id, name.empty() ? "more arguments" : fmt::format("`{}:`", name),
                       signature(function));
      ordered.clear();
      return false;
    }
    ordered.push_back(value);
  }
  while (function.variadic) {
    const ExprId more = arguments.take_positional();
    if (!more.valid()) {
      break;
    }
    ordered.push_back(more);
  }
  if (!no_leftover(id, arguments, signature(function))) {
    ordered.clear();
    return false;
  }
  return true;
}

void Resolver::resolve_cast(ExprId id, ExprId receiver, ConstructKind kind) {
  const syntax::Expr& expr = context_.expr(id);
  Arguments arguments(expr.arguments);
  const ExprId operand = receiver.valid() ? receiver : arguments.take_positional();
  const std::string_view form = kind == ConstructKind::Cast ? "cast<From, To>(x)" : "widen<To>(x)";
  if (!operand.valid()) {
    missing_argument(id, "a value", form);
    return;
  }
  resolve(operand);
  if (!no_leftover(id, arguments, form)) {
    return;
  }
  ConstructUse use;
  use.kind = kind;
  use.operand = operand;
  finish(id, std::move(use));
}

}  // namespace fairmon::sema::names
