#include "api/tooling/completion_context.hpp"

#include <algorithm>

#include "syntax/operators.hpp"

namespace fairmon::api {
namespace {

using syntax::Token;
using syntax::TokenKind;
using syntax::Word;

class ContextFinder {
 public:
  ContextFinder(const SourceFile& source, const syntax::TokenList& list, std::uint32_t offset)
      : source_(source), list_(list), offset_(offset) {}

  CompletionContext run();

 private:
  [[nodiscard]] bool in_comment_or_text() const;
  [[nodiscard]] Wanted judge() const;
  [[nodiscard]] Wanted behind_colon() const;
  [[nodiscard]] Wanted on_free_place() const;
  /// A token before the word being written, counted backwards from 1.
  [[nodiscard]] const Token* back(std::size_t steps) const {
    return steps <= count_ ? &list_.tokens[count_ - steps] : nullptr;
  }
  [[nodiscard]] TokenKind kind_back(std::size_t steps) const {
    const Token* token = back(steps);
    return token == nullptr ? TokenKind::End : token->kind;
  }
  [[nodiscard]] std::string_view text_back(std::size_t steps) const {
    const Token* token = back(steps);
    return token == nullptr ? std::string_view() : source_.slice({token->begin, token->end, 0});
  }
  [[nodiscard]] bool in_output() const;
  [[nodiscard]] bool in_tag() const;
  /// The declaration's own word, searched backwards from the cursor.
  [[nodiscard]] Word declaration() const;
  [[nodiscard]] int depth() const;

  const SourceFile& source_;
  const syntax::TokenList& list_;
  std::uint32_t offset_;
  std::size_t count_ = 0;  ///< tokens that end before the word being written
  const Token* current_ = nullptr;
};

bool ContextFinder::in_comment_or_text() const {
  for (const syntax::Comment& comment : list_.comments) {
    const bool inside = comment.begin < offset_ && offset_ < comment.end;
    if (inside || (!comment.block && offset_ == comment.end)) {
      return true;
    }
  }
  return current_ != nullptr &&
         (current_->kind == TokenKind::String || current_->kind == TokenKind::RawString) &&
         offset_ > current_->begin && (offset_ < current_->end || current_->extra == 1);
}

CompletionContext ContextFinder::run() {
  CompletionContext context;
  context.replace = {offset_, offset_, 0};
  while (count_ < list_.tokens.size() && list_.tokens[count_].kind != TokenKind::End &&
         list_.tokens[count_].end < offset_) {
    ++count_;
  }
  if (count_ < list_.tokens.size() && list_.tokens[count_].begin < offset_) {
    const Token& token = list_.tokens[count_];
    const char first = source_.text()[token.begin];
    const bool word = token.kind == TokenKind::Identifier ||
                      (first >= 'a' && first <= 'z' && token.kind < TokenKind::LeftParen) ||
                      (first >= 'a' && first <= 'z' && token.kind >= syntax::kFirstOperator);
    if (word || token.kind == TokenKind::String || token.kind == TokenKind::RawString) {
      current_ = &token;
      context.replace = word ? Span{token.begin, token.end, 0} : context.replace;
    } else if (token.kind == TokenKind::Number) {
      current_ = &token;
      context.replace = {std::min(token.extra, offset_), token.end, 0};
    } else if (token.end == offset_) {
      ++count_;
    }
  }
  if (in_comment_or_text()) {
    context.wanted = Wanted::Nothing;
    return context;
  }
  context.in_output = in_output();
  context.wanted =
      current_ != nullptr && current_->kind == TokenKind::Number ? Wanted::Unit : judge();
  return context;
}

Word ContextFinder::declaration() const {
  for (std::size_t i = count_; i-- > 0;) {
    const Word word = list_.tokens[i].word;
    if (word == Word::Input || word == Word::Output || word == Word::Trigger ||
        word == Word::Constant || word == Word::Import || word == Word::Use) {
      return word;
    }
  }
  return Word::None;
}

bool ContextFinder::in_output() const {
  const Word word = declaration();
  return word == Word::Output || word == Word::Trigger;
}

int ContextFinder::depth() const {
  int depth = 0;
  for (std::size_t i = count_; i-- > 0;) {
    const Token& token = list_.tokens[i];
    if (token.word == Word::Input || token.word == Word::Output || token.word == Word::Trigger) {
      break;
    }
    if (token.kind == TokenKind::LeftParen) {
      ++depth;
    } else if (token.kind == TokenKind::RightParen) {
      --depth;
    }
  }
  return depth;
}

bool ContextFinder::in_tag() const {
  for (std::size_t i = count_; i-- > 0;) {
    const TokenKind kind = list_.tokens[i].kind;
    if (kind == TokenKind::RightBracket) {
      return false;
    }
    if (kind == TokenKind::LeftBracket) {
      return i > 0 && (list_.tokens[i - 1].kind == TokenKind::Hash ||
                       list_.tokens[i - 1].kind == TokenKind::HashBang);
    }
  }
  return false;
}

Wanted ContextFinder::behind_colon() const {
  if (text_back(2) == "using") {
    return Wanted::Aggregation;
  }
  if (text_back(2) == "over_instances") {
    return Wanted::Selection;
  }
  const Word word = declaration();
  const bool value = word == Word::Output || word == Word::Trigger || word == Word::Use;
  // Inside an expression a colon follows an argument's name.
  bool assigned = false;
  for (std::size_t i = count_; i-- > 0;) {
    const Token& token = list_.tokens[i];
    if (token.word == Word::Output || token.word == Word::Trigger) {
      break;
    }
    assigned |=
        token.kind == TokenKind::Assign || token.word == Word::With || token.word == Word::When;
  }
  const bool argument =
      (value && assigned) || (word == Word::Trigger && depth() > 0) || word == Word::Use;
  return argument ? Wanted::Expression : Wanted::Type;
}

Wanted ContextFinder::on_free_place() const {
  const Token* before = back(1);
  if (before == nullptr) {
    return Wanted::Declaration;
  }
  const auto between = source_.text().substr(before->end, offset_ - before->end);
  const bool new_line = between.find('\n') != std::string_view::npos;
  const bool value_ends =
      before->kind == TokenKind::Identifier || before->kind == TokenKind::Number ||
      before->kind == TokenKind::String || before->kind == TokenKind::RightParen ||
      before->kind == TokenKind::RightBracket || before->kind == TokenKind::True ||
      before->kind == TokenKind::False || before->kind == TokenKind::Question;
  if (before->kind == TokenKind::RightBracket || (new_line && value_ends)) {
    return Wanted::Declaration;
  }
  return Wanted::Expression;
}

Wanted ContextFinder::judge() const {
  const Token* before = back(1);
  if (before == nullptr) {
    return Wanted::Declaration;
  }
  if (in_tag()) {
    const bool key = before->kind == TokenKind::LeftBracket || before->kind == TokenKind::Comma;
    return key ? Wanted::Tag : Wanted::Nothing;
  }
  if (before->kind == TokenKind::Dot) {
    return Wanted::Method;
  }
  if (before->kind == TokenKind::At) {
    return Wanted::Pacing;
  }
  if (before->kind == TokenKind::Colon) {
    return behind_colon();
  }
  if (before->word == Word::Import) {
    return Wanted::Module;
  }
  if (before->word == Word::Use) {
    return Wanted::Metric;
  }
  const bool names =
      before->word == Word::Input || before->word == Word::Output || before->word == Word::Constant;
  return names ? Wanted::Nothing : on_free_place();
}

}  // namespace

CompletionContext find_context(const SourceFile& source, const syntax::TokenList& list,
                               std::uint32_t offset) {
  const auto size = static_cast<std::uint32_t>(source.text().size());
  return ContextFinder(source, list, std::min(offset, size)).run();
}

}  // namespace fairmon::api
