#include <fmt/format.h>

#include "syntax/operators.hpp"
#include "syntax/print.hpp"

namespace fairmon::syntax {
namespace {

std::string_view kind_word(ExprKind kind) {
  switch (kind) {
    case ExprKind::Missing:
      return "missing";
    case ExprKind::Bool:
      return "bool";
    case ExprKind::Number:
      return "number";
    case ExprKind::String:
      return "string";
    case ExprKind::Name:
      return "name";
    case ExprKind::Unary:
      return "unary";
    case ExprKind::Binary:
      return "binary";
    case ExprKind::If:
      return "if";
    case ExprKind::Tuple:
      return "tuple";
    case ExprKind::Paren:
      return "parentheses";
    case ExprKind::Call:
      return "call";
    case ExprKind::Method:
      return "method";
    case ExprKind::Project:
      return "component";
    case ExprKind::Index:
      return "index";
    case ExprKind::Lambda:
      return "lambda";
  }
  return {};
}

/// What tells two nodes of a kind apart.
std::string detail_of(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Bool:
    case ExprKind::Number:
      return expr.text + expr.unit;
    case ExprKind::String:
      return quote(expr.text);
    case ExprKind::Name:
    case ExprKind::Call:
    case ExprKind::Method:
      return expr.name.text;
    case ExprKind::Unary:
    case ExprKind::Binary:
      return std::string(spelling(expr.op));
    case ExprKind::Project:
      return std::to_string(expr.index);
    case ExprKind::Missing:
    case ExprKind::If:
    case ExprKind::Tuple:
    case ExprKind::Paren:
    case ExprKind::Index:
    case ExprKind::Lambda:
      break;
  }
  return {};
}

class TreePrinter {
 public:
  explicit TreePrinter(const Ast& ast) : ast_(ast) {}

  std::string run() {
    tags(ast_.global_tags);
    for (const DeclRef ref : ast_.order) {
      declaration(ref);
    }
    return std::move(out_);
  }

 private:
  /// Indents what follows, until it is gone.
  class Deeper {
   public:
    explicit Deeper(TreePrinter& printer) : printer_(printer) { ++printer_.depth_; }
    ~Deeper() { --printer_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    TreePrinter& printer_;
  };

  void line(std::string_view text) {
    out_.append(2 * depth_, ' ');
    out_ += text;
    out_ += '\n';
  }
  void line(std::string_view text, Span span) {
    line(fmt::format("{} {}..{}", text, span.begin, span.end));
  }

  void expression(ExprId id) {
    if (!id.valid()) {
      return;
    }
    const Expr& expr = ast_.exprs[id];
    const std::string detail = detail_of(expr);
    line(fmt::format("{}{}{}", kind_word(expr.kind), detail.empty() ? "" : " ", detail), expr.span);
    const Deeper deeper(*this);
    params("parameter", expr.parameters);
    for (const TypeExpr& type : expr.type_arguments) {
      line("type " + print_type(type), type.span);
    }
    for (const ExprId operand : expr.operands) {
      expression(operand);
    }
    arguments(expr.arguments);
  }

  void arguments(const std::vector<Argument>& all) {
    for (const Argument& argument : all) {
      if (argument.name.missing()) {
        expression(argument.value);
      } else {
        part("argument " + argument.name.text, argument.value);
      }
    }
  }

  void part(std::string_view word, ExprId id) {
    if (id.valid()) {
      line(word);
      const Deeper deeper(*this);
      expression(id);
    }
  }

  void params(std::string_view word, const std::vector<Param>& all) {
    for (const Param& param : all) {
      const std::string type = param.type ? ": " + print_type(*param.type) : "";
      line(fmt::format("{} {}{}", word, param.name.text, type), param.name.span);
    }
  }

  void tags(const std::vector<TagExpr>& all) {
    for (const TagExpr& tag : all) {
      const std::string value = tag.value ? " = " + quote(*tag.value) : "";
      line("tag " + tag.key.text + value, tag.span);
    }
  }

  void pacing(const std::optional<PacingExpr>& pacing) {
    if (!pacing) {
      return;
    }
    const char* scope = pacing->scope == PacingExpr::Scope::Global  ? "global "
                        : pacing->scope == PacingExpr::Scope::Local ? "local "
                                                                    : "";
    line(fmt::format("{}pacing", scope), pacing->span);
    const Deeper deeper(*this);
    expression(pacing->value);
  }

  void clause(std::string_view word, const std::optional<PacingExpr>& pace, ExprId when,
              ExprId with, Span span) {
    line(word, span);
    const Deeper deeper(*this);
    pacing(pace);
    part("when", when);
    part("with", with);
  }

  void output(const OutputDecl& output) {
    line(output.trigger ? "trigger" : "output " + output.name.text, output.span);
    const Deeper deeper(*this);
    tags(output.tags);
    params("parameter", output.parameters);
    if (output.type) {
      line("type " + print_type(*output.type), output.type->span);
    }
    if (!output.mirror_of.missing()) {
      line("mirrors " + output.mirror_of.text, output.mirror_of.span);
      part("when", output.mirror_when);
    }
    if (output.spawn) {
      const SpawnDecl& spawn = *output.spawn;
      clause("spawn", spawn.pacing, spawn.when, spawn.with, spawn.span);
    }
    for (const EvalDecl& eval : output.evals) {
      clause("eval", eval.pacing, eval.when, eval.with, eval.span);
    }
    if (output.close) {
      clause("close", output.close->pacing, output.close->when, {}, output.close->span);
    }
  }

  void input(const InputDecl& input) {
    line("input " + input.name.text + ": " + print_type(input.type), input.span);
    const Deeper deeper(*this);
    tags(input.tags);
    params("parameter", input.parameters);
  }

  void constant(const ConstantDecl& constant) {
    line("constant " + constant.name.text + ": " + print_type(constant.type), constant.span);
    const Deeper deeper(*this);
    expression(constant.value);
  }

  void use(const UseDecl& use) {
    line("use " + use.metric.text + (use.alias.missing() ? "" : " as " + use.alias.text), use.span);
    const Deeper deeper(*this);
    tags(use.tags);
    arguments(use.arguments);
  }

  void declaration(DeclRef ref) {
    switch (ref.kind) {
      case DeclKind::Import:
        line("import " + ast_.imports[ref.index].module.text, ast_.imports[ref.index].span);
        break;
      case DeclKind::Type: {
        line("type " + ast_.types[ref.index].name.text, ast_.types[ref.index].span);
        const Deeper deeper(*this);
        params("field", ast_.types[ref.index].fields);
        break;
      }
      case DeclKind::Constant:
        constant(ast_.constants[ConstantId(ref.index)]);
        break;
      case DeclKind::Input:
        input(ast_.inputs[InputId(ref.index)]);
        break;
      case DeclKind::Output:
        output(ast_.outputs[OutputId(ref.index)]);
        break;
      case DeclKind::Use:
        use(ast_.uses[ref.index]);
        break;
    }
  }

  const Ast& ast_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string print_tree(const Ast& ast) { return TreePrinter(ast).run(); }

}  // namespace fairmon::syntax
