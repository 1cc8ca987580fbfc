#include "syntax/operators.hpp"
#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {
namespace {

/// A decimal number with its point moved by two places; nothing for other ways to write numbers.
std::optional<std::string> hundredth(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
  std::string fraction = digits.substr(digits.size() - 2);
  fraction += point < text.size() ? text.substr(point + 1) : "";
  while (fraction.size() > 1 && fraction.back() == '0') {
    fraction.pop_back();
  }
  return digits.substr(0, digits.size() - 2) + "." + fraction;
}

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
    const std::optional<Op> infix = binary_operator(peek().kind);
    // A declaration's tag begins with `#`, never with an operator, so any operator continues.
    if (!infix || precedence(*infix) < least_level) {
      break;
    }
    const Token& token = take();
    if (token.kind == TokenKind::Percent && is_per_cent(left, token)) {
      left = report_per_cent(left, token);
      continue;
    }
    const bool complete = can_start_operand();
    if (!complete) {
      missing_operand(&token);
    }
    Expr node;
    node.kind = ExprKind::Binary;
    node.op = *infix;
    node.focus = span_of(token);
    const int right_level = precedence(*infix) + (is_right_associative(*infix) ? 0 : 1);
    const ExprId right = complete ? parse_binary(right_level) : missing(gap());
    node.span = cover(expr(left).span, expr(right).span);
    node.operands = {left, right};
    left = add(std::move(node));
  }
  --depth_;
  return left;
}

// `10%` with nothing behind it that could be divided by: a text is a trigger's message.
bool Parser::is_per_cent(ExprId left, const Token& sign) const {
  return expr(left).kind == ExprKind::Number && expr(left).span.end == sign.begin &&
         (!can_start_operand() || at(TokenKind::String));
}

ExprId Parser::report_per_cent(ExprId left, const Token& sign) {
  Expr number = expr(left);
  const Span place = cover(number.span, span_of(sign));
  diag::Report report = diag::error(diagnostics_, "per-cent", place,
                                    "there is no sign for per cent: shares lie between 0 and 1");
  if (const auto share = hundredth(number.text)) {
    report.fix("write it as a share", {{place, *share}});
  }
  number.span = number.focus = place;
  number.text = "0.5";  // goes on with some share
  return add(std::move(number));
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
