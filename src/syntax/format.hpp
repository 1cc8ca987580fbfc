#pragma once

#include <fairmon/source.hpp>

#include <optional>
#include <string>

namespace fairmon::syntax {

/// The specification in house style: the same tokens and comments, with other blanks and line
/// breaks between them (and `==` for a single `=`). Formatting twice changes nothing. Nothing if
/// the text has syntax errors.
[[nodiscard]] std::optional<std::string> format(const SourceFile& source);

}  // namespace fairmon::syntax
