#include <algorithm>
#include <array>

#include "diag/report.hpp"
#include "syntax/lexer/lexer.hpp"

namespace fairmon::syntax::lexer {
namespace {

// The first line break inside the text after which a declaration begins: a quote is missing there.
std::size_t find_swallowed_declaration(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kStarts = {"input ",  "output ",   "trigger ",
                                                              "import ", "constant ", "#["};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (std::any_of(kStarts.begin(), kStarts.end(),
                    [rest](std::string_view start) { return rest.starts_with(start); })) {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

void Lexer::lex_string() {
  const std::size_t begin = position_;
  ++position_;
  while (position_ < text_.size() && text_[position_] != '"') {
    position_ += text_[position_] == '\\' ? 2 : 1;
  }
  const bool ends = position_ < text_.size();
  const std::string_view inside = text_.substr(begin, std::min(position_, text_.size()) - begin);
  if (!ends || find_swallowed_declaration(inside) != std::string_view::npos) {
    end_string_at_line(begin);
    return;
  }
  ++position_;
  add(TokenKind::String, begin).extra = 0;
}

// A string without its closing quote ends with its line, so that the rest is still read.
void Lexer::end_string_at_line(std::size_t begin) {
  position_ = std::min(text_.find('\n', begin), text_.size());
  while (position_ > begin + 1 && (text_[position_ - 1] == '\r' || text_[position_ - 1] == ' ')) {
    --position_;
  }
  add(TokenKind::String, begin).extra = 1;
  const auto end = static_cast<std::uint32_t>(position_);
  const auto at = static_cast<std::uint32_t>(begin);
  diag::error(diagnostics_, "unterminated-string", {at, at + 1, file_},
              "this text has no closing `\"`")
      .fix("close it at the end of the line", {{{end, end, file_}, "\""}});
}

// `r`, any number of `#`, a quote, and the same backwards. False if none starts here.
bool Lexer::lex_raw_string() {
  const std::size_t begin = position_;
  std::size_t hashes = 0;
  while (peek(1 + hashes) == '#') {
    ++hashes;
  }
  if (peek(1 + hashes) != '"') {
    return false;
  }
  const std::string close = "\"" + std::string(hashes, '#');
  const std::size_t found = text_.find(close, begin + 2 + hashes);
  if (found != std::string_view::npos) {
    position_ = found + close.size();
    add(TokenKind::RawString, begin).extra = 0;
    return true;
  }
  const auto at = static_cast<std::uint32_t>(begin);
  position_ = std::min(text_.find('\n', begin), text_.size());
  add(TokenKind::RawString, begin).extra = 1;
  const auto end = static_cast<std::uint32_t>(position_);
  diag::error(diagnostics_, "unterminated-string",
              {at, at + 2 + static_cast<std::uint32_t>(hashes), file_},
              "this raw text has no closing `" + close + "`")
      .fix("close it at the end of the line", {{{end, end, file_}, close}});
  return true;
}

// A text in typographic or single quotes. Read as the text it is meant to be.
bool Lexer::lex_curly_string() {
  static constexpr std::array<std::string_view, 8> kCurly = {"“", "”", "„", "«",
                                                             "»", "'", "‘", "’"};
  const auto curly_at = [this](std::size_t at) -> std::size_t {
    const auto* found = std::find_if(
        kCurly.begin(), kCurly.end(),
        [this, at](std::string_view one) { return text_.substr(at, one.size()) == one; });
    return found == kCurly.end() ? 0 : found->size();
  };
  const std::size_t begin = position_;
  const std::size_t open = curly_at(begin);
  if (open == 0) {
    return false;
  }
  std::size_t end = begin + open;
  while (end < text_.size() && text_[end] != '\n' && text_[end] != '"' && curly_at(end) == 0) {
    ++end;
  }
  const std::size_t close = end < text_.size() && text_[end] == '"' ? 1 : curly_at(end);
  if (close == 0) {
    return false;
  }
  position_ = end + close;
  add(TokenKind::String, begin).extra = static_cast<std::uint32_t>(open << 8U | close);
  const auto at = [this](std::size_t from, std::size_t size) {
    return Span{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(from + size), file_};
  };
  diag::error(diagnostics_, "unexpected-character", span_from(begin),
              "a text stands in plain double quotes")
      .fix("use plain quotes", {{at(begin, open), "\""}, {at(end, close), "\""}}, true);
  return true;
}

}  // namespace fairmon::syntax::lexer
