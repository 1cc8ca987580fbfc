#include "templates/infer_pacing.hpp"

#include <set>
#include <string_view>

#include "syntax/constructs.hpp"

namespace fairmon::templates {

namespace {

using syntax::ExprId;
using syntax::ExprKind;

/// Accesses that have a value whenever they are asked: they do not wait for their stream. A length
/// of time makes a window of `s.max(10s)`.
bool is_asynchronous(const syntax::Ast& ast, const syntax::Expr& expr) {
  if (const syntax::Construct* construct = syntax::find_construct(expr.name.text)) {
    return construct->asynchronous;
  }
  return !expr.arguments.empty() && expr.arguments.front().value.valid() &&
         !ast.exprs[expr.arguments.front().value].unit.empty();
}

class Collector {
 public:
  explicit Collector(const syntax::Ast& ast) : ast_(ast) {}

  void visit(ExprId id) {
    if (!id.valid()) {
      return;
    }
    const syntax::Expr& expr = ast_.exprs[id];
    if (expr.kind == ExprKind::Method && is_asynchronous(ast_, expr)) {
      visit_asynchronous(expr);
      return;
    }
    if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Call) {
      visit_name(expr.name.text);
    }
    for (const ExprId operand : expr.operands) {
      visit(operand);
    }
    for (const syntax::Argument& argument : expr.arguments) {
      visit(argument.value);
    }
  }

  // The stream itself is not waited for; what names its instance and its substitute are.
  void visit_asynchronous(const syntax::Expr& expr) {
    const syntax::Expr* receiver = &ast_.exprs[expr.operands.front()];
    while (receiver->kind == ExprKind::Project || receiver->kind == ExprKind::Paren) {
      receiver = &ast_.exprs[receiver->operands.front()];
    }
    for (const syntax::Argument& argument : receiver->arguments) {
      visit(argument.value);
    }
    for (const syntax::Argument& argument : expr.arguments) {
      if (argument.name.text == "or") {
        visit(argument.value);
      }
    }
  }

  [[nodiscard]] std::vector<std::string> take_inputs() { return std::move(inputs_); }

 private:
  void visit_name(const std::string& name) {
    if (!seen_.insert(name).second) {
      return;
    }
    for (const syntax::InputDecl& input : ast_.inputs) {
      if (input.name.text == name) {
        inputs_.push_back(name);
        return;
      }
    }
    for (const syntax::OutputDecl& output : ast_.outputs) {
      if (output.name.text == name && output.evals.size() == 1) {
        visit_clause(output.evals.front());
      }
    }
  }

  void visit_clause(const syntax::EvalDecl& eval) {
    if (eval.pacing) {
      visit(eval.pacing->value);
    }
    visit(eval.when);
    visit(eval.with);
  }

  const syntax::Ast& ast_;
  std::set<std::string> seen_;
  std::vector<std::string> inputs_;
};

}  // namespace

std::string all_of_inputs(const std::vector<std::string>& inputs) {
  std::string text;
  for (const std::string& input : inputs) {
    text += (text.empty() ? "" : " && ") + input;
  }
  return text;
}

std::vector<std::string> inputs_behind(const syntax::Ast& ast,
                                       const std::vector<ExprId>& expressions) {
  Collector collector(ast);
  for (const ExprId id : expressions) {
    collector.visit(id);
  }
  return collector.take_inputs();
}

}  // namespace fairmon::templates
