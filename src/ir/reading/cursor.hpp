#pragma once

#include <fairmon/error.hpp>
#include <fairmon/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "ir/reading/tokens.hpp"

namespace fairmon::ir::reading {

/// Walks the tokens. The first mistake is remembered and moves the cursor to the end, so that
/// everybody up the line finishes without asking.
class Cursor {
 public:
  explicit Cursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  Token next();
  [[nodiscard]] bool at_end() const { return peek().kind == TokenKind::End; }
  [[nodiscard]] bool is_symbol(std::string_view text) const;
  [[nodiscard]] bool is_word(std::string_view text) const;
  /// Consumes it if it is there.
  bool take_symbol(std::string_view text);
  bool take_word(std::string_view text);
  void expect_symbol(std::string_view text);
  void expect_word(std::string_view text);
  std::string expect_name(std::string_view what);
  std::uint64_t expect_unsigned(std::string_view what);

  void fail(std::string message);
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const Error& error() const { return *error_; }

  [[nodiscard]] std::size_t position() const { return at_; }
  void seek(std::size_t position) { at_ = failed() ? tokens_.size() - 1 : position; }
  /// From the current token on: the next one in the first column, or the end.
  void skip_declaration();

  Type read_type();
  Period read_period();
  std::int64_t read_duration_ns();
  /// A constant of the given type; `next` is its first token.
  Value read_value(const Type& type);

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace fairmon::ir::reading
