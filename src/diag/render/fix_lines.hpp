#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>
#include <vector>

namespace fairmon::diag {

/// A line as it will be after a fix, or one that the fix takes away.
struct FixLine {
  std::string text;
  bool added = true;
};

/// The lines that a fix changes, in order. Empty if its edits do not fit the text.
[[nodiscard]] std::vector<FixLine> fix_lines(const Diagnostics& diagnostics, const Fix& fix);

}  // namespace fairmon::diag
