#include <algorithm>

#include "syntax/operators.hpp"
#include "syntax/print.hpp"

namespace fairmon::syntax {
namespace {

class ExpressionPrinter {
 public:
  explicit ExpressionPrinter(const Ast& ast) : ast_(ast) {}

  void print(ExprId id);
  /// With parentheses if the expression binds more loosely than `level`.
  void print_at(ExprId id, int level);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] const Expr& at(ExprId id) const { return ast_.exprs[id]; }
  [[nodiscard]] int level_of(const Expr& expr) const;
  [[nodiscard]] bool ends_open(ExprId id) const;
  void print_left(ExprId id, int level);
  void print_receiver(ExprId id, bool component = false);
  void print_unary(const Expr& expr);
  void print_binary(const Expr& expr);
  void print_call(const Expr& expr);
  void print_lambda(const Expr& expr);
  void print_list(const std::vector<ExprId>& items);

  const Ast& ast_;
  std::string out_;
};

int ExpressionPrinter::level_of(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::If:
    case ExprKind::Lambda:
      return 0;
    case ExprKind::Binary:
      return precedence(expr.op);
    case ExprKind::Unary:
      return kUnaryPrecedence;
    case ExprKind::Missing:
    case ExprKind::Bool:
    case ExprKind::Number:
    case ExprKind::String:
    case ExprKind::Name:
    case ExprKind::Tuple:
    case ExprKind::Paren:
    case ExprKind::Call:
    case ExprKind::Method:
    case ExprKind::Project:
    case ExprKind::Index:
      return kPostfixPrecedence;
  }
  return kPostfixPrecedence;
}

// Would an operator written behind it be read as part of it?
bool ExpressionPrinter::ends_open(ExprId id) const {
  while (at(id).kind == ExprKind::Binary || at(id).kind == ExprKind::Unary) {
    id = at(id).operands.back();
  }
  return at(id).kind == ExprKind::If || at(id).kind == ExprKind::Lambda;
}

void ExpressionPrinter::print_at(ExprId id, int level) {
  const bool tail = at(id).kind == ExprKind::If || at(id).kind == ExprKind::Lambda;
  if (tail || level_of(at(id)) >= level) {
    print(id);
    return;
  }
  out_ += '(';
  print(id);
  out_ += ')';
}

void ExpressionPrinter::print_left(ExprId id, int level) {
  const bool wrap = level_of(at(id)) < level || ends_open(id);
  out_ += wrap ? "(" : "";
  print(id);
  out_ += wrap ? ")" : "";
}

// A number keeps its distance from `.0`, which would become its fraction.
void ExpressionPrinter::print_receiver(ExprId id, bool component) {
  const bool wrap =
      level_of(at(id)) < kPostfixPrecedence || (component && at(id).kind == ExprKind::Number);
  out_ += wrap ? "(" : "";
  print(id);
  out_ += wrap ? ")" : "";
}

void ExpressionPrinter::print_unary(const Expr& expr) {
  out_ += spelling(expr.op);
  const std::size_t before = out_.size();
  print_at(expr.operands[0], kUnaryPrecedence);
  // A sign touching digits would become part of the number.
  const bool digit = before < out_.size() && out_[before] >= '0' && out_[before] <= '9';
  if (digit && (expr.op == Op::Negate || expr.op == Op::Plus)) {
    out_.insert(before, " ");
  }
}

void ExpressionPrinter::print_binary(const Expr& expr) {
  const int level = precedence(expr.op);
  const bool right = is_right_associative(expr.op);
  print_left(expr.operands[0], right ? level + 1 : level);
  out_ += ' ';
  out_ += spelling(expr.op);
  out_ += ' ';
  print_at(expr.operands[1], right ? level : level + 1);
}

void ExpressionPrinter::print_list(const std::vector<ExprId>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    out_ += i > 0 ? ", " : "";
    print(items[i]);
  }
}

void ExpressionPrinter::print_call(const Expr& expr) {
  out_ += expr.name.text;
  for (std::size_t i = 0; i < expr.type_arguments.size(); ++i) {
    out_ += i > 0 ? ", " : "<";
    out_ += print_type(expr.type_arguments[i]);
  }
  out_ += expr.type_arguments.empty() ? "(" : ">(";
  for (std::size_t i = 0; i < expr.arguments.size(); ++i) {
    out_ += i > 0 ? ", " : "";
    if (!expr.arguments[i].name.missing()) {
      out_ += expr.arguments[i].name.text + ": ";
    }
    print(expr.arguments[i].value);
  }
  out_ += ')';
}

void ExpressionPrinter::print_lambda(const Expr& expr) {
  const bool bare = expr.parameters.size() == 1 && !expr.parameters[0].type;
  out_ += bare ? "" : "(";
  for (std::size_t i = 0; i < expr.parameters.size(); ++i) {
    out_ += i > 0 ? ", " : "";
    out_ += expr.parameters[i].name.text;
    if (expr.parameters[i].type) {
      out_ += ": " + print_type(*expr.parameters[i].type);
    }
  }
  out_ += bare ? " => " : ") => ";
  print(expr.operands[0]);
}

void ExpressionPrinter::print(ExprId id) {
  const Expr& expr = at(id);
  switch (expr.kind) {
    case ExprKind::Missing:
      out_ += "_";
      break;
    case ExprKind::Bool:
      out_ += expr.text;
      break;
    case ExprKind::Number:
      out_ += expr.text + expr.unit;
      break;
    case ExprKind::String:
      out_ += quote(expr.text);
      break;
    case ExprKind::Name:
      out_ += expr.name.text;
      break;
    case ExprKind::Unary:
      print_unary(expr);
      break;
    case ExprKind::Binary:
      print_binary(expr);
      break;
    case ExprKind::If:
      out_ += "if ";
      print(expr.operands[0]);
      out_ += " then ";
      print(expr.operands[1]);
      out_ += " else ";
      print(expr.operands[2]);
      break;
    case ExprKind::Tuple:
    case ExprKind::Paren:
      out_ += '(';
      print_list(expr.operands);
      out_ += ')';
      break;
    case ExprKind::Call:
      print_call(expr);
      break;
    case ExprKind::Method:
      print_receiver(expr.operands[0]);
      out_ += '.';
      print_call(expr);
      break;
    case ExprKind::Project:
      print_receiver(expr.operands[0], true);
      out_ += "." + std::to_string(expr.index);
      break;
    case ExprKind::Index:
      print_receiver(expr.operands[0]);
      out_ += '[';
      print(expr.operands[1]);
      out_ += ']';
      break;
    case ExprKind::Lambda:
      print_lambda(expr);
      break;
  }
}

}  // namespace

std::string print_expression(const Ast& ast, ExprId id) {
  if (!id.valid()) {
    return "_";
  }
  ExpressionPrinter printer(ast);
  printer.print(id);
  return printer.take();
}

std::string quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else {
      quoted += c == '"' || c == '\\' ? "\\" : "";
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace fairmon::syntax
