#include <fairmon/tooling.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/number.hpp"
#include "syntax/parse.hpp"
#include "templates/expand.hpp"

namespace fairmon {

namespace {

using syntax::Expr;
using syntax::ExprKind;

/// The number that says how long a window is; null if the expression is no window.
const Expr* length_of(const syntax::Ast& ast, const Expr& expr) {
  const auto number = [&](syntax::ExprId id) {
    const Expr* value = &ast.exprs[id];
    while (value->kind == ExprKind::Paren) {
      value = &ast.exprs[value->operands.front()];
    }
    return value->kind == ExprKind::Number ? value : nullptr;
  };
  if (expr.kind != ExprKind::Method && expr.kind != ExprKind::Call) {
    return nullptr;
  }
  for (const syntax::Argument& argument : expr.arguments) {
    if (argument.name.text.starts_with("over") && argument.name.text != "over_instances") {
      return number(argument.value);
    }
  }
  // `s.count(10s)`, `s.exists(10s)`: no other method takes a length of time as it stands.
  if (expr.kind != ExprKind::Method || expr.arguments.empty() || expr.name.text == "offset" ||
      !expr.arguments.front().name.missing()) {
    return nullptr;
  }
  const Expr* first = number(expr.arguments.front().value);
  return first != nullptr && !first->unit.empty() ? first : nullptr;
}

/// A window over events has a whole number of them; empty if the length cannot be changed.
std::string scaled_length(const Expr& length, double times) {
  const auto value = support::parse_number<double>(length.text);
  if (!value) {
    return {};
  }
  const double scaled = *value * times;
  const std::string text =
      fmt::format("{}", length.unit.empty() ? std::max(1.0, std::ceil(scaled)) : scaled);
  // A frequency is no length.
  return length.unit == "Hz" || text.find('e') != std::string::npos ? "" : text + length.unit;
}

/// Streams in whose declaration a place lies, mirrors of them included.
std::vector<std::string> streams_at(const syntax::Ast& ast, const Span& place) {
  std::vector<std::string> names;
  std::size_t num_triggers = 0;
  for (const syntax::OutputDecl& output : ast.outputs) {
    const std::string name =
        output.trigger ? fmt::format("trigger_{}", num_triggers++) : output.name.text;
    const bool inside = output.span.begin <= place.begin && place.end <= output.span.end;
    const bool mirrors =
        !output.mirror_of.missing() &&
        std::find(names.begin(), names.end(), output.mirror_of.text) != names.end();
    if (inside || mirrors) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::optional<ScaledWindows> scale_windows(const SourceFile& source, double times) {
  auto written_out = expand_specification(source);
  if (!written_out) {
    return std::nullopt;
  }
  ScaledWindows scaled;
  scaled.text = std::move(*written_out);
  Diagnostics diagnostics;
  const SourceFile file(source.name(), scaled.text);
  const syntax::Ast ast = syntax::parse(file, diagnostics.add_file(file), diagnostics);
  std::vector<std::pair<Span, std::string>> edits;
  for (const Expr& expr : ast.exprs) {
    const Expr* length = length_of(ast, expr);
    const std::string other = length == nullptr ? "" : scaled_length(*length, times);
    if (!other.empty()) {
      scaled.windows.push_back({streams_at(ast, expr.span), length->text + length->unit, other});
      edits.emplace_back(length->span, other);
    }
  }
  std::sort(edits.begin(), edits.end(),
            [](const auto& a, const auto& b) { return a.first.begin > b.first.begin; });
  for (const auto& [span, text] : edits) {
    scaled.text.replace(span.begin, span.end - span.begin, text);
  }
  return scaled;
}

}  // namespace fairmon
