#pragma once

#include <span>
#include <string_view>

#include "diag/report.hpp"

/// Words of other languages, and what they are called here.
namespace fairmon::sema::names {

enum class WordKind : std::uint8_t { Name, Function, Aggregation };

/// Adds what is known about a word: a fix for each reading, and a word of help. False for a word
/// that is not known.
bool explain_foreign(diag::Report& report, WordKind kind, std::string_view word, Span place);

}  // namespace fairmon::sema::names
