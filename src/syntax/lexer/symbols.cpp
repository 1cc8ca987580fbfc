#include "diag/report.hpp"
#include "syntax/lexer/lexer.hpp"

namespace fairmon::syntax::lexer {
namespace {

struct Symbol {
  std::string_view text;
  TokenKind kind;
};

// Longer spellings first.
constexpr Symbol kSymbols[] = {
    {":=", TokenKind::Assign},
    {":", TokenKind::Colon},
    {"=>", TokenKind::FatArrow},
    {"==", TokenKind::Equal},
    {"=", TokenKind::Equal},
    {"->", TokenKind::Implies},
    {"-", TokenKind::Minus},
    {"!=", TokenKind::NotEqual},
    {"!", TokenKind::Not},
    {"<=", TokenKind::LessEqual},
    {"<<", TokenKind::ShiftLeft},
    {"<", TokenKind::Less},
    {">=", TokenKind::GreaterEqual},
    {">>", TokenKind::ShiftRight},
    {">", TokenKind::Greater},
    {"&&", TokenKind::And},
    {"&", TokenKind::BitAnd},
    {"||", TokenKind::Or},
    {"|", TokenKind::BitOr},
    {"**", TokenKind::Power},
    {"*", TokenKind::Star},
    {"#!", TokenKind::HashBang},
    {"#", TokenKind::Hash},
    {"(", TokenKind::LeftParen},
    {")", TokenKind::RightParen},
    {"[", TokenKind::LeftBracket},
    {"]", TokenKind::RightBracket},
    {"{", TokenKind::LeftBrace},
    {"}", TokenKind::RightBrace},
    {",", TokenKind::Comma},
    {"@", TokenKind::At},
    {".", TokenKind::Dot},
    {"?", TokenKind::Question},
    {"^", TokenKind::BitXor},
    {"~", TokenKind::Complement},
    {"+", TokenKind::Plus},
    {"/", TokenKind::Slash},
    {"%", TokenKind::Percent},
};

// Characters that printing puts in the place of plain ones. Read as what they look like.
struct Lookalike {
  std::string_view text;
  std::string_view plain;
  TokenKind kind;
};
constexpr Lookalike kLookalikes[] = {
    {"−", "-", TokenKind::Minus}, {"–", "-", TokenKind::Minus}, {"×", "*", TokenKind::Star},
    {"·", "*", TokenKind::Star},  {"÷", "/", TokenKind::Slash}, {"≔", ":=", TokenKind::Assign},
};

}  // namespace

bool Lexer::lex_symbol() {
  const std::size_t begin = position_;
  const std::string_view rest = text_.substr(begin, 3);
  for (const Symbol& symbol : kSymbols) {
    if (rest.starts_with(symbol.text)) {
      position_ += symbol.text.size();
      add(symbol.kind, begin);
      return true;
    }
  }
  for (const Lookalike& one : kLookalikes) {
    if (rest.starts_with(one.text)) {
      position_ += one.text.size();
      add(one.kind, begin);
      diag::error(
          diagnostics_, "unexpected-character", span_from(begin),
          "`" + std::string(one.text) + "` only looks like `" + std::string(one.plain) + "`")
          .fix("write `" + std::string(one.plain) + "`",
               {{span_from(begin), std::string(one.plain)}}, true);
      return true;
    }
  }
  return false;
}

}  // namespace fairmon::syntax::lexer
