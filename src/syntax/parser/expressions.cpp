#include <array>

#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {
namespace {

struct Infix {
  TokenKind kind;
  Op op;
  int level;
};

// Levels from loosest to tightest.
constexpr std::array kInfix = {
    Infix{TokenKind::Implies, Op::Implies, 1},
    Infix{TokenKind::Or, Op::Or, 2},
    Infix{TokenKind::And, Op::And, 3},
    Infix{TokenKind::BitOr, Op::BitOr, 4},
    Infix{TokenKind::BitXor, Op::BitXor, 5},
    Infix{TokenKind::BitAnd, Op::BitAnd, 6},
    Infix{TokenKind::Equal, Op::Equal, 7},
    Infix{TokenKind::NotEqual, Op::NotEqual, 7},
    Infix{TokenKind::Less, Op::Less, 8},
    Infix{TokenKind::LessEqual, Op::LessEqual, 8},
    Infix{TokenKind::Greater, Op::Greater, 8},
    Infix{TokenKind::GreaterEqual, Op::GreaterEqual, 8},
    Infix{TokenKind::ShiftLeft, Op::ShiftLeft, 9},
    Infix{TokenKind::ShiftRight, Op::ShiftRight, 9},
    Infix{TokenKind::Plus, Op::Add, 10},
    Infix{TokenKind::Minus, Op::Subtract, 10},
    Infix{TokenKind::Star, Op::Multiply, 11},
    Infix{TokenKind::Slash, Op::Divide, 11},
    Infix{TokenKind::Percent, Op::Remainder, 11},
    Infix{TokenKind::Power, Op::Power, 12},
};

const Infix* find_infix(TokenKind kind) {
  // Token kinds of infix operators are the last ones; everything before ends an expression.
  if (kind < TokenKind::Implies) {
    return nullptr;
  }
  for (const Infix& infix : kInfix) {
    if (infix.kind == kind) {
      return &infix;
    }
  }
  return nullptr;
}

bool is_right_associative(Op op) { return op == Op::Implies || op == Op::Power; }

}  // namespace

ExprId Parser::parse_expression() { return parse_binary(1); }

ExprId Parser::parse_binary(int least_level) {
  if (depth_ >= kMaxNesting) {
    report_too_deep(here());
    return missing(gap());
  }
  ++depth_;
  ExprId left = parse_unary();
  while (!panic_) {
    const Infix* infix = find_infix(peek().kind);
    // A declaration's tag begins with `#`, never with an operator, so any operator continues.
    if (infix == nullptr || infix->level < least_level) {
      break;
    }
    const Token& token = take();
    const bool complete = can_start_operand();
    if (!complete) {
      missing_operand(&token);
    }
    Expr node;
    node.kind = ExprKind::Binary;
    node.op = infix->op;
    node.focus = span_of(token);
    const int right_level = infix->level + (is_right_associative(infix->op) ? 0 : 1);
    const ExprId right = complete ? parse_binary(right_level) : missing(gap());
    node.span = cover(expr(left).span, expr(right).span);
    node.operands = {left, right};
    left = add(std::move(node));
  }
  --depth_;
  return left;
}

// As can_start_expression, and signs that name an aggregation.
bool Parser::can_start_operand() const {
  return can_start_expression() || at_sign_name() || at(TokenKind::Error);
}

// `∧`, `∨` and `#` name an aggregation where nothing else follows them.
bool Parser::at_sign_name() const {
  const TokenKind next = peek(1).kind;
  return (at(TokenKind::And) || at(TokenKind::Or) || at(TokenKind::Hash)) &&
         (next == TokenKind::RightParen || next == TokenKind::Comma);
}

ExprId Parser::parse_unary() {
  const Token& token = peek();
  Op op = Op::Not;
  if (token.kind == TokenKind::Minus || token.kind == TokenKind::Plus) {
    if (peek(1).kind == TokenKind::Number && peek(1).begin == token.end) {
      take();
      const std::string_view sign = token.kind == TokenKind::Minus ? "-" : "";
      return parse_postfix(parse_number(sign, token.begin));
    }
    op = token.kind == TokenKind::Minus ? Op::Negate : Op::Plus;
  } else if (token.kind == TokenKind::Complement) {
    op = Op::Complement;
  } else if (token.kind != TokenKind::Not) {
    return parse_postfix(parse_operand());
  }
  take();
  if (!can_start_operand()) {
    missing_operand(&token);
    return missing(gap());
  }
  if (depth_ >= kMaxNesting) {
    report_too_deep(here());
    return missing(gap());
  }
  ++depth_;
  const ExprId operand = parse_unary();
  --depth_;
  Expr node;
  node.kind = ExprKind::Unary;
  node.op = op;
  node.focus = span_of(token);
  node.span = cover(node.focus, expr(operand).span);
  node.operands = {operand};
  return add(std::move(node));
}

ExprId Parser::parse_operand() {
  const Token& token = peek();
  if (token.kind == TokenKind::Number) {
    return parse_number("", token.begin);
  }
  if (token.kind == TokenKind::True || token.kind == TokenKind::False) {
    Expr node;
    node.kind = ExprKind::Bool;
    node.text = token.kind == TokenKind::True ? "true" : "false";
    node.span = node.focus = span_of(take());
    return add(std::move(node));
  }
  if (token.kind == TokenKind::String || token.kind == TokenKind::RawString) {
    Expr node;
    node.kind = ExprKind::String;
    node.text = decode(token);
    node.span = node.focus = span_of(take());
    return add(std::move(node));
  }
  if (token.kind == TokenKind::LeftParen) {
    const bool lambda =
        tokens_[std::min(closing(position_) + 1, tokens_.size() - 1)].kind == TokenKind::FatArrow;
    return lambda ? parse_lambda() : parse_parenthesis();
  }
  if (at(Word::If) && peek(1).kind != TokenKind::Colon) {
    return parse_if();
  }
  if (at_sign_name() || (token.kind == TokenKind::Identifier && !at_boundary())) {
    return parse_word();
  }
  missing_operand(nullptr);
  return missing(gap());
}

ExprId Parser::parse_if() {
  const Token& keyword = take();
  Expr node;
  node.kind = ExprKind::If;
  node.focus = span_of(keyword);
  node.operands.push_back(parse_expression());
  if (!panic_ && !accept(Word::Then)) {
    report_incomplete_if(keyword, "then");
  }
  node.operands.push_back(panic_ ? missing(gap()) : parse_expression());
  if (!panic_ && !accept(Word::Else)) {
    report_incomplete_if(keyword, "else");
  }
  node.operands.push_back(panic_ ? missing(gap()) : parse_expression());
  node.span = span_since(keyword.begin);
  return add(std::move(node));
}

// Goes on as if the word were there when an expression follows.
void Parser::report_incomplete_if(const Token& keyword, std::string_view word) {
  diag::Report report = diag::error(diagnostics_, "incomplete-if", gap(),
                                    "the `" + std::string(word) + "` of this `if` is missing");
  report.label(span_of(keyword), "every `if` has a `then` and an `else`");
  if (can_start_expression() && !on_new_line()) {
    report.fix("write it", {{gap(), " " + std::string(word)}});
  } else {
    panic_ = true;
  }
}

ExprId Parser::parse_parenthesis() {
  const Token& open = take();
  if (at(TokenKind::RightParen)) {
    take();
    Expr node;
    node.kind = ExprKind::Tuple;
    node.span = node.focus = span_since(open.begin);
    return add(std::move(node));
  }
  const ExprId first = parse_expression();
  if (at(TokenKind::Comma)) {
    return parse_tuple_rest(open, first);
  }
  close_bracket(open);
  Expr node;
  node.kind = ExprKind::Paren;
  node.span = node.focus = span_since(open.begin);
  node.operands = {first};
  return add(std::move(node));
}

// Expects the `)` of `open`. After a mistake inside goes on behind the bracket's own end.
void Parser::close_bracket(const Token& open) {
  if (panic_) {
    skip_in_brackets();
  }
  if (accept(TokenKind::RightParen)) {
    panic_ = false;
    return;
  }
  if (!panic_ && !at_boundary() && !at(TokenKind::String) && !at(TokenKind::Comma) &&
      tokens_[closing(index_of(open))].kind == TokenKind::RightParen) {
    // It is closed further on; what lies between is the mistake.
    expected("an operator or `)`");
    skip_in_brackets();
    panic_ = !accept(TokenKind::RightParen);
    return;
  }
  missing_close(open, ")");
}

ExprId Parser::parse_tuple_rest(const Token& open, ExprId first) {
  Expr node;
  node.kind = ExprKind::Tuple;
  node.operands.push_back(first);
  if (panic_) {
    panic_ = false;
  }
  while (accept(TokenKind::Comma)) {
    node.operands.push_back(parse_expression());
    if (panic_) {
      skip_in_brackets();
      panic_ = at_boundary();
    }
  }
  close_bracket(open);
  node.span = node.focus = span_since(open.begin);
  return add(std::move(node));
}

}  // namespace fairmon::syntax::parser
