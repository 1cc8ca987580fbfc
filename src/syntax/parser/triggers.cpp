#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

void Parser::parse_trigger(std::vector<TagExpr> tags) {
  OutputDecl output;
  output.trigger = true;
  output.tags = std::move(tags);
  const Token& keyword = take();
  output.keyword = span_of(keyword);
  output.name.span = gap();
  if (!at_clause_trigger()) {
    parse_short_trigger(output);
  } else {
    if (at(TokenKind::LeftParen)) {
      output.has_parameter_list = true;
      output.parameters = parse_params();
    }
    if (!panic_ && accept(TokenKind::Colon)) {
      output.type = parse_type();
    }
    parse_tail(output);
  }
  finish_output(output, keyword.begin);
}

// Clauses follow, perhaps behind parameters. `trigger (a > b)` is the short form.
bool Parser::at_clause_trigger() const {
  if (at_clause() || at(TokenKind::Colon)) {
    return true;
  }
  if (!at(TokenKind::LeftParen)) {
    return false;
  }
  const std::size_t behind = std::min(closing(position_) + 1, tokens_.size() - 1);
  const Word word = tokens_[behind].word;
  return word == Word::Spawn || word == Word::Eval || word == Word::Close;
}

void Parser::parse_short_trigger(OutputDecl& output) {
  output.short_form = true;
  EvalDecl eval;
  eval.keyword = output.keyword;
  const std::uint32_t begin = peek().begin;
  if (peek(1).kind == TokenKind::Assign && at(TokenKind::Identifier)) {
    const Span name = cover(here(), span_of(peek(1)));
    diag::error(diagnostics_, "named-trigger", name, "a trigger has no name")
        .fix("remove the name", {removal(name)});
    take();
    take();
  }
  eval.pacing = parse_pacing();
  if (!panic_) {
    eval.when = parse_expression();
  }
  if (!panic_ && (at(TokenKind::String) || at(TokenKind::RawString))) {
    Expr message;
    message.kind = ExprKind::String;
    message.text = decode(peek());
    message.span = message.focus = span_of(take());
    eval.with = add(std::move(message));
  }
  eval.span = span_since(begin);
  output.evals.push_back(std::move(eval));
  if (panic_ || at(TokenKind::End) || at_declaration()) {
    return;
  }
  if (at(TokenKind::RightParen)) {
    diag::error(diagnostics_, "missing-parenthesis", here(), "there is no `(` for this `)`")
        .fix("remove it", {removal(here())});
    take();
    if (at(TokenKind::String)) {
      take();
    }
    return;
  }
  expected("the trigger's message or the next declaration");
}

}  // namespace fairmon::syntax::parser
