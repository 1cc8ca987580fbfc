#pragma once

#include <fairmon/source.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/ast.hpp"
#include "syntax/token.hpp"

namespace fairmon::syntax::parser {

/// `when …` or `with …` of a clause, with its keyword's place.
struct ClauseCondition {
  ExprId value;
  Span keyword;
  Span span;
};

struct ClauseBody {
  std::optional<PacingExpr> pacing;
  ClauseCondition when;
  ClauseCondition with;
};

/// A clause in the words of older tools: `filter c`, `invoke e`, `terminate c`, …
struct OldClause {
  Word word = Word::None;
  Span keyword;
  ExprId value;
  Span span;
};

/// A `when` or `with` left out behind a clause's keyword.
struct MissingWord {
  std::string_view word;
  std::string clause;
  Span place;
};

/// What was found behind an output's name, in any order, before it is judged.
struct OutputParts {
  std::uint32_t tail_begin = 0;  ///< where name, parameters and type end
  std::optional<PacingExpr> pacing;
  bool type_after_pacing = false;
  Span late_type;         ///< `: T` after a pacing
  bool assigned = false;  ///< there was a `:=`, or something that stands for it
  bool reported = false;  ///< a mistake in the shape was reported already
  Span assign;            ///< of the `:=`
  ExprId value;           ///< behind the `:=`
  std::vector<OldClause> old;
  std::optional<OldClause> spawn_if;  ///< `spawn … if c`
  /// `close c`, `spawn e`: fine in older tools, a missing word today.
  std::vector<MissingWord> missing_words;
};

}  // namespace fairmon::syntax::parser
