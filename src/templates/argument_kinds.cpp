#include "templates/argument_kinds.hpp"

#include <algorithm>

#include "diag/report.hpp"

namespace fairmon::templates {

namespace {

using syntax::ExprId;
using syntax::ExprKind;

bool check_number(const syntax::Ast& ast, const MetricParameter& parameter, ExprId id,
                  Diagnostics& diagnostics) {
  if (number_text(ast, id)) {
    return true;
  }
  const syntax::Expr& expr = ast.exprs[id];
  auto report = diag::error(diagnostics, "metric-arguments", expr.span,
                            '`' + parameter.name + "` is a number, such as `" +
                                (parameter.name == "min_support" ? "30" : "0.1") + '`');
  if (expr.kind == ExprKind::Number) {
    report.fix("leave out the unit", {{expr.span, expr.text}});
  } else {
    report.help("write a literal, or the name of a constant that is one");
  }
  return false;
}

bool check_duration(const syntax::Ast& ast, const MetricParameter& parameter, ExprId id,
                    Diagnostics& diagnostics) {
  const syntax::Expr& expr = ast.exprs[id];
  if (expr.kind == ExprKind::Number && !expr.unit.empty() && !expr.unit.ends_with("Hz")) {
    return true;
  }
  auto report = diag::error(diagnostics, "metric-arguments", expr.span,
                            '`' + parameter.name + "` is a length of time, such as `12h` or `30d`");
  if (expr.kind == ExprKind::Number && expr.unit.empty()) {
    report.fix("count in days", {{Span{expr.span.end, expr.span.end, expr.span.file}, "d"}});
  }
  return false;
}

}  // namespace

bool is_broken(const syntax::Ast& ast, ExprId id) {
  if (!id.valid()) {
    return false;
  }
  const syntax::Expr& expr = ast.exprs[id];
  const auto broken = [&](ExprId part) { return is_broken(ast, part); };
  return expr.kind == ExprKind::Missing ||
         std::any_of(expr.operands.begin(), expr.operands.end(), broken) ||
         std::any_of(expr.arguments.begin(), expr.arguments.end(),
                     [&](const syntax::Argument& argument) { return broken(argument.value); });
}

std::optional<std::string> number_text(const syntax::Ast& ast, ExprId id) {
  const syntax::Expr& expr = ast.exprs[id];
  if (expr.kind == ExprKind::Number && expr.unit.empty()) {
    return expr.text;
  }
  if (expr.kind == ExprKind::Unary && expr.op == syntax::Op::Negate) {
    const auto positive = number_text(ast, expr.operands.front());
    return positive ? std::optional('-' + *positive) : std::nullopt;
  }
  if (expr.kind == ExprKind::Name) {
    for (const syntax::ConstantDecl& constant : ast.constants) {
      const bool named = constant.name.text == expr.name.text && constant.value.valid();
      if (named && ast.exprs[constant.value].kind != ExprKind::Name) {
        return number_text(ast, constant.value);
      }
    }
  }
  return std::nullopt;
}

bool check_kind(const syntax::Ast& ast, const MetricParameter& parameter, ExprId id,
                Diagnostics& diagnostics) {
  switch (parameter.kind) {
    case ParameterKind::Number:
      return check_number(ast, parameter, id, diagnostics);
    case ParameterKind::Duration:
      return check_duration(ast, parameter, id, diagnostics);
    case ParameterKind::Key:
    case ParameterKind::Expression:
    case ParameterKind::Choice:
    case ParameterKind::Pacing:
      return true;
  }
  return true;
}

}  // namespace fairmon::templates
