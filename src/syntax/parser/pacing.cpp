#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

std::optional<PacingExpr> Parser::parse_pacing() {
  if (!at(TokenKind::At)) {
    return std::nullopt;
  }
  const std::uint32_t begin = take().begin;
  const bool wraps = at(TokenKind::LeftParen) &&
                     tokens_[closing(position_)].kind != TokenKind::End &&
                     (peek(1).kind == TokenKind::Number || is_scope(1));
  PacingExpr pacing;
  if (wraps) {
    const Token& open = take();
    pacing = parse_paced();
    close_bracket(open);
  } else {
    pacing = parse_paced();
  }
  pacing.span = span_since(begin);
  return pacing;
}

// `Global(` or `Local(`, some tokens ahead.
bool Parser::is_scope(std::size_t ahead) const {
  const std::string_view text = text_of(peek(ahead));
  return (text == "Global" || text == "Local") && peek(ahead + 1).kind == TokenKind::LeftParen;
}

PacingExpr Parser::parse_paced() {
  PacingExpr pacing;
  if (!is_scope(0)) {
    pacing.value = parse_activation();
    return pacing;
  }
  pacing.scope = text_of(take()) == "Global" ? PacingExpr::Scope::Global : PacingExpr::Scope::Local;
  const Token& open = take();
  pacing.value = parse_activation();
  close_bracket(open);
  return pacing;
}

bool Parser::at_activation_operator() const {
  return at(TokenKind::And) || at(TokenKind::Or) || at(TokenKind::BitAnd) || at(TokenKind::BitOr);
}

// Both operators bind equally and group to the right, as in released tools.
ExprId Parser::parse_activation() {
  std::vector<ExprId> operands = {parse_activation_operand()};
  std::vector<const Token*> operators;
  while (!panic_ && at_activation_operator()) {
    operators.push_back(&take());
    operands.push_back(parse_activation_operand());
  }
  warn_mixed_activation(operands, operators);
  ExprId formula = operands.back();
  for (std::size_t i = operators.size(); i-- > 0;) {
    const TokenKind kind = operators[i]->kind;
    Expr node;
    node.kind = ExprKind::Binary;
    node.op = kind == TokenKind::And || kind == TokenKind::BitAnd ? Op::And : Op::Or;
    node.focus = span_of(*operators[i]);
    node.span = cover(expr(operands[i]).span, expr(formula).span);
    node.operands = {operands[i], formula};
    formula = add(std::move(node));
  }
  return formula;
}

ExprId Parser::parse_activation_operand() {
  const Token& token = peek();
  if (token.kind == TokenKind::Number) {
    return parse_number("", token.begin);
  }
  if (token.kind == TokenKind::True || token.kind == TokenKind::False) {
    return parse_operand();
  }
  if (token.kind == TokenKind::Identifier && !at_boundary()) {
    Expr node;
    node.kind = ExprKind::Name;
    node.name = make_name(take());
    node.span = node.focus = node.name.span;
    return add(std::move(node));
  }
  if (token.kind == TokenKind::LeftParen && depth_ >= kMaxNesting) {
    report_too_deep(span_of(token));
    return missing(gap());
  }
  if (token.kind != TokenKind::LeftParen) {
    expected("an input's name, a period or a frequency");
    return missing(gap());
  }
  ++depth_;
  take();
  Expr node;
  node.kind = ExprKind::Paren;
  node.operands = {parse_activation()};
  close_bracket(token);
  --depth_;
  node.span = node.focus = span_since(token.begin);
  return add(std::move(node));
}

void Parser::warn_mixed_activation(const std::vector<ExprId>& operands,
                                   const std::vector<const Token*>& operators) {
  const auto conjoins = [](const Token* token) {
    return token->kind == TokenKind::And || token->kind == TokenKind::BitAnd;
  };
  for (std::size_t i = 0; i + 1 < operators.size(); ++i) {
    if (conjoins(operators[i]) == conjoins(operators[i + 1])) {
      continue;
    }
    const Span rest = cover(expr(operands[i + 1]).span, expr(operands.back()).span);
    const Span whole = cover(expr(operands[i]).span, rest);
    diag::warning(
        diagnostics_, "mixed-activation", whole,
        "this is read as `" + slice({whole.begin, rest.begin, file_}) + "(" + slice(rest) + ")`")
        .note("in a pacing `&&` and `||` bind equally and group to the right")
        .fix("say so with parentheses",
             {{{rest.begin, rest.begin, file_}, "("}, {{rest.end, rest.end, file_}, ")"}}, true);
    return;
  }
}

// `output x @ id == 3 := v`: a condition where a pacing belongs. Reads it as the condition it is.
bool Parser::parse_condition_as_pacing(OutputDecl& output, OutputParts& parts) {
  const bool periodic = peek(1).kind == TokenKind::Number || is_scope(1);
  bool compares = false;
  std::size_t index = position_ + 1;
  for (; tokens_[index].kind != TokenKind::Assign; ++index) {
    const TokenKind kind = tokens_[index].kind;
    if (periodic || kind == TokenKind::End || declaration_at(index)) {
      return false;
    }
    compares |= kind >= TokenKind::Equal && kind <= TokenKind::GreaterEqual;
  }
  if (!compares) {
    return false;
  }
  const Token& sign = take();
  const ExprId condition = parse_expression();
  if (panic_ || !at(TokenKind::Assign)) {
    skip_to_declaration();
    return true;
  }
  const Span assign = span_of(take());
  const Span sign_and_blanks = {sign.begin, expr(condition).span.begin, file_};
  diag::error(diagnostics_, "condition-as-pacing", expr(condition).span,
              "`@` takes inputs or a period; this is a condition")
      .fix("make it a condition of the evaluation",
           {{sign_and_blanks, "eval when "}, {assign, "with"}}, true);
  EvalDecl eval;
  eval.when = condition;
  eval.with = parse_expression();
  eval.keyword = span_of(sign);
  eval.span = span_since(sign.begin);
  output.evals.push_back(std::move(eval));
  parts.reported = true;
  return true;
}

}  // namespace fairmon::syntax::parser
