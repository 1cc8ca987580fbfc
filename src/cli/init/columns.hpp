#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::cli {

enum class ColumnKind : std::uint8_t { Empty, Bool, Integer, Number, Date, Text };

/// What the first rows of a file tell about one column.
struct Column {
  std::string name;
  ColumnKind kind = ColumnKind::Empty;
  std::vector<std::string> values;   ///< distinct ones in order of first occurrence, up to a limit
  bool many_values = false;          ///< there are more than `values` holds
  bool ascending = true;             ///< never smaller than before; for times
  std::vector<std::string> missing;  ///< spellings such as `NA` among numbers or Booleans
  double smallest = 0.0;             ///< of numbers
  double largest = 0.0;
};

struct Sample {
  std::vector<Column> columns;
  std::size_t num_rows = 0;
  bool complete = false;  ///< all of the file was looked at
};

/// Looks at the beginning of a CSV file, packed or not.
[[nodiscard]] Result<Sample> study_file(const std::string& file);
/// The same for text; `complete` says that it is the whole file.
[[nodiscard]] Sample study_text(std::string_view text, bool complete);

/// Parts of a column's name in lower case: `isFemale`, `is_female` and `Is female` are the same.
[[nodiscard]] std::vector<std::string> words_of(std::string_view name);

}  // namespace fairmon::cli
