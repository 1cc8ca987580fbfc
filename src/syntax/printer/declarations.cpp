#include "syntax/print.hpp"

namespace fairmon::syntax {
namespace {

void print_tag(std::string& out, const TagExpr& tag) {
  out += tag.key.text;
  if (tag.value) {
    out += "=" + quote(*tag.value);
  }
}

void print_tags(std::string& out, const std::vector<TagExpr>& tags) {
  for (const TagExpr& tag : tags) {
    out += "#[";
    print_tag(out, tag);
    out += "]\n";
  }
}

void print_params(std::string& out, const std::vector<Param>& params) {
  out += '(';
  for (std::size_t i = 0; i < params.size(); ++i) {
    out += i > 0 ? ", " : "";
    out += params[i].name.text;
    if (params[i].type) {
      out += ": " + print_type(*params[i].type);
    }
  }
  out += ')';
}

class DeclarationPrinter {
 public:
  explicit DeclarationPrinter(const Ast& ast) : ast_(ast) {}

  std::string run() {
    for (const TagExpr& tag : ast_.global_tags) {
      out_ += "#![";
      print_tag(out_, tag);
      out_ += "]\n";
    }
    for (const DeclRef ref : ast_.order) {
      print(ref);
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  void print(DeclRef ref);
  void print_constant(const ConstantDecl& constant);
  void print_input(const InputDecl& input);
  void print_output(const OutputDecl& output);
  void print_short(const OutputDecl& output);
  void print_clauses(const OutputDecl& output);
  void print_type_declaration(const TypeDecl& type);
  void print_use(const UseDecl& use);
  void print_part(std::string_view word, ExprId id);
  void print_pacing_of(const std::optional<PacingExpr>& pacing);

  const Ast& ast_;
  std::string out_;
};

void DeclarationPrinter::print(DeclRef ref) {
  switch (ref.kind) {
    case DeclKind::Import:
      out_ += "import " + ast_.imports[ref.index].module.text;
      break;
    case DeclKind::Type:
      print_type_declaration(ast_.types[ref.index]);
      break;
    case DeclKind::Constant:
      print_constant(ast_.constants[ConstantId(ref.index)]);
      break;
    case DeclKind::Input:
      print_input(ast_.inputs[InputId(ref.index)]);
      break;
    case DeclKind::Output:
      print_output(ast_.outputs[OutputId(ref.index)]);
      break;
    case DeclKind::Use:
      print_use(ast_.uses[ref.index]);
      break;
  }
}

void DeclarationPrinter::print_type_declaration(const TypeDecl& type) {
  out_ += "type " + type.name.text + " {";
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    out_ += i > 0 ? ", " : " ";
    out_ += type.fields[i].name.text;
    out_ += type.fields[i].type ? ": " + print_type(*type.fields[i].type) : "";
  }
  out_ += " }";
}

void DeclarationPrinter::print_constant(const ConstantDecl& constant) {
  out_ += "constant " + constant.name.text + ": " + print_type(constant.type) +
          " := " + print_expression(ast_, constant.value);
}

void DeclarationPrinter::print_input(const InputDecl& input) {
  print_tags(out_, input.tags);
  out_ += "input " + input.name.text;
  if (!input.parameters.empty()) {
    print_params(out_, input.parameters);
  }
  out_ += ": " + print_type(input.type);
}

void DeclarationPrinter::print_use(const UseDecl& use) {
  print_tags(out_, use.tags);
  out_ += "use " + use.metric.text + "(";
  for (std::size_t i = 0; i < use.arguments.size(); ++i) {
    out_ += i > 0 ? ", " : "";
    const Argument& argument = use.arguments[i];
    out_ += argument.name.missing() ? "" : argument.name.text + ": ";
    out_ += print_expression(ast_, argument.value);
  }
  out_ += ")";
  out_ += use.alias.missing() ? "" : " as " + use.alias.text;
}

void DeclarationPrinter::print_output(const OutputDecl& output) {
  print_tags(out_, output.tags);
  out_ += output.trigger ? "trigger" : "output " + output.name.text;
  if (!output.mirror_of.missing()) {
    out_ += " mirrors " + output.mirror_of.text;
    print_part("when", output.mirror_when);
    return;
  }
  if (output.has_parameter_list) {
    print_params(out_, output.parameters);
  }
  if (output.type) {
    out_ += ": " + print_type(*output.type);
  }
  // A trigger with several evaluations, or one made by expansion, needs its clauses.
  if (output.short_form && output.evals.size() == 1 && !output.spawn && !output.close) {
    print_short(output);
  } else {
    print_clauses(output);
  }
}

void DeclarationPrinter::print_short(const OutputDecl& output) {
  const EvalDecl& eval = output.evals.front();
  print_pacing_of(eval.pacing);
  if (!output.trigger) {
    out_ += " := " + print_expression(ast_, eval.with);
    return;
  }
  out_ += " " + print_expression(ast_, eval.when);
  if (eval.with.valid()) {
    out_ += " " + print_expression(ast_, eval.with);
  }
}

void DeclarationPrinter::print_clauses(const OutputDecl& output) {
  if (output.spawn) {
    out_ += " spawn";
    print_pacing_of(output.spawn->pacing);
    print_part("when", output.spawn->when);
    print_part("with", output.spawn->with);
  }
  for (const EvalDecl& eval : output.evals) {
    out_ += " eval";
    print_pacing_of(eval.pacing);
    print_part("when", eval.when);
    print_part("with", eval.with);
  }
  if (output.close) {
    out_ += " close";
    print_pacing_of(output.close->pacing);
    print_part("when", output.close->when);
  }
}

void DeclarationPrinter::print_part(std::string_view word, ExprId id) {
  if (id.valid()) {
    out_ += " ";
    out_ += word;
    out_ += " " + print_expression(ast_, id);
  }
}

void DeclarationPrinter::print_pacing_of(const std::optional<PacingExpr>& pacing) {
  if (pacing) {
    out_ += " " + print_pacing(ast_, *pacing);
  }
}

// In pacings both operators group to the right; other groupings need parentheses.
std::string print_activation(const Ast& ast, ExprId id) {
  std::string out;
  while (ast.exprs[id].kind == ExprKind::Binary) {
    const Expr& expr = ast.exprs[id];
    const bool nested = ast.exprs[expr.operands[0]].kind == ExprKind::Binary;
    const std::string left = print_activation(ast, expr.operands[0]);
    out += nested ? "(" + left + ")" : left;
    out += expr.op == Op::And ? " && " : " || ";
    id = expr.operands[1];
  }
  if (ast.exprs[id].kind == ExprKind::Paren) {
    return out + "(" + print_activation(ast, ast.exprs[id].operands[0]) + ")";
  }
  return out + print_expression(ast, id);
}

}  // namespace

std::string print(const Ast& ast) { return DeclarationPrinter(ast).run(); }

std::string print_pacing(const Ast& ast, const PacingExpr& pacing) {
  const std::string value = print_activation(ast, pacing.value);
  switch (pacing.scope) {
    case PacingExpr::Scope::Plain:
      return "@" + value;
    case PacingExpr::Scope::Global:
      return "@Global(" + value + ")";
    case PacingExpr::Scope::Local:
      return "@Local(" + value + ")";
  }
  return "@" + value;
}

std::string print_type(const TypeExpr& type) {
  std::string out;
  switch (type.kind) {
    case TypeExpr::Kind::Missing:
      out = "_";
      break;
    case TypeExpr::Kind::Named:
      out = type.name.text;
      break;
    case TypeExpr::Kind::Tuple:
      for (const TypeExpr& part : type.parts) {
        out += (out.empty() ? "" : ", ") + print_type(part);
      }
      out = "(" + out + ")";
      break;
  }
  return type.optional ? out + "?" : out;
}

}  // namespace fairmon::syntax
