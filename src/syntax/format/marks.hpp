#pragma once

#include <fairmon/source.hpp>

#include <cstdint>
#include <vector>

#include "syntax/ast.hpp"
#include "syntax/token.hpp"

namespace fairmon::syntax::formatter {

enum class Gap : std::uint8_t {
  Default,  ///< what the two tokens ask for
  Glued,
  Blank,
  Line,         ///< blank or end of line
  SoftLine,     ///< nothing or end of line
  Hard,         ///< end of line
  Declaration,  ///< end of line; an empty line is kept
};

/// What begins before a token (outside first) or ends behind it.
enum class Bracket : std::uint8_t { Group, Indent, Align };

/// What the tree says about the space around one token.
struct Mark {
  Gap before = Gap::Default;
  std::vector<Bracket> outer;  ///< begin before the gap
  std::vector<Bracket> inner;  ///< begin behind the gap
  std::vector<Bracket> ends;   ///< end behind the token, innermost first
};

/// One mark per token.
[[nodiscard]] std::vector<Mark> make_marks(const Ast& ast, const std::vector<Token>& tokens);

}  // namespace fairmon::syntax::formatter
