#include "syntax/format.hpp"

#include <algorithm>

#include "syntax/format/layout.hpp"
#include "syntax/format/marks.hpp"
#include "syntax/lex.hpp"
#include "syntax/parse.hpp"

namespace fairmon::syntax {
namespace formatter {
namespace {

constexpr std::size_t kColumns = 100;

class Writer {
 public:
  Writer(std::string_view text, const TokenList& list, std::vector<Mark> marks)
      : text_(text), list_(list), marks_(std::move(marks)) {}

  std::string run();

 private:
  void write_token(std::size_t index);
  void begin(const std::vector<Bracket>& brackets);
  void end(const Mark& mark);
  void write_gap(std::size_t index);
  void write_trailing_comments(std::size_t index);
  void write_own_comments(std::size_t index);
  void write_comment(const Comment& comment);
  [[nodiscard]] Gap default_gap(std::size_t index) const;
  [[nodiscard]] bool has_line_break(std::uint32_t begin, std::uint32_t end) const;
  [[nodiscard]] bool has_blank_line_before(std::uint32_t offset) const;

  std::string_view text_;
  const TokenList& list_;
  std::vector<Mark> marks_;
  std::size_t comment_ = 0;
  bool line_must_end_ = false;
  Layout layout_;
};

bool Writer::has_line_break(std::uint32_t begin, std::uint32_t end) const {
  return text_.substr(begin, end - begin).find('\n') != std::string_view::npos;
}

// Only blanks between this place and an empty line above it?
bool Writer::has_blank_line_before(std::uint32_t offset) const {
  int breaks = 0;
  for (std::uint32_t i = offset; i-- > 0;) {
    const char c = text_[i];
    if (c == '\n') {
      ++breaks;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      break;
    }
  }
  return breaks > 1;
}

Gap Writer::default_gap(std::size_t index) const {
  const TokenKind before = list_.tokens[index - 1].kind;
  const TokenKind kind = list_.tokens[index].kind;
  if (kind == TokenKind::Dot) {
    // `5 .0` without its blank would be a number.
    const bool component = index > 1 && list_.tokens[index - 2].kind == TokenKind::Dot;
    const bool number = before == TokenKind::Number && !component &&
                        list_.tokens[index + 1].kind == TokenKind::Number;
    return number ? Gap::Blank : Gap::Glued;
  }
  const bool opens = before == TokenKind::LeftParen || before == TokenKind::LeftBracket ||
                     before == TokenKind::Dot || before == TokenKind::At;
  const bool closes = kind == TokenKind::RightParen || kind == TokenKind::RightBracket ||
                      kind == TokenKind::Comma || kind == TokenKind::Colon ||
                      kind == TokenKind::Question;
  return opens || closes ? Gap::Glued : Gap::Blank;
}

void Writer::begin(const std::vector<Bracket>& brackets) {
  for (const Bracket bracket : brackets) {
    switch (bracket) {
      case Bracket::Group:
        layout_.begin_group();
        break;
      case Bracket::Indent:
        layout_.begin_indent(2);
        break;
      case Bracket::Align:
        layout_.begin_align();
        break;
    }
  }
}

void Writer::end(const Mark& mark) {
  for (const Bracket bracket : mark.ends) {
    bracket == Bracket::Group ? layout_.end_group() : layout_.end_indent();
  }
}

void Writer::write_gap(std::size_t index) {
  const Gap wanted = marks_[index].before;
  const Gap gap = index == 0               ? Gap::Declaration
                  : wanted == Gap::Default ? default_gap(index)
                                           : wanted;
  const bool blank_above = has_blank_line_before(list_.tokens[index].begin);
  if (line_must_end_ && gap != Gap::Declaration) {
    layout_.hard_line();
    return;
  }
  switch (gap) {
    case Gap::Default:
    case Gap::Glued:
      break;
    case Gap::Blank:
      layout_.text(" ");
      break;
    case Gap::Line:
      layout_.line();
      break;
    case Gap::SoftLine:
      layout_.soft_line();
      break;
    case Gap::Hard:
      layout_.hard_line();
      break;
    case Gap::Declaration:
      blank_above ? layout_.blank_line() : layout_.hard_line();
      break;
  }
}

// A comment without its trailing blanks; a block keeps its inner lines as they are.
void Writer::write_comment(const Comment& comment) {
  std::string_view text = text_.substr(comment.begin, comment.end - comment.begin);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  layout_.text(text);
}

// Comments behind the token just written, on its line, stay there.
void Writer::write_trailing_comments(std::size_t index) {
  const auto& comments = list_.comments;
  std::uint32_t end = list_.tokens[index].end;
  const std::uint32_t limit = list_.tokens[index + 1].begin;
  while (comment_ < comments.size() && comments[comment_].begin < limit &&
         !has_line_break(end, comments[comment_].begin)) {
    const Comment& comment = comments[comment_];
    layout_.text(" ");
    write_comment(comment);
    end = comment.end;
    line_must_end_ = !comment.block;
    ++comment_;
  }
}

// Comments with a line of their own before the token.
void Writer::write_own_comments(std::size_t index) {
  const auto& comments = list_.comments;
  const bool between = marks_[index].before == Gap::Declaration || index == 0 ||
                       list_.tokens[index].kind == TokenKind::End;
  while (comment_ < comments.size() && comments[comment_].begin < list_.tokens[index].begin) {
    const bool blank = between && has_blank_line_before(comments[comment_].begin);
    blank ? layout_.blank_line() : layout_.hard_line();
    write_comment(comments[comment_]);
    line_must_end_ = true;
    ++comment_;
  }
}

void Writer::write_token(std::size_t index) {
  const Token& token = list_.tokens[index];
  const Mark& mark = marks_[index];
  begin(mark.outer);
  write_own_comments(index);
  write_gap(index);
  line_must_end_ = false;
  begin(mark.inner);
  const std::string_view text = text_.substr(token.begin, token.end - token.begin);
  const bool tag = mark.before == Gap::Glued;
  layout_.text(token.kind == TokenKind::Equal && !tag ? "==" : text);
  write_trailing_comments(index);
  end(mark);
}

std::string Writer::run() {
  for (std::size_t i = 0; i + 1 < list_.tokens.size(); ++i) {
    write_token(i);
  }
  write_own_comments(list_.tokens.size() - 1);
  return layout_.render(kColumns);
}

}  // namespace
}  // namespace formatter

std::optional<std::string> format(const SourceFile& source) {
  Diagnostics diagnostics;
  diagnostics.add_file(source);
  const TokenList list = lex(source, 0, diagnostics);
  const Ast ast = parse(source, list, 0, diagnostics);
  if (diagnostics.has_errors()) {
    return std::nullopt;
  }
  std::vector<formatter::Mark> marks = formatter::make_marks(ast, list.tokens);
  return formatter::Writer(source.text(), list, std::move(marks)).run();
}

}  // namespace fairmon::syntax
