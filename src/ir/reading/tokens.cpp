#include "ir/reading/tokens.hpp"

#include "ir/text_values.hpp"
#include "support/text.hpp"

namespace fairmon::ir::reading {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int hex_digit(char c) {
  if (support::is_digit(c)) {
    return c - '0';
  }
  if (c >= 'A' && c <= 'F') {
    return c - 'A' + 10;
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    for (;;) {
      skip_blanks();
      Token token;
      token.line = line_;
      token.column = static_cast<std::uint32_t>(at_ - line_begin_) + 1;
      if (at_ >= text_.size()) {
        tokens_.push_back(std::move(token));
        return std::move(tokens_);
      }
      scan(token);
      tokens_.push_back(std::move(token));
    }
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view word) const { return text_.substr(at_, word.size()) == word; }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (peek() == '\n') {
        ++line_;
        line_begin_ = ++at_;
      } else if (peek() == ' ' || peek() == '\r' || peek() == '\t') {
        ++at_;
      } else if (starts("//")) {
        while (at_ < text_.size() && peek() != '\n') {
          ++at_;
        }
      } else {
        return;
      }
    }
  }

  void scan(Token& token) {
    const bool sign = peek() == '-';
    const bool infinite = text_.substr(at_ + (sign ? 1 : 0), 3) == "inf" &&
                          !is_name_character(peek(sign ? 4 : 3), false);
    if (infinite) {
      token.kind = TokenKind::Number;
      token.text = sign ? "-inf" : "inf";
      at_ += token.text.size();
    } else if (support::is_digit(peek(sign ? 1 : 0))) {
      scan_number(token);
    } else if (peek() == '"') {
      token.kind = TokenKind::Text;
      token.text = scan_text();
    } else if (starts("x\"")) {
      ++at_;
      token.kind = TokenKind::Bytes;
      const std::string digits = scan_text();
      for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        token.text += static_cast<char>(hex_digit(digits[i]) * 16 + hex_digit(digits[i + 1]));
      }
    } else if (peek() == '`') {
      token.kind = TokenKind::Name;
      token.quoted = true;
      for (++at_; at_ < text_.size() && peek() != '`'; ++at_) {
        token.text += peek();
      }
      ++at_;
    } else if (is_name_character(peek(), true)) {
      scan_name(token);
    } else {
      token.kind = TokenKind::Symbol;
      token.text = starts("&&") || starts("||") ? text_.substr(at_, 2) : text_.substr(at_, 1);
      at_ += token.text.size();
    }
  }

  void scan_name(Token& token) {
    token.kind = TokenKind::Name;
    while (is_name_character(peek(), false) || starts("::")) {
      const std::size_t length = starts("::") ? 2 : 1;
      token.text += text_.substr(at_, length);
      at_ += length;
    }
  }

  void scan_number(Token& token) {
    token.kind = TokenKind::Number;
    const auto take = [&] { token.text += text_[at_++]; };
    const auto digits = [&] {
      while (support::is_digit(peek())) {
        take();
      }
    };
    if (peek() == '-') {
      take();
    }
    digits();
    if (peek() == '.' && support::is_digit(peek(1))) {
      take();
      digits();
    }
    const bool sign = peek(1) == '-' || peek(1) == '+';
    if (peek() == 'e' && support::is_digit(peek(sign ? 2 : 1))) {
      take();
      take();
      digits();
    }
    while (is_letter(peek())) {
      token.suffix += text_[at_++];
    }
  }

  std::string scan_text() {
    std::string decoded;
    for (++at_; at_ < text_.size() && peek() != '"'; ++at_) {
      if (peek() != '\\') {
        decoded += peek();
        continue;
      }
      ++at_;
      if (peek() == 'x') {
        decoded += static_cast<char>(hex_digit(peek(1)) * 16 + hex_digit(peek(2)));
        at_ += 2;
      } else {
        decoded += peek() == 'n' ? '\n' : peek() == 't' ? '\t' : peek();
      }
    }
    ++at_;
    return decoded;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) { return Tokenizer(text).run(); }

}  // namespace fairmon::ir::reading
