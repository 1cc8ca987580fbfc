#pragma once

#include <fairmon/source.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::syntax {

enum class TokenKind : std::uint8_t {
  End,
  Error,  ///< bytes that start no token; already reported
  Identifier,
  Number,
  String,
  RawString,
  True,
  False,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Colon,
  Assign,  ///< `:=`
  At,
  Dot,
  Question,
  Hash,
  HashBang,
  FatArrow,
// Operators come last; see operators.def.
#define OPERATOR(op, token, name) token,
#define SIGN(op, token, name)
#include "syntax/operators.def"
#undef OPERATOR
#undef SIGN
};

/// Words with a meaning of their own in some places. Most may still be names elsewhere; the parser
/// decides by context.
enum class Word : std::uint8_t {
  None,
  Import,
  Constant,
  Type,
  Input,
  Output,
  Trigger,
  Mirrors,
  Use,
  As,
  Spawn,
  Eval,
  Close,
  When,
  With,
  If,
  Then,
  Else,
  Include,
  Filter,  ///< old syntax, as are the following
  Extend,
  Invoke,
  Terminate,
  Unless,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Word word = Word::None;  ///< of an Identifier
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  /// Number: where the unit begins (equals `end` without). String: 0, or 1 if it never ends, or the
  /// sizes of other quotes than plain ones, 256 · opening + closing.
  std::uint32_t extra = 0;
};

struct Comment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  ///< without the line break
  bool block = false;
};

/// Tokens in order, the last being End, and what was between them.
struct TokenList {
  std::vector<Token> tokens;
  std::vector<Comment> comments;
};

/// For messages and dumps: `identifier`, `number`, `:=`, …
[[nodiscard]] std::string token_kind_name(TokenKind kind);

/// The word's meaning, by exact spelling.
[[nodiscard]] Word find_word(std::string_view text);

/// The other way round; empty for Word::None.
[[nodiscard]] std::string_view word_text(Word word);

/// Names that nobody may declare, in any mix of upper and lower case.
[[nodiscard]] bool is_reserved(std::string_view text);

}  // namespace fairmon::syntax
