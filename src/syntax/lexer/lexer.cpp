#include "syntax/lexer/lexer.hpp"

#include "diag/report.hpp"
#include "support/text.hpp"
#include "support/utf8.hpp"
#include "syntax/lex.hpp"
#include "syntax/operators.hpp"

namespace fairmon::syntax {

TokenList lex(const SourceFile& source, std::uint32_t file, Diagnostics& diagnostics) {
  return lexer::Lexer(source.text(), file, diagnostics).run();
}

namespace lexer {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// The one name that is no Unicode identifier: sigma squared.
constexpr std::string_view kVariance = "σ²";
constexpr std::string_view kSuperscriptTwo = "²";
// Mathematical signs that name an aggregation.
constexpr std::string_view kSigns[] = {"∃", "∀", "∫", "∑"};

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

TokenKind operator_word(std::string_view text) {
  for (const OperatorSpelling& word : operator_words()) {
    if (word.text == text) {
      return word.token;
    }
  }
  return text == "true"    ? TokenKind::True
         : text == "false" ? TokenKind::False
                           : TokenKind::Identifier;
}

}  // namespace

Lexer::Lexer(std::string_view text, std::uint32_t file, Diagnostics& diagnostics)
    : text_(text), file_(file), diagnostics_(diagnostics) {}

TokenList Lexer::run() {
  list_.tokens.reserve(text_.size() / 4 + 16);
  if (text_.starts_with(kByteOrderMark)) {
    position_ = kByteOrderMark.size();
  }
  while (skip_blanks()) {
    lex_one();
  }
  add(TokenKind::End, position_);
  return std::move(list_);
}

Token& Lexer::add(TokenKind kind, std::size_t begin) {
  const auto end = static_cast<std::uint32_t>(position_);
  list_.tokens.push_back({kind, Word::None, static_cast<std::uint32_t>(begin), end, end});
  return list_.tokens.back();
}

// Moves to the next token; false at the end of the text.
bool Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++position_;
    } else if (c == '/' && peek(1) == '/') {
      lex_line_comment();
    } else if (c == '/' && peek(1) == '*') {
      lex_block_comment();
    } else {
      return true;
    }
  }
  return false;
}

void Lexer::lex_line_comment() {
  const std::size_t begin = position_;
  position_ = std::min(text_.find('\n', begin), text_.size());
  std::size_t end = position_;
  while (end > begin && text_[end - 1] == '\r') {
    --end;
  }
  list_.comments.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), false});
}

void Lexer::lex_block_comment() {
  const std::size_t begin = position_;
  const std::size_t close = text_.find("*/", begin + 2);
  if (close == std::string_view::npos) {
    position_ = text_.size();
    const auto at = static_cast<std::uint32_t>(begin);
    const auto size = static_cast<std::uint32_t>(text_.size());
    diag::error(diagnostics_, "unterminated-comment", {at, at + 2, file_},
                "this comment never ends")
        .fix("end the comment at the end of the file", {{{size, size, file_}, "*/\n"}});
  } else {
    position_ = close + 2;
  }
  list_.comments.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_), true});
}

void Lexer::lex_one() {
  const char c = peek();
  if (support::is_digit(c)) {
    lex_number();
  } else if (c == '"') {
    lex_string();
  } else if (!(c == 'r' && lex_raw_string()) && !lex_identifier() && !lex_symbol() &&
             !lex_wide_symbol() && !lex_curly_string()) {
    lex_error();
  }
}

std::size_t Lexer::continue_length(std::size_t at) const {
  if (at >= text_.size()) {
    return 0;
  }
  const char c = text_[at];
  if (is_ascii_letter(c) || support::is_digit(c) || c == '_' || c == '\'') {
    return 1;
  }
  if (c == ':') {
    // `::` joins two parts of a name; a lone colon never does.
    const bool joins = at + 2 < text_.size() && text_[at + 1] == ':' && text_[at + 2] != ':' &&
                       continue_length(at + 2) > 0;
    return joins ? 2 : 0;
  }
  if (static_cast<unsigned char>(c) < 0x80) {
    return 0;
  }
  const support::Decoded decoded = support::decode_utf8(text_, at);
  return decoded.ok && support::is_xid_continue(decoded.code_point) ? decoded.length : 0;
}

std::size_t Lexer::identifier_length(std::size_t at) const {
  const support::Decoded first = support::decode_utf8(text_, at);
  if (!first.ok || !(support::is_xid_start(first.code_point) || first.code_point == U'_')) {
    return 0;
  }
  std::size_t end = at + first.length;
  for (std::size_t step = continue_length(end); step > 0; step = continue_length(end)) {
    end += step;
  }
  if (text_.substr(at, kVariance.size()) == kVariance && end == at + 2) {
    end += kSuperscriptTwo.size();
  }
  return end - at;
}

bool Lexer::lex_identifier() {
  const std::size_t begin = position_;
  const std::size_t length = identifier_length(begin);
  if (length == 0) {
    return false;
  }
  position_ += length;
  const std::string_view text = text_.substr(begin, length);
  add(operator_word(text), begin).word = find_word(text);
  return true;
}

void Lexer::lex_error() {
  const std::size_t begin = position_;
  const support::Decoded first = support::decode_utf8(text_, begin);
  position_ += first.length;
  // A run of broken bytes is one mistake.
  while (!first.ok && position_ < text_.size() && !support::decode_utf8(text_, position_).ok) {
    ++position_;
  }
  add(TokenKind::Error, begin);
  if (!first.ok) {
    diag::error(diagnostics_, "unexpected-character", span_from(begin),
                "these bytes are not UTF-8 text")
        .help("save the file with the encoding UTF-8");
    return;
  }
  const std::string shown(text_.substr(begin, first.length));
  diag::Report report = diag::error(diagnostics_, "unexpected-character", span_from(begin),
                                    "the character `" + shown + "` has no meaning here");
  if (shown == "²" || shown == "³") {
    explain_superscript(report, shown == "²" ? '2' : '3');
    return;
  }
  const std::size_t next = std::min(text_.find_first_not_of(" \t\r", position_), text_.size());
  const bool line_ends = next == text_.size() || text_[next] == '\n';
  if (shown == ";" && !line_ends) {
    report.fix("separate with `,`", {{span_from(begin), ","}});
  } else if (line_ends) {
    report.fix("remove it", {{span_from(begin), ""}});
  }
}

// `a²`: in parentheses, since `-a ** 2` is the square of -a.
void Lexer::explain_superscript(diag::Report& report, char power) {
  report.help(std::string("a power is written `x ** ") + power + "`");
  if (list_.tokens.size() < 2) {
    return;
  }
  const Token& sign = list_.tokens.back();
  const Token& base = list_.tokens[list_.tokens.size() - 2];
  if (base.end == sign.begin &&
      (base.kind == TokenKind::Identifier || base.kind == TokenKind::Number)) {
    report.fix("write it so", {{{base.begin, base.begin, file_}, "("},
                               {{sign.begin, sign.end, file_}, std::string(" ** ") + power + ")"}});
  }
}

bool Lexer::lex_wide_symbol() {
  struct Wide {
    std::string_view text;
    TokenKind kind;
  };
  static constexpr Wide kWide[] = {
      {"⊤", TokenKind::True},
      {"⊥", TokenKind::False},
  };
  const std::size_t begin = position_;
  const std::string_view rest = text_.substr(begin);
  for (const Wide& wide : kWide) {
    if (rest.starts_with(wide.text)) {
      position_ += wide.text.size();
      add(wide.kind, begin);
      return true;
    }
  }
  for (const std::string_view sign : kSigns) {
    if (rest.starts_with(sign)) {
      position_ += sign.size();
      add(TokenKind::Identifier, begin);
      return true;
    }
  }
  return false;
}

}  // namespace lexer
}  // namespace fairmon::syntax
