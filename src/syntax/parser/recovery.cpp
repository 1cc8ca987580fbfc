#include <algorithm>
#include <array>

#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

bool Parser::declaration_at(std::size_t index) const {
  const auto kind_at = [this](std::size_t at) {
    return tokens_[std::min(at, tokens_.size() - 1)].kind;
  };
  const Token& token = tokens_[index];
  if (token.kind == TokenKind::HashBang) {
    return true;
  }
  if (token.kind == TokenKind::Hash) {
    return kind_at(index + 1) == TokenKind::LeftBracket;
  }
  const Word word = token.word;
  if (word == Word::Import || word == Word::Input || word == Word::Output ||
      word == Word::Trigger || word == Word::Include) {
    // Before a colon and behind a dot only names can stand: `f(input: 3)`.
    return kind_at(index + 1) != TokenKind::Colon &&
           !(index > 0 && tokens_[index - 1].kind == TokenKind::Dot);
  }
  if (word == Word::Type || word == Word::Constant || word == Word::Use) {
    // Legal names as well; a second name behind them tells.
    return kind_at(index + 1) == TokenKind::Identifier && tokens_[index + 1].word == Word::None;
  }
  return false;
}

bool Parser::at_clause() const {
  if (at(Word::Spawn) || at(Word::Close) || at(Word::When) || at(Word::With)) {
    return peek(1).kind != TokenKind::Colon;
  }
  if (!at(Word::Eval)) {
    return false;
  }
  // `eval` may be a stream's name; only a clause goes on like this.
  const Token& next = peek(1);
  return next.kind == TokenKind::At || next.kind == TokenKind::End || next.word == Word::When ||
         next.word == Word::With || next.word == Word::Spawn || next.word == Word::Close ||
         next.word == Word::Eval || declaration_at(position_ + 1);
}

bool Parser::at_old_word() const {
  return at(Word::Filter) || at(Word::Extend) || at(Word::Invoke) || at(Word::Terminate) ||
         at(Word::Unless);
}

bool Parser::at_boundary() const {
  return at(TokenKind::End) || at(TokenKind::Assign) || at(Word::Then) || at(Word::Else) ||
         at_clause() || at_declaration();
}

bool Parser::can_start_expression() const {
  static constexpr std::array kStarts = {
      TokenKind::Number, TokenKind::String,    TokenKind::RawString, TokenKind::True,
      TokenKind::False,  TokenKind::LeftParen, TokenKind::Not,       TokenKind::Complement,
      TokenKind::Plus,   TokenKind::Minus};
  if (at(TokenKind::Identifier)) {
    return !at_boundary();
  }
  return std::find(kStarts.begin(), kStarts.end(), peek().kind) != kStarts.end();
}

void Parser::skip_to_declaration() {
  while (!at(TokenKind::End) && !at_declaration()) {
    take();
  }
}

void Parser::skip_to_clause() {
  while (!at(TokenKind::End) && !at_declaration() && !at_clause()) {
    take();
  }
}

void Parser::skip_in_brackets() {
  while (!at_boundary() && !at(TokenKind::Comma) && !at(TokenKind::RightParen) &&
         !at(TokenKind::RightBracket)) {
    const bool opens = at(TokenKind::LeftParen) || at(TokenKind::LeftBracket);
    const std::size_t close = closing(position_);
    if (opens && tokens_[close].kind != TokenKind::End) {
      last_end_ = tokens_[close].end;
      position_ = close + 1;
    } else {
      take();
    }
  }
}

}  // namespace fairmon::syntax::parser
