#include <algorithm>
#include <array>
#include <set>

#include "api/repair/repair.hpp"
#include "support/nearest.hpp"
#include "syntax/lex.hpp"

namespace fairmon::api {
namespace {

using syntax::Token;
using syntax::TokenKind;

/// Words that structure a specification, and the names of types that occur most.
const std::vector<std::string>& words() {
  static const std::vector<std::string> all = {
      "input",   "output",    "trigger", "constant", "import",   "use",   "as",    "spawn",
      "eval",    "close",     "when",    "with",     "if",       "then",  "else",  "mirrors",
      "and",     "or",        "not",     "true",     "false",    "Bool",  "Int64", "UInt64",
      "Float64", "Prob",      "String",  "over",     "using",    "given", "of",    "by",
      "to",      "aggregate", "hold",    "offset",   "defaults", "prob",  "last",  "all"};
  return all;
}

/// What may be missing, the likeliest first.
constexpr std::array<std::string_view, 14> kInsertable = {
    ")", "(", ",", ":", ":=", ".", "with", "when", "then", "else", "]", "eval", "@", "\""};

struct Swap {
  std::string_view wrong;
  std::string_view right;
};
constexpr std::array kMistaken = {
    Swap{"=", ":="}, Swap{":", ":="},      Swap{"==", ":="},     Swap{":=", ":"}, Swap{":=", "=="},
    Swap{"&", "&&"}, Swap{"|", "||"},      Swap{"=>", ">="},     Swap{".", ","},  Swap{",", "."},
    Swap{"{", "("},  Swap{"}", ")"},       Swap{"[", "("},       Swap{"]", ")"},  Swap{"!", "!="},
    Swap{"-", "->"}, Swap{"with", "when"}, Swap{"when", "with"}, Swap{"<", "("},  Swap{">", ")"}};

bool is_word(const Token& token) { return token.kind == TokenKind::Identifier; }

class Changes {
 public:
  Changes(const SourceFile& source, Span place) : source_(source) {
    Diagnostics ignored;
    tokens_ = syntax::lex(source, 0, ignored).tokens;
    const auto at = std::find_if(tokens_.begin(), tokens_.end(),
                                 [&](const Token& token) { return token.end > place.begin; });
    const auto index = static_cast<std::size_t>(
        std::min<std::ptrdiff_t>(at - tokens_.begin(), std::ssize(tokens_) - 1));
    // A mistake shows at its place or shortly after it.
    for (const std::size_t back : {0U, 1U, 2U}) {
      if (index >= back) {
        near_.push_back(index - back);
      }
    }
    if (index + 1 < tokens_.size()) {
      near_.insert(near_.begin() + 1, index + 1);
    }
  }

  std::vector<Fix> run() {
    for (const std::size_t i : near_) {
      drop_repetition(i);
      respell(i);
      mistake(i);
    }
    for (const std::string_view text : kInsertable) {
      for (const std::size_t i : near_) {
        insert(i, text);
      }
    }
    for (const std::size_t i : near_) {
      exchange(i);
    }
    for (const std::size_t i : near_) {
      leave_out(i);
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] std::string text(std::size_t i) const {
    return std::string(source_.text().substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin));
  }
  [[nodiscard]] Span span(std::size_t i) const { return {tokens_[i].begin, tokens_[i].end, 0}; }
  /// With the blanks before it.
  [[nodiscard]] Edit removal(std::size_t i) const {
    Span place = span(i);
    while (place.begin > 0 &&
           (source_.text()[place.begin - 1] == ' ' || source_.text()[place.begin - 1] == '\t')) {
      --place.begin;
    }
    return {place, ""};
  }

  void drop_repetition(std::size_t i) {
    if (i > 0 && tokens_[i].kind != TokenKind::End && text(i) == text(i - 1)) {
      made_.push_back({"leave out the second `" + text(i) + "`", {removal(i)}});
    }
  }

  void respell(std::size_t i) {
    if (!is_word(tokens_[i])) {
      return;
    }
    std::set<std::string> others;
    for (std::size_t k = 0; k < tokens_.size(); ++k) {
      if (is_word(tokens_[k]) && tokens_[k].word == syntax::Word::None && text(k) != text(i)) {
        others.insert(text(k));
      }
    }
    const std::vector<std::string> names(others.begin(), others.end());
    for (const auto& meant :
         {support::nearest(text(i), words()), support::nearest(text(i), names)}) {
      if (meant) {
        made_.push_back({"write `" + *meant + "`", {{span(i), *meant}}});
      }
    }
  }

  void mistake(std::size_t i) {
    for (const Swap& one : kMistaken) {
      if (text(i) == one.wrong) {
        made_.push_back(
            {"write `" + std::string(one.right) + "`", {{span(i), std::string(one.right)}}});
      }
    }
  }

  void insert(std::size_t i, std::string_view what) {
    const bool word = what.size() > 2 || what == "@";
    const bool closes = what == ")" || what == "]" || what == "," || what == ":" || what == ".";
    const std::uint32_t behind = i == 0 ? 0 : tokens_[i - 1].end;
    const std::uint32_t at = word || closes || what == ":=" ? behind : tokens_[i].begin;
    std::string written(what);
    if (word || what == ":=") {
      written = " " + written + (what == "@" ? "" : " ");
    }
    made_.push_back(
        {"write `" + std::string(what) + "` here", {{{at, at, 0}, std::move(written)}}});
  }

  void exchange(std::size_t i) {
    if (i + 1 >= tokens_.size() || tokens_[i + 1].kind == TokenKind::End ||
        text(i) == text(i + 1)) {
      return;
    }
    made_.push_back({"swap `" + text(i) + "` and `" + text(i + 1) + "`",
                     {{span(i), text(i + 1)}, {span(i + 1), text(i)}}});
  }

  /// Only what carries no meaning by itself: a value or an operator is not thrown away.
  void leave_out(std::size_t i) {
    constexpr std::array kEmpty = {
        TokenKind::LeftParen,    TokenKind::RightParen, TokenKind::LeftBracket,
        TokenKind::RightBracket, TokenKind::LeftBrace,  TokenKind::RightBrace,
        TokenKind::Comma,        TokenKind::Colon,      TokenKind::Assign,
        TokenKind::At,           TokenKind::Dot};
    const bool empty = std::find(kEmpty.begin(), kEmpty.end(), tokens_[i].kind) != kEmpty.end();
    if (empty || (is_word(tokens_[i]) && tokens_[i].word != syntax::Word::None)) {
      made_.push_back({"leave out `" + text(i) + "`", {removal(i)}});
    }
  }

  const SourceFile& source_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> near_;
  std::vector<Fix> made_;
};

}  // namespace

std::vector<Fix> small_changes(const SourceFile& source, Span place) {
  return Changes(source, place).run();
}

}  // namespace fairmon::api
