#include "support/number.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

ExprId Parser::parse_postfix(ExprId receiver) {
  while (!panic_) {
    if (at(TokenKind::Dot)) {
      const TokenKind next = peek(1).kind;
      receiver = next == TokenKind::Number ? parse_projection(receiver) : parse_method(receiver);
    } else if (at(TokenKind::LeftBracket) && !on_new_line()) {
      receiver = parse_index(receiver);
    } else {
      break;
    }
  }
  return receiver;
}

ExprId Parser::parse_projection(ExprId receiver) {
  take();
  const Token& number = take();
  const std::string_view digits = text_of(number);
  Expr node;
  node.kind = ExprKind::Project;
  node.focus = span_of(number);
  node.span = cover(expr(receiver).span, node.focus);
  constexpr std::uint32_t kMost = 999'999;
  const auto index = support::parse_number<std::uint32_t>(digits);
  if (!index || *index > kMost) {
    diag::error(diagnostics_, "component-number", node.focus,
                "a component is chosen by a small whole number");
    return missing(node.span);
  }
  node.index = *index;
  node.operands = {receiver};
  return add(std::move(node));
}

ExprId Parser::parse_method(ExprId receiver) {
  take();
  if (!is_word(peek()) || at_declaration()) {
    expected("the name of a method or the number of a component after the dot");
    return receiver;
  }
  const Token& token = take();
  Expr node;
  node.kind = ExprKind::Method;
  node.name = make_name(token);
  node.focus = node.name.span;
  node.operands = {receiver};
  if (at(TokenKind::Less) && at_type_arguments()) {
    node.type_arguments = parse_type_arguments();
  }
  if (at(TokenKind::LeftParen)) {
    node.arguments = parse_arguments(take());
  } else {
    diag::error(diagnostics_, "method-parentheses", node.focus,
                "`" + node.name.text + "` needs parentheses behind it")
        .fix("add them", {{gap(), "()"}});
  }
  node.span = {expr(receiver).span.begin, last_end_, file_};
  return check_method(std::move(node));
}

// `s[-1]`, and `s[-1, 0]` of older tools.
ExprId Parser::parse_index(ExprId receiver) {
  const Token& open = take();
  const Span inside_begin = gap();
  const ExprId offset = parse_expression();
  Expr node;
  node.kind = ExprKind::Index;
  if (!panic_ && accept(TokenKind::Comma)) {
    const ExprId fallback = parse_expression();
    if (!panic_ && accept(TokenKind::RightBracket)) {
      report_index_with_default(span_since(open.begin), offset, fallback);
    } else if (!panic_) {
      missing_close(open, "]");
    }
    return missing({expr(receiver).span.begin, last_end_, file_});
  }
  if (panic_) {
    skip_in_brackets();
    panic_ = at_boundary();
  }
  if (!accept(TokenKind::RightBracket)) {
    missing_close(open, "]");
  }
  node.focus = span_since(open.begin);
  node.span = cover(expr(receiver).span, node.focus);
  if (expr(offset).kind != ExprKind::Number && expr(offset).kind != ExprKind::Missing) {
    diag::error(diagnostics_, "malformed-offset", expr(offset).span,
                "an offset is a whole number, such as `-1` for the value before");
    return missing(cover(inside_begin, node.span));
  }
  node.operands = {receiver, offset};
  return add(std::move(node));
}

void Parser::report_index_with_default(Span brackets, ExprId offset, ExprId fallback) {
  if (!expr(offset).unit.empty()) {  // `s[3s, sum]`
    diag::error(diagnostics_, "old-syntax", brackets, "brackets take an offset, not a window")
        .fix("write it as an aggregation",
             {{brackets, ".aggregate(over: " + slice(expr(offset).span) +
                             ", using: " + slice(expr(fallback).span) + ")"}},
             true);
    return;
  }
  const std::string text =
      ".offset(by: " + slice(expr(offset).span) + ", or: " + slice(expr(fallback).span) + ")";
  diag::error(diagnostics_, "old-syntax", brackets,
              "brackets take only the offset; its default is given by name")
      .fix("write it as an access", {{brackets, text}}, true);
}

}  // namespace fairmon::syntax::parser
