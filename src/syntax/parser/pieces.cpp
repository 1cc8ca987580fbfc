#include "support/nfc.hpp"
#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax::parser {

Name Parser::make_name(const Token& token) const {
  return {support::to_nfc(text_of(token)), span_of(token)};
}

// A name to be declared. A word of the language in its place is taken as a (refused) name if what
// follows it fits a name and not a declaration.
Name Parser::parse_name(std::string_view what) {
  const TokenKind next = peek(1).kind;
  const bool fits = next == TokenKind::Colon || next == TokenKind::LeftParen ||
                    next == TokenKind::Assign || next == TokenKind::At;
  const bool plain =
      at(TokenKind::Identifier) && !at_boundary() && (peek().word == Word::None || !on_new_line());
  if (plain || (is_word(peek()) && fits)) {
    Name name = make_name(take());
    check_reserved(name, what);
    return name;
  }
  expected("a name for " + std::string(what));
  return {{}, gap()};
}

TypeExpr Parser::parse_type() {
  const std::uint32_t begin = peek().begin;
  TypeExpr type;
  if (at(TokenKind::LeftParen)) {
    type = parse_tuple_type();
  } else if (at(TokenKind::Identifier) && !at_boundary()) {
    type.kind = TypeExpr::Kind::Named;
    type.name = make_name(take());
  } else {
    type.span = gap();
    expected("a type");
    return type;
  }
  type.optional = accept(TokenKind::Question);
  type.span = span_since(begin);
  return type;
}

TypeExpr Parser::parse_tuple_type() {
  TypeExpr type;
  type.kind = TypeExpr::Kind::Tuple;
  const Token& open = take();
  if (++depth_ > kMaxNesting) {
    report_too_deep(span_of(open));
    skip_in_brackets();
  }
  while (!panic_ && !at(TokenKind::RightParen)) {
    type.parts.push_back(parse_type());
    if (!accept(TokenKind::Comma)) {
      break;
    }
  }
  --depth_;
  if (!accept(TokenKind::RightParen)) {
    missing_close(open, ")");
  }
  return type;
}

std::vector<Param> Parser::parse_params() {
  std::vector<Param> params;
  const Token& open = take();
  while (!at(TokenKind::RightParen) && !at_boundary()) {
    params.push_back(parse_param());
    if (panic_) {
      skip_in_brackets();
      panic_ = false;
    }
    if (!accept(TokenKind::Comma)) {
      break;
    }
  }
  if (!accept(TokenKind::RightParen)) {
    missing_close(open, ")");
  }
  return params;
}

Param Parser::parse_param() {
  Param param;
  param.name = parse_name("a parameter");
  if (!panic_ && accept(TokenKind::Colon)) {
    param.type = parse_type();
  }
  return param;
}

std::vector<TagExpr> Parser::parse_tags() {
  std::vector<TagExpr> tags;
  while (at(TokenKind::Hash) && peek(1).kind == TokenKind::LeftBracket) {
    take();
    parse_tag_list(tags);
  }
  return tags;
}

void Parser::parse_tag_list(std::vector<TagExpr>& tags) {
  if (!at(TokenKind::LeftBracket)) {
    expected("`[` and a tag");
    return;
  }
  const Token& open = take();
  do {
    tags.push_back(parse_tag());
    if (panic_) {
      skip_in_brackets();
      panic_ = false;
    }
  } while (accept(TokenKind::Comma));
  if (!accept(TokenKind::RightBracket)) {
    missing_close(open, "]");
  }
}

TagExpr Parser::parse_tag() {
  TagExpr tag;
  const std::uint32_t begin = peek().begin;
  if (!is_word(peek()) || at_declaration()) {
    expected("the name of a tag");
    tag.span = gap();
    return tag;
  }
  tag.key = make_name(take());
  if (accept(TokenKind::Equal)) {
    if (at(TokenKind::String) || at(TokenKind::RawString)) {
      tag.value_span = here();
      tag.value = decode(take());
    } else if (at(TokenKind::Number) || is_word(peek())) {
      // The value is evident, only its quotes are missing.
      tag.value_span = here();
      tag.value = std::string(text_of(take()));
      diag::error(diagnostics_, "tag-value", tag.value_span, "the value of a tag stands in quotes")
          .fix("add the quotes", {{tag.value_span, "\"" + *tag.value + "\""}}, true);
    } else {
      expected("the tag's value in quotes");
    }
  }
  tag.span = span_since(begin);
  return tag;
}

// The characters that a text literal stands for.
std::string Parser::decode(const Token& token) const {
  std::string_view text = text_of(token);
  const bool unterminated = token.extra == 1;
  if (token.kind == TokenKind::RawString) {
    const std::size_t quote = text.find('"');
    const std::size_t end = text.size() - (unterminated ? 0 : quote);
    return std::string(text.substr(quote + 1, end - quote - 1));
  }
  const bool curly = token.extra > 1;
  text.remove_prefix(curly ? token.extra >> 8U : 1);
  text.remove_suffix(curly ? token.extra & 0xFFU : unterminated ? 0 : 1);
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] != '\\' || !(next == '"' || next == '\\' || next == 'n' || next == 't')) {
      decoded.push_back(text[i]);
      continue;
    }
    ++i;
    decoded.push_back(next == 'n' ? '\n' : next == 't' ? '\t' : next);
  }
  return decoded;
}

}  // namespace fairmon::syntax::parser
