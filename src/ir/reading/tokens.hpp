#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::ir::reading {

enum class TokenKind : std::uint8_t {
  Name,    ///< also keywords; without backquotes
  Number,  ///< `5`, `-5`, `5u`, `0.5`, `1e-3`, `inf`, `60s`: letters attached stand in `suffix`
  Text,    ///< decoded
  Bytes,   ///< `x"0A"`, decoded
  Symbol,  ///< one character, or `&&`, `||`
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  std::string suffix;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  bool quoted = false;  ///< a name in backquotes is never a keyword
};

/// Never fails: a strange character becomes a symbol, an open text ends with the input. `//` starts
/// a comment.
[[nodiscard]] std::vector<Token> tokenize(std::string_view text);

}  // namespace fairmon::ir::reading
