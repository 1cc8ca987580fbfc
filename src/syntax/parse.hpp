#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/source.hpp>

#include <cstdint>

#include "syntax/ast.hpp"
#include "syntax/token.hpp"

namespace fairmon::syntax {

/// Reads a specification. Never fails: mistakes are reported, what is missing is a Missing node,
/// and reading goes on at the next clause or declaration. `file` is the number of the source in
/// `diagnostics`; it is entered in every span.
[[nodiscard]] Ast parse(const SourceFile& source, std::uint32_t file, Diagnostics& diagnostics);

/// The same for a text that is cut into tokens already.
[[nodiscard]] Ast parse(const SourceFile& source, const TokenList& list, std::uint32_t file,
                        Diagnostics& diagnostics);

/// Brackets, calls and conditions inside one another, at most; deeper ones are refused.
constexpr std::uint32_t kMaxNesting = 256;
/// Height of an expression's tree, at most. Longer chains than nestings are harmless.
constexpr std::uint32_t kMaxHeight = 1000;

}  // namespace fairmon::syntax
