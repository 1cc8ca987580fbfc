#pragma once

#include <fairmon/diagnostic.hpp>
#include <fairmon/source.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Fixes are tried out before they are shown.
namespace fairmon::api {

/// Applies every fix on offer and analyses the result: a fix stays if it leaves fewer errors. Where
/// none leaves none, small changes around the first error are tried. If one fix removes all
/// errors, the others were consequences and go. A fix is automatic only if it is the only one.
[[nodiscard]] Diagnostics try_fixes(const SourceFile& source, const Diagnostics& found);

/// Edits of one or two tokens around a place, the likeliest first.
[[nodiscard]] std::vector<Fix> small_changes(const SourceFile& source, Span place);

}  // namespace fairmon::api
