#pragma once

#include <fairmon/diagnostic.hpp>

#include <string_view>

#include "diag/report.hpp"
#include "syntax/token.hpp"

namespace fairmon::syntax::lexer {

/// One pass over the text. Each `lex_…` function starts at `position_` and leaves it behind the
/// token it has added.
class Lexer {
 public:
  Lexer(std::string_view text, std::uint32_t file, Diagnostics& diagnostics);

  [[nodiscard]] TokenList run();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  [[nodiscard]] Span span_from(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_), file_};
  }
  Token& add(TokenKind kind, std::size_t begin);

  bool skip_blanks();
  void lex_line_comment();
  void lex_block_comment();
  void lex_one();
  /// Length of the identifier at `at`, 0 if none starts there.
  [[nodiscard]] std::size_t identifier_length(std::size_t at) const;
  [[nodiscard]] std::size_t continue_length(std::size_t at) const;
  bool lex_identifier();
  bool lex_symbol();
  void report_sign(std::size_t begin, std::string message, std::string_view plain);
  bool lex_wide_symbol();
  void lex_error();
  void explain_superscript(diag::Report& report, char power);

  void lex_number();
  void take_digits();
  void take_fraction();
  void take_exponent();

  void lex_string();
  bool lex_raw_string();
  bool lex_curly_string();
  void end_string_at_line(std::size_t begin);

  std::string_view text_;
  std::uint32_t file_;
  Diagnostics& diagnostics_;
  std::size_t position_ = 0;
  TokenList list_;
};

}  // namespace fairmon::syntax::lexer
