#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::intake {

/// The first rows of a file of separated values, for people to look at. What a record means is
/// decided by the input plugin alone; this only cuts text into cells.
struct Table {
  char delimiter = ',';
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  bool complete = false;  ///< the whole file is shown
};

struct TableOptions {
  char delimiter = '\0';  ///< \0: the one among , ; tab | that cuts the first lines most evenly
  char quote = '"';
  bool header = true;
  std::size_t max_rows = 50;
};

/// `text` is the beginning of a file; `whole` says that it is all of it.
[[nodiscard]] Table preview_table(std::string_view text, bool whole, const TableOptions& options);

/// The same for a file with one JSON object per line: columns are the members of the objects.
[[nodiscard]] bool looks_like_json_lines(std::string_view text);
[[nodiscard]] Table preview_json_lines(std::string_view text, bool whole, std::size_t max_rows);

}  // namespace fairmon::intake
