#pragma once

#include <fairmon/source.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "syntax/ast.hpp"

namespace fairmon::api {

enum class SymbolKind : std::uint8_t { Constant, Input, Output, Parameter, LambdaParameter };

/// A name that a specification declares.
struct Symbol {
  SymbolKind kind = SymbolKind::Input;
  std::string name;
  Span declared;
  std::uint32_t index = 0;  ///< in the tree's table; for parameters, that of the output
  Span scope;               ///< where parameters can be seen
};

struct Occurrence {
  Span span;
  std::uint32_t symbol = 0;
};

/// All names of a text as it is written, and where they are used. Works for texts with mistakes.
struct Symbols {
  std::vector<Symbol> symbols;
  std::vector<Occurrence> occurrences;  ///< declarations included, sorted by place

  /// The occurrence at a byte offset; one that ends there counts too.
  [[nodiscard]] const Occurrence* find(std::uint32_t offset) const;
};

[[nodiscard]] Symbols find_symbols(const syntax::Ast& ast);
/// Parses the text first; what is wrong with it is not reported.
[[nodiscard]] Symbols find_symbols(const SourceFile& source);

}  // namespace fairmon::api
