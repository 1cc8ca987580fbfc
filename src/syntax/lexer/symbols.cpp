#include <algorithm>
#include <vector>

#include "diag/report.hpp"
#include "syntax/lexer/lexer.hpp"
#include "syntax/operators.hpp"

namespace fairmon::syntax::lexer {
namespace {

struct Symbol {
  std::string_view text;
  TokenKind kind;
};

constexpr Symbol kPunctuation[] = {
    {":=", TokenKind::Assign},    {":", TokenKind::Colon},       {"=>", TokenKind::FatArrow},
    {"#!", TokenKind::HashBang},  {"#", TokenKind::Hash},        {"(", TokenKind::LeftParen},
    {")", TokenKind::RightParen}, {"[", TokenKind::LeftBracket}, {"]", TokenKind::RightBracket},
    {"{", TokenKind::LeftBrace},  {"}", TokenKind::RightBrace},  {",", TokenKind::Comma},
    {"@", TokenKind::At},         {".", TokenKind::Dot},         {"?", TokenKind::Question},
};

/// Punctuation and the signs of all operators, longer spellings first.
const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> all = [] {
    std::vector<Symbol> made(std::begin(kPunctuation), std::end(kPunctuation));
    for (const OperatorSpelling& sign : operator_signs()) {
      made.push_back({sign.text, sign.token});
    }
    std::stable_sort(made.begin(), made.end(), [](const Symbol& a, const Symbol& b) {
      return a.text.size() > b.text.size();
    });
    return made;
  }();
  return all;
}

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

// Signs of other languages.
constexpr Lookalike kForeign[] = {
    {"<>", "!=", TokenKind::NotEqual},
    {"=<", "<=", TokenKind::LessEqual},
    {"===", "==", TokenKind::Equal},
    {"!==", "!=", TokenKind::NotEqual},
};

}  // namespace

bool Lexer::lex_symbol() {
  const std::size_t begin = position_;
  const std::string_view rest = text_.substr(begin, 3);
  for (const Lookalike& one : kForeign) {
    if (rest.starts_with(one.text)) {
      position_ += one.text.size();
      add(one.kind, begin);
      report_sign(
          begin, "`" + std::string(one.text) + "` is written `" + std::string(one.plain) + "` here",
          one.plain);
      return true;
    }
  }
  for (const Symbol& symbol : symbols()) {
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
      report_sign(
          begin, "`" + std::string(one.text) + "` only looks like `" + std::string(one.plain) + "`",
          one.plain);
      return true;
    }
  }
  return false;
}

void Lexer::report_sign(std::size_t begin, std::string message, std::string_view plain) {
  diag::error(diagnostics_, "unexpected-character", span_from(begin), std::move(message))
      .fix("write `" + std::string(plain) + "`", {{span_from(begin), std::string(plain)}}, true);
}

}  // namespace fairmon::syntax::lexer
