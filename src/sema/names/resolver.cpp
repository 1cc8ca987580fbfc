#include "sema/names/resolver.hpp"

#include <algorithm>

#include "sema/names/foreign.hpp"

namespace fairmon::sema::names {

using syntax::ExprKind;

void Resolver::resolve(ExprId id) {
  if (!id.valid()) {
    return;
  }
  const syntax::Expr& expr = context_.expr(id);
  switch (expr.kind) {
    case ExprKind::Missing:
      context_.mark_broken(id);
      return;
    case ExprKind::Bool:
    case ExprKind::Number:
    case ExprKind::String:
      return;
    case ExprKind::Name:
      resolve_name(id);
      return;
    case ExprKind::Call:
      resolve_call(id);
      return;
    case ExprKind::Method:
      resolve_method(id);
      return;
    case ExprKind::Index:
      resolve_index(id);
      return;
    case ExprKind::Lambda: {
      diag::Report report(
          context_.diagnostics, Severity::Error, "misplaced-lambda", expr.span,
          "a function `x => …` can only stand in `where:`, or in `of:` and `given:` of the "
          "instance form of `prob`");
      if (lookup(expr.parameters.empty() ? "" : expr.parameters.front().name.text)) {
        report.fix("if a comparison is meant, write `>=`", {{expr.focus, ">="}});
      }
      context_.mark_broken(id);
      return;
    }
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::If:
    case ExprKind::Tuple:
    case ExprKind::Paren:
    case ExprKind::Project:
      for (const ExprId operand : expr.operands) {
        resolve(operand);
      }
      return;
  }
}

std::optional<NameRef> Resolver::lookup(const std::string& name) const {
  // Only the innermost lambda can be named: an aggregation sees one instance at a time.
  if (!lambdas_.empty()) {
    const auto& parameters = *lambdas_.back();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].name.text == name) {
        return NameRef{RefKind::LambdaParameter, static_cast<std::uint32_t>(i)};
      }
    }
  }
  // While an instance is being spawned its parameters have no values yet.
  const bool spawning = clause_ == ClauseKind::SpawnWhen || clause_ == ClauseKind::SpawnWith;
  const auto& parameters = context_.output(output_).parameters;
  for (std::size_t i = 0; i < parameters.size() && !spawning; ++i) {
    if (parameters[i].name.text == name) {
      return NameRef{RefKind::Parameter, static_cast<std::uint32_t>(i)};
    }
  }
  if (name == "self" && !context_.output(output_).trigger) {
    return NameRef{RefKind::Output, output_};
  }
  const auto found = context_.names.find(name);
  return found == context_.names.end() ? std::nullopt : std::optional<NameRef>(found->second.ref);
}

std::vector<std::string> Resolver::names_in_scope() const {
  std::vector<std::string> names;
  for (const auto* parameters : lambdas_) {
    for (const syntax::Param& parameter : *parameters) {
      names.push_back(parameter.name.text);
    }
  }
  for (const syntax::Param& parameter : context_.output(output_).parameters) {
    names.push_back(parameter.name.text);
  }
  for (const auto& [name, declaration] : context_.names) {
    names.push_back(name);
  }
  // The table has no order of its own; the nearest name must not depend on it.
  std::sort(names.begin(), names.end());
  return names;
}

void Resolver::unknown_name(ExprId id, const syntax::Name& name) {
  context_.mark_broken(id);
  if (name.missing()) {
    return;
  }
  for (const auto* parameters : lambdas_) {
    for (const syntax::Param& parameter : *parameters) {
      if (parameter.name.text == name.text) {
        diag::error(context_.diagnostics, "nested-lambda", name.span,
                    fmt::format("`{}` belongs to an outer function and cannot be used in an inner "
                                "one",
                                name.text))
            .label(parameter.name.span, "declared here")
            .help("compute the inner value in an output of its own");
        return;
      }
    }
  }
  for (const syntax::Param& parameter : context_.output(output_).parameters) {
    if (parameter.name.text == name.text) {
      diag::error(context_.diagnostics, "parameter-in-spawn", name.span,
                  fmt::format("`{}` has no value yet: spawning is what gives it one", name.text))
          .label(parameter.name.span, "the parameter")
          .help("name the streams whose values the parameters take");
      return;
    }
  }
  if (!context_.unknown.insert(name.text).second) {
    return;  // reported where it first occurs
  }
  diag::Report report(context_.diagnostics, Severity::Error, "unknown-name", name.span,
                      fmt::format("there is no stream, constant or parameter `{}`", name.text));
  // Each search looks at all names; a text full of unknown ones must not take forever.
  constexpr std::size_t kMostSuggestions = 50;
  if (explain_foreign(report, WordKind::Name, name.text, name.span) ||
      context_.unknown.size() > kMostSuggestions) {
    return;
  }
  if (!suggest(report, name.text, name.span, names_in_scope())) {
    suggest_input(report, name.text);
  }
}

/// A column nobody declared: its type is a guess, the likeliest first.
void Resolver::suggest_input(diag::Report& report, const std::string& name) const {
  const syntax::Ast& ast = context_.ast;
  std::uint32_t place = 0;
  for (const syntax::InputDecl& input : ast.inputs) {
    place = std::max(place, input.span.end);
  }
  for (const syntax::ImportDecl& import : ast.imports) {
    place = std::max(place, import.span.end);
  }
  for (const syntax::TagExpr& tag : ast.global_tags) {
    if (ast.inputs.empty() && ast.imports.empty()) {
      place = std::max(place, tag.span.end + 1);
    }
  }
  for (const char* type : {"Float64", "Bool", "String", "Int64"}) {
    const std::string line = fmt::format("input {} : {}", name, type);
    report.fix("declare it as an input",
               {insert_at(place, 0, place == 0 ? line + "\n" : "\n" + line)});
  }
}

void Resolver::resolve_name(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  const auto ref = lookup(expr.name.text);
  if (!ref) {
    unknown_name(id, expr.name);
    return;
  }
  context_.facts(id).ref = *ref;
  if (ref->kind == RefKind::Input || ref->kind == RefKind::Output) {
    Receiver plain;
    plain.stream = *ref;
    if (check_instance(id, plain, expr.span)) {
      finish(id, access(ConstructKind::Sync, plain));
    }
  }
}

void Resolver::resolve_call(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  if (const auto ref = lookup(expr.name.text)) {
    if (ref->kind == RefKind::Input || ref->kind == RefKind::Output) {
      resolve_stream_call(id, *ref);
      return;
    }
    diag::error(context_.diagnostics, "not-callable", expr.name.span,
                fmt::format("`{}` is not a parameterised stream or function", expr.name.text))
        .help("only outputs with parameters take arguments");
    context_.mark_broken(id);
    return;
  }
  if (expr.name.text == "prob") {
    resolve_prob_function(id);
  } else if (expr.name.text == "delta") {
    resolve_delta(id, false);
  } else if (expr.name.text == "cast") {
    resolve_cast(id, {}, ConstructKind::Cast);
  } else if (expr.name.text == "widen") {
    resolve_cast(id, {}, ConstructKind::Widen);
  } else if (!resolve_claim(id)) {
    resolve_function(id, {});
  }
}

void Resolver::resolve_stream_call(ExprId id, NameRef stream) {
  const syntax::Expr& expr = context_.expr(id);
  context_.facts(id).ref = stream;
  Receiver target;
  target.stream = stream;
  target.has_arguments = true;
  for (const syntax::Argument& argument : expr.arguments) {
    resolve(argument.value);
    target.instance.push_back(argument.value);
  }
  if (check_instance(id, target, expr.span)) {
    finish(id, access(ConstructKind::Sync, target));
  }
}

void Resolver::resolve_method(ExprId id) {
  const syntax::Expr& expr = context_.expr(id);
  if (resolve_access(id)) {
    return;
  }
  const std::string& name = expr.name.text;
  if (name == "aggregate") {
    resolve_aggregate(id);
  } else if (name == "prob") {
    resolve_prob_method(id);
  } else if (name == "cast") {
    resolve_cast(id, expr.operands.front(), ConstructKind::Cast);
  } else if (name == "widen") {
    resolve_cast(id, expr.operands.front(), ConstructKind::Widen);
  } else if (!resolve_short_window(id)) {
    resolve_function(id, expr.operands.front());
  }
}

void resolve(Context& context) {
  for (std::uint32_t i = 0; i < context.ast.outputs.size(); ++i) {
    for_each_clause(context.output(i), [&](ClauseKind clause, std::size_t, ExprId id) {
      Resolver(context, i, clause).resolve(id);
    });
  }
}

}  // namespace fairmon::sema::names
