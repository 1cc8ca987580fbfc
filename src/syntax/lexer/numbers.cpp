#include "support/text.hpp"
#include "syntax/lexer/lexer.hpp"

namespace fairmon::syntax::lexer {
namespace {

bool is_hex_digit(char c) {
  return support::is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

// Digits, with `_` allowed between two of them.
void Lexer::take_digits() {
  while (support::is_digit(peek()) || (peek() == '_' && support::is_digit(peek(1)))) {
    ++position_;
  }
}

// A dot belongs to the number unless a method name follows it: `5.abs()`.
void Lexer::take_fraction() {
  if (peek() == '.' && identifier_length(position_ + 1) == 0) {
    ++position_;
    take_digits();
  }
}

void Lexer::take_exponent() {
  if (peek() != 'e' && peek() != 'E') {
    return;
  }
  const bool sign = peek(1) == '+' || peek(1) == '-';
  if (support::is_digit(peek(sign ? 2 : 1))) {
    position_ += sign ? 2 : 1;
    take_digits();
  }
}

void Lexer::lex_number() {
  const std::size_t begin = position_;
  // In `pair.0.1` the dots separate components.
  const bool component = !list_.tokens.empty() && list_.tokens.back().kind == TokenKind::Dot &&
                         list_.tokens.back().end == begin;
  if (component) {
    while (support::is_digit(peek())) {
      ++position_;
    }
    add(TokenKind::Number, begin);
    return;
  }
  if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X') && is_hex_digit(peek(2))) {
    position_ += 2;
    while (is_hex_digit(peek()) || (peek() == '_' && is_hex_digit(peek(1)))) {
      ++position_;
    }
  } else {
    take_digits();
    take_fraction();
    take_exponent();
  }
  const std::size_t unit = position_;
  for (std::size_t step = continue_length(position_); step > 0 && peek() != ':';
       step = continue_length(position_)) {
    position_ += step;
  }
  add(TokenKind::Number, begin).extra = static_cast<std::uint32_t>(unit);
}

}  // namespace fairmon::syntax::lexer
