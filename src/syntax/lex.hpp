#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/source.hpp>

#include "syntax/token.hpp"

namespace fairmon::syntax {

/// Cuts a text into tokens. Never fails: what is no token becomes an Error token and a diagnostic.
[[nodiscard]] TokenList lex(const SourceFile& source, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace fairmon::syntax
