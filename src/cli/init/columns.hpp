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
  std::size_t number = 1;    ///< in the file
  bool shared_name = false;  ///< another column is called the same
  ColumnKind kind = ColumnKind::Empty;
  std::vector<std::string> values;   ///< distinct ones in order of first occurrence, up to a limit
  bool many_values = false;          ///< there are more than `values` holds
  bool ascending = true;             ///< never smaller than before; for times
  std::vector<std::string> missing;  ///< spellings such as `NA` among numbers or Booleans
  double smallest = 0.0;             ///< of numbers; of dates in seconds since 1970
  double largest = 0.0;
  std::vector<double> quartiles;  ///< of numbers: three cuts
  bool whole_numbers = false;     ///< numbers without a fraction, however they are written
};

/// A word that stands for "unknown" in files of other programs: `NA`, `?`, …
[[nodiscard]] bool says_unknown(const std::string& text);

/// Whole numbers, or others.
[[nodiscard]] bool is_number(const Column& column);

struct Sample {
  std::vector<Column> columns;
  std::size_t num_rows = 0;
  bool complete = false;  ///< all of the file was looked at
  bool header = true;     ///< the first line names the columns; else they are called c1, c2, …
};

/// Looks at the beginning of a CSV file, packed or not.
[[nodiscard]] Result<Sample> study_file(const std::string& file);
/// The same for text; `complete` says that it is the whole file.
[[nodiscard]] Sample study_text(std::string_view text, bool complete);

/// A text in lower case, as far as it is ASCII.
[[nodiscard]] std::string lower_case(std::string_view text);

/// Parts of a column's name in lower case: `isFemale`, `is_female` and `Is female` are the same.
[[nodiscard]] std::vector<std::string> words_of(std::string_view name);

}  // namespace fairmon::cli
