#include <algorithm>

#include "syntax/lex.hpp"
#include "syntax/parse.hpp"
#include "syntax/parser/parser.hpp"

namespace fairmon::syntax {

Ast parse(const SourceFile& source, std::uint32_t file, Diagnostics& diagnostics) {
  const TokenList list = lex(source, file, diagnostics);
  return parse(source, list, file, diagnostics);
}

Ast parse(const SourceFile& source, const TokenList& list, std::uint32_t file,
          Diagnostics& diagnostics) {
  return parser::Parser(source, list, file, diagnostics).run();
}

namespace parser {

Parser::Parser(const SourceFile& source, const TokenList& list, std::uint32_t file,
               Diagnostics& diagnostics)
    : source_(source), tokens_(list.tokens), file_(file), diagnostics_(diagnostics) {
  match_brackets();
  ast_.exprs.reserve(tokens_.size() / 2);
  heights_.reserve(tokens_.size() / 2);
}

Ast Parser::run() {
  while (!at(TokenKind::End)) {
    const std::size_t before = position_;
    parse_declaration();
    panic_ = false;
    if (position_ == before) {
      take();
    }
  }
  return std::move(ast_);
}

const Token& Parser::peek(std::size_t ahead) const {
  return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

const Token& Parser::take() {
  const Token& token = peek();
  if (token.kind != TokenKind::End) {
    ++position_;
    last_end_ = token.end;
  }
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) {
    return false;
  }
  take();
  return true;
}

bool Parser::accept(Word word) {
  if (!at(word)) {
    return false;
  }
  take();
  return true;
}

std::string_view Parser::text_of(const Token& token) const {
  return source_.text().substr(token.begin, token.end - token.begin);
}

std::string Parser::slice(Span span) const { return std::string(source_.slice(span)); }

Span Parser::span_since(std::uint32_t begin) const {
  return {begin, std::max(begin, last_end_), file_};
}

void Parser::match_brackets() {
  const auto last = static_cast<std::uint32_t>(tokens_.size() - 1);
  closing_.assign(tokens_.size(), last);
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < last; ++i) {
    const TokenKind kind = tokens_[i].kind;
    if (kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket) {
      open.push_back(i);
    } else if (kind == TokenKind::RightParen || kind == TokenKind::RightBracket) {
      if (!open.empty()) {
        closing_[open.back()] = i;
        open.pop_back();
      }
    } else if (declaration_at(i)) {
      // No bracket spans declarations: an unclosed one must not claim a stranger's end.
      open.clear();
    }
  }
}

bool Parser::on_new_line() const {
  return source_.text().substr(last_end_, peek().begin - last_end_).find('\n') !=
         std::string_view::npos;
}

// Written with letters: an identifier, or one of the operator words.
bool Parser::is_word(const Token& token) const {
  if (token.kind == TokenKind::Identifier) {
    return true;
  }
  const char first = token.begin < token.end ? source_.text()[token.begin] : '\0';
  return (first >= 'a' && first <= 'z') && token.kind != TokenKind::RawString &&
         token.kind != TokenKind::Number;
}

ExprId Parser::add(Expr node) {
  std::uint16_t height = 0;
  for (const ExprId child : node.operands) {
    height = std::max(height, heights_[child.index()]);
  }
  for (const Argument& argument : node.arguments) {
    height = std::max(height, heights_[argument.value.index()]);
  }
  if (height >= kMaxHeight) {
    report_too_deep(node.focus);
    return missing(node.span);
  }
  heights_.push_back(static_cast<std::uint16_t>(height + 1));
  return ast_.exprs.push_back(std::move(node));
}

ExprId Parser::missing(Span span) {
  Expr node;
  node.span = span;
  node.focus = span;
  heights_.push_back(1);
  return ast_.exprs.push_back(std::move(node));
}

}  // namespace parser
}  // namespace fairmon::syntax
