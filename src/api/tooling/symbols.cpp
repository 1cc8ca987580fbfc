#include "api/tooling/symbols.hpp"

#include <algorithm>
#include <unordered_map>

#include "syntax/parse.hpp"

namespace fairmon::api {
namespace {

using syntax::Ast;
using syntax::Expr;
using syntax::ExprId;
using syntax::ExprKind;
using syntax::Name;

class Finder {
 public:
  explicit Finder(const Ast& ast) : ast_(ast) {}

  Symbols run() {
    declare_globals();
    for (const auto& constant : ast_.constants) {
      walk(constant.value);
    }
    for (const syntax::OutputId id : ast_.outputs.ids()) {
      walk_output(id);
    }
    for (const auto& use : ast_.uses) {
      walk_arguments(use.arguments);
    }
    std::sort(found_.occurrences.begin(), found_.occurrences.end(),
              [](const Occurrence& a, const Occurrence& b) { return a.span.begin < b.span.begin; });
    return std::move(found_);
  }

 private:
  void declare_globals();
  std::uint32_t declare(SymbolKind kind, const Name& name, std::uint32_t index, Span scope = {});
  void refer(const Name& name);
  void walk_output(syntax::OutputId id);
  void walk_pacing(const std::optional<syntax::PacingExpr>& pacing);
  void walk(ExprId id);
  void walk_arguments(const std::vector<syntax::Argument>& arguments);
  void walk_lambda(const Expr& expr);

  const Ast& ast_;
  Symbols found_;
  std::unordered_map<std::string, std::uint32_t> globals_;
  std::vector<std::uint32_t> locals_;  ///< innermost last
  std::uint32_t output_ = 0;           ///< symbol of the output being walked
  std::uint32_t output_index_ = 0;
};

std::uint32_t Finder::declare(SymbolKind kind, const Name& name, std::uint32_t index, Span scope) {
  const auto number = static_cast<std::uint32_t>(found_.symbols.size());
  found_.symbols.push_back({kind, name.text, name.span, index, scope});
  if (!name.missing()) {
    found_.occurrences.push_back({name.span, number});
  }
  return number;
}

void Finder::declare_globals() {
  const auto add = [this](SymbolKind kind, const Name& name, std::uint32_t index) {
    globals_.try_emplace(name.text, declare(kind, name, index));
  };
  for (const auto id : ast_.constants.ids()) {
    add(SymbolKind::Constant, ast_.constants[id].name, id.value);
  }
  for (const auto id : ast_.inputs.ids()) {
    add(SymbolKind::Input, ast_.inputs[id].name, id.value);
  }
  for (const auto id : ast_.outputs.ids()) {
    add(SymbolKind::Output, ast_.outputs[id].name, id.value);
  }
}

void Finder::refer(const Name& name) {
  if (name.missing()) {
    return;
  }
  if (name.text == "self") {
    found_.occurrences.push_back({name.span, output_});
    return;
  }
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if (found_.symbols[*local].name == name.text) {
      found_.occurrences.push_back({name.span, *local});
      return;
    }
  }
  if (const auto global = globals_.find(name.text); global != globals_.end()) {
    found_.occurrences.push_back({name.span, global->second});
  }
}

void Finder::walk_output(syntax::OutputId id) {
  const syntax::OutputDecl& output = ast_.outputs[id];
  const auto own = globals_.find(output.name.text);
  output_ = own == globals_.end() ? 0 : own->second;
  output_index_ = id.value;
  for (const syntax::Param& parameter : output.parameters) {
    locals_.push_back(declare(SymbolKind::Parameter, parameter.name, id.value, output.span));
  }
  refer(output.mirror_of);
  walk(output.mirror_when);
  if (output.spawn) {
    walk_pacing(output.spawn->pacing);
    walk(output.spawn->when);
    walk(output.spawn->with);
  }
  for (const syntax::EvalDecl& eval : output.evals) {
    walk_pacing(eval.pacing);
    walk(eval.when);
    walk(eval.with);
  }
  if (output.close) {
    walk_pacing(output.close->pacing);
    walk(output.close->when);
  }
  locals_.clear();
}

void Finder::walk_pacing(const std::optional<syntax::PacingExpr>& pacing) {
  if (pacing) {
    walk(pacing->value);
  }
}

void Finder::walk_arguments(const std::vector<syntax::Argument>& arguments) {
  for (const syntax::Argument& argument : arguments) {
    // What follows these is no stream: an aggregation, a selection of instances.
    const bool names_builtin =
        argument.name.text == "using" || argument.name.text == "over_instances";
    if (!names_builtin || ast_.exprs[argument.value].kind != ExprKind::Name) {
      walk(argument.value);
    }
  }
}

void Finder::walk_lambda(const Expr& expr) {
  const std::size_t outside = locals_.size();
  for (const syntax::Param& parameter : expr.parameters) {
    locals_.push_back(
        declare(SymbolKind::LambdaParameter, parameter.name, output_index_, expr.span));
  }
  walk(expr.operands[0]);
  locals_.resize(outside);
}

void Finder::walk(ExprId id) {
  if (!id.valid()) {
    return;
  }
  const Expr& expr = ast_.exprs[id];
  if (expr.kind == ExprKind::Lambda) {
    walk_lambda(expr);
    return;
  }
  if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Call) {
    refer(expr.name);
  }
  for (const ExprId operand : expr.operands) {
    walk(operand);
  }
  walk_arguments(expr.arguments);
}

}  // namespace

const Occurrence* Symbols::find(std::uint32_t offset) const {
  const Occurrence* touching = nullptr;
  for (const Occurrence& one : occurrences) {
    if (one.span.begin <= offset && offset < one.span.end) {
      return &one;
    }
    if (one.span.end == offset) {
      touching = &one;
    }
  }
  return touching;
}

Symbols find_symbols(const Ast& ast) { return Finder(ast).run(); }

Symbols find_symbols(const SourceFile& source) {
  Diagnostics diagnostics;
  diagnostics.add_file(source);
  return find_symbols(syntax::parse(source, 0, diagnostics));
}

}  // namespace fairmon::api
