#include "support/nearest.hpp"
#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

std::string Parser::describe(const Token& token) const {
  if (token.kind == TokenKind::End) {
    return "the specification ends";
  }
  if (token.kind == TokenKind::String || token.kind == TokenKind::RawString) {
    return "there is a text";
  }
  return "there is `" + std::string(text_of(token)) + "`";
}

// Takes a piece of text away together with the blanks in front of it.
Edit Parser::removal(Span span) const {
  const std::string_view text = source_.text();
  while (span.begin > 0 && (text[span.begin - 1] == ' ' || text[span.begin - 1] == '\t')) {
    --span.begin;
  }
  return {span, ""};
}

void Parser::expected(std::string_view what) {
  if (panic_) {
    return;
  }
  panic_ = true;
  // Bytes that are no token were reported by the lexer.
  if (at(TokenKind::Error)) {
    return;
  }
  if (at_boundary() && (on_new_line() || at(TokenKind::End))) {
    diag::error(diagnostics_, "unexpected-token", gap(), "expected " + std::string(what) + " here");
    return;
  }
  diag::error(diagnostics_, "unexpected-token", here(),
              "expected " + std::string(what) + ", but " + describe(peek()));
}

void Parser::missing_operand(const Token* after) {
  if (panic_) {
    return;
  }
  panic_ = true;
  if (at(TokenKind::Error)) {
    return;
  }
  if (after == nullptr) {
    const bool nothing = at_boundary() || at(TokenKind::RightParen) || at(TokenKind::Comma);
    const Span place = nothing ? gap() : here();
    diag::error(diagnostics_, "missing-operand", place,
                nothing ? "an expression is missing here"
                        : "expected an expression, but " + describe(peek()));
    return;
  }
  const std::string shown(text_of(*after));
  diag::error(diagnostics_, "missing-operand", span_of(*after),
              "`" + shown + "` has nothing to its right")
      .here("what should follow?")
      .fix("drop `" + shown + "`", {removal(span_of(*after))});
}

void Parser::missing_close(const Token& open, std::string_view close) {
  if (panic_) {
    return;
  }
  const std::string shown(close);
  diag::error(diagnostics_, "missing-parenthesis", gap(), "a `" + shown + "` is missing here")
      .label(span_of(open), "opened here")
      .fix("close it", {{gap(), shown}});
}

void Parser::report_too_deep(Span place) {
  if (panic_) {
    return;
  }
  panic_ = true;
  diag::error(diagnostics_, "nesting-too-deep", place, "this expression is nested too deeply")
      .note("at most " + std::to_string(kMaxNesting) + " brackets may lie inside one another and " +
            std::to_string(kMaxHeight) + " operations may follow one another")
      .help("give parts of it names: make them outputs of their own");
}

Word Parser::misspelt(std::span<const std::string> words) const {
  const TokenKind next = peek(1).kind;
  const bool fits = next == TokenKind::Identifier || next == TokenKind::At ||
                    next == TokenKind::Number || next == TokenKind::LeftParen ||
                    next == TokenKind::Not || next == TokenKind::Minus;
  if (!at(TokenKind::Identifier) || peek().word != Word::None || !fits) {
    return Word::None;
  }
  const std::optional<std::string> meant = support::nearest(text_of(peek()), words);
  return meant ? find_word(*meant) : Word::None;
}

void Parser::report_misspelt(Word meant) {
  const std::string word(word_text(meant));
  diag::error(diagnostics_, "misspelt-keyword", here(),
              "`" + std::string(text_of(peek())) + "` is not a word of the language")
      .fix("did you mean `" + word + "`?", {{here(), word}});
}

void Parser::check_reserved(const Name& name, std::string_view what) {
  if (name.missing() || !is_reserved(name.text)) {
    return;
  }
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    const bool declared = span_of(token) == name.span;
    const bool used = token.kind == TokenKind::Identifier && token.word == Word::None &&
                      text_of(token) == name.text && (i == 0 || !follows_as_other(i));
    if (declared || used) {
      edits.push_back({span_of(token), name.text + "_"});
    }
  }
  diag::error(diagnostics_, "reserved-name", name.span,
              "`" + name.text + "` is a word of the language and cannot name " + std::string(what))
      .fix("call it `" + name.text + "_`", std::move(edits));
}

// A method, an argument's name or an aggregation rather than a stream of that name.
bool Parser::follows_as_other(std::size_t index) const {
  return tokens_[index - 1].kind == TokenKind::Dot || tokens_[index + 1].kind == TokenKind::Colon ||
         (index > 1 && text_of(tokens_[index - 2]) == "using");
}

}  // namespace fairmon::syntax::parser
