#pragma once

#include <fairmon/source.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "diag/render/palette.hpp"

namespace fairmon::diag {

/// A stretch of one line to underline, in bytes from the line's begin.
struct Mark {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  bool primary = false;
};

/// The line as shown: tabs as blanks, unprintable bytes replaced.
[[nodiscard]] std::string visible_line(std::string_view line);
/// The column, counted from 0, at which the byte of a line is shown.
[[nodiscard]] std::size_t visible_column(std::string_view line, std::size_t offset);

/// The underline and the words below a line: no frame, one string per line of output.
[[nodiscard]] std::vector<std::string> mark_lines(std::string_view line, std::vector<Mark> marks,
                                                  const Palette& palette, Paint primary);

}  // namespace fairmon::diag
