#include <algorithm>

#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"
#include "syntax/units.hpp"

namespace fairmon::syntax::parser {

ExprId Parser::parse_number(std::string_view sign, std::uint32_t begin) {
  const Token& token = take();
  Expr node;
  node.kind = ExprKind::Number;
  node.span = node.focus = span_since(begin);
  const std::string_view digits = source_.text().substr(token.begin, token.extra - token.begin);
  node.text = sign;
  std::copy_if(digits.begin(), digits.end(), std::back_inserter(node.text),
               [](char c) { return c != '_'; });
  if (token.extra < token.end) {
    node.unit_span = {token.extra, token.end, file_};
    node.unit = slice(node.unit_span);
    if (!is_unit(node.unit)) {
      report_unknown_unit(node);
      return missing(node.span);
    }
  }
  return add(std::move(node));
}

void Parser::report_unknown_unit(const Expr& number) {
  diag::Report report = diag::error(diagnostics_, "unknown-unit", number.unit_span,
                                    "`" + number.unit + "` is not a unit");
  if (number.unit == "e" || number.unit == "E") {
    report.note("an exponent needs digits, as in `1e3`");
  } else if (const auto meant = nearest_unit(number.unit)) {
    report.fix("write `" + std::string(*meant) + "`", {{number.unit_span, std::string(*meant)}});
  }
  report.note("durations: ns us ms s min h d w y; frequencies: uHz mHz Hz kHz MHz GHz");
}

// A name, a call, or a lambda with one parameter.
ExprId Parser::parse_word() {
  const Token& token = peek();
  if (peek(1).kind == TokenKind::FatArrow) {
    return parse_bare_lambda();
  }
  take();
  if (at(TokenKind::LeftParen) && token.kind == TokenKind::Identifier) {
    return parse_call(token);
  }
  if (at(TokenKind::Less) && token.kind == TokenKind::Identifier && at_type_arguments()) {
    return parse_call(token);
  }
  Expr node;
  node.kind = ExprKind::Name;
  node.name = make_name(token);
  node.span = node.focus = node.name.span;
  return add(std::move(node));
}

ExprId Parser::parse_call(const Token& callee) {
  Expr node;
  node.kind = ExprKind::Call;
  node.name = make_name(callee);
  node.focus = node.name.span;
  if (at(TokenKind::Less)) {
    node.type_arguments = parse_type_arguments();
  }
  node.arguments = parse_arguments(take());
  node.span = span_since(callee.begin);
  return check_call(std::move(node));
}

// `<` has not been taken; a look-ahead has made sure that types and `>` follow.
std::vector<TypeExpr> Parser::parse_type_arguments() {
  std::vector<TypeExpr> types;
  do {
    take();
    types.push_back(parse_type());
  } while (!panic_ && at(TokenKind::Comma));
  accept(TokenKind::Greater);
  return types;
}

// `<` begins type arguments if only types follow up to `>` and `(`.
bool Parser::at_type_arguments() const {
  constexpr std::size_t kLongest = 64;
  int open = 0;
  for (std::size_t ahead = 1; ahead < kLongest; ++ahead) {
    const TokenKind kind = peek(ahead).kind;
    if (kind == TokenKind::Greater && open == 0) {
      return ahead > 1 && peek(ahead + 1).kind == TokenKind::LeftParen;
    }
    if (kind == TokenKind::LeftParen) {
      ++open;
    } else if (kind == TokenKind::RightParen) {
      --open;
    } else if (kind != TokenKind::Identifier && kind != TokenKind::Comma &&
               kind != TokenKind::Question) {
      return false;
    }
    if (open < 0) {
      return false;
    }
  }
  return false;
}

// The `(` has been taken.
std::vector<Argument> Parser::parse_arguments(const Token& open) {
  std::vector<Argument> arguments;
  if (accept(TokenKind::RightParen)) {
    return arguments;
  }
  do {
    arguments.push_back(parse_argument());
    if (panic_) {
      skip_in_brackets();
      panic_ = at_boundary();
    }
  } while (!panic_ && accept(TokenKind::Comma));
  close_arguments(open, arguments);
  return arguments;
}

void Parser::close_arguments(const Token& open, std::vector<Argument>& arguments) {
  if (accept(TokenKind::RightParen)) {
    return;
  }
  const bool closed_later = tokens_[closing(index_of(open))].kind == TokenKind::RightParen;
  if (!panic_ && closed_later && !at_boundary()) {
    if (can_start_expression() && !at(TokenKind::String)) {
      report_missing_comma(arguments);
      return;
    }
    expected("`,` or `)`");
    skip_in_brackets();
    panic_ = !accept(TokenKind::RightParen);
    return;
  }
  missing_close(open, ")");
}

// `f(a b)`: says what is missing and reads the rest of the arguments for their own mistakes.
void Parser::report_missing_comma(std::vector<Argument>& arguments) {
  diag::error(diagnostics_, "missing-comma", gap(),
              "a `,` or an operator is missing before `" + std::string(text_of(peek())) + "`")
      .fix("separate them as two arguments", {{gap(), ","}});
  do {
    arguments.push_back(parse_argument());
    if (panic_) {
      skip_in_brackets();
      panic_ = at_boundary();
    }
  } while (!panic_ && (accept(TokenKind::Comma) || can_start_expression()));
  accept(TokenKind::RightParen);
}

Argument Parser::parse_argument() {
  Argument argument;
  if (is_word(peek()) && peek(1).kind == TokenKind::Colon) {
    argument.name = make_name(take());
    take();
  } else {
    argument.name.span = {peek().begin, peek().begin, file_};
  }
  argument.value = at_bare_lambda() ? parse_bare_lambda() : parse_expression();
  return argument;
}

// `i, g => …` without parentheses, as arguments may have it.
bool Parser::at_bare_lambda() const {
  constexpr std::size_t kLongest = 64;
  for (std::size_t ahead = 0; ahead < kLongest; ahead += 2) {
    if (peek(ahead).kind != TokenKind::Identifier) {
      return false;
    }
    const TokenKind next = peek(ahead + 1).kind;
    if (next != TokenKind::Comma) {
      return next == TokenKind::FatArrow;
    }
  }
  return false;
}

ExprId Parser::parse_bare_lambda() {
  Expr node;
  node.kind = ExprKind::Lambda;
  const std::uint32_t begin = peek().begin;
  do {
    node.parameters.push_back({make_name(take()), std::nullopt});
  } while (accept(TokenKind::Comma));
  node.focus = span_of(take());
  node.operands = {parse_expression()};
  node.span = span_since(begin);
  return add(std::move(node));
}

ExprId Parser::parse_lambda() {
  Expr node;
  node.kind = ExprKind::Lambda;
  const std::uint32_t begin = peek().begin;
  node.parameters = parse_params();
  node.focus = here();
  if (!accept(TokenKind::FatArrow)) {
    expected("`=>`");
  }
  node.operands = {panic_ ? missing(gap()) : parse_expression()};
  node.span = span_since(begin);
  return add(std::move(node));
}

}  // namespace fairmon::syntax::parser
