#pragma once

#include <fairmon/source.hpp>

#include <cstdint>

#include "syntax/token.hpp"

namespace fairmon::api {

/// What can be written at a place, judged by the tokens before it.
enum class Wanted : std::uint8_t {
  Nothing,  ///< inside a comment or a text, or where a new name is made up
  Declaration,
  Expression,
  Method,       ///< behind a dot
  Aggregation,  ///< behind `using:`
  Selection,    ///< behind `over_instances:`
  Type,
  Pacing,
  Tag,
  Module,
  Metric,
  Unit,
};

struct CompletionContext {
  Wanted wanted = Wanted::Declaration;
  Span replace;            ///< the word being written
  bool in_output = false;  ///< clauses are possible as well
};

[[nodiscard]] CompletionContext find_context(const SourceFile& source,
                                             const syntax::TokenList& list, std::uint32_t offset);

}  // namespace fairmon::api
