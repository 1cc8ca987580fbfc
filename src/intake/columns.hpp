#pragma once

#include <fairmon/result.hpp>
#include <fairmon/time_format.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::intake {

enum class ColumnKind : std::uint8_t { Empty, Bool, Integer, Number, Date, Text };

/// `date`, `number`, … for people.
[[nodiscard]] std::string_view kind_name(ColumnKind kind) noexcept;

/// What the first rows of a file tell about one column.
struct Column {
  std::string name;
  std::size_t number = 1;    ///< in the file
  bool shared_name = false;  ///< another column is called the same
  ColumnKind kind = ColumnKind::Empty;
  std::vector<std::string> values;  ///< distinct ones in order of first occurrence, up to a limit
  std::vector<std::size_t> counts;  ///< how often each of them occurs
  bool many_values = false;         ///< there are more than `values` holds
  std::size_t num_blank = 0;        ///< cells with nothing in them
  std::size_t num_unknown = 0;      ///< cells with a word for "unknown"
  TimeFormat time_format = TimeFormat::Auto;  ///< of dates, and of numbers that are times
  bool either_order = false;                  ///< of dates: the day or the month may come first
  bool ascending = true;                      ///< never smaller than before; for times
  std::vector<std::string> missing;           ///< spellings such as `NA` among numbers or Booleans
  double smallest = 0.0;                      ///< of numbers; of dates in seconds since 1970
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
  std::vector<std::vector<std::string>> rows;  ///< cells without blanks around them
  std::size_t num_rows = 0;
  bool complete = false;  ///< all of the file was looked at
  bool header = true;     ///< the first line names the columns; else they are called c1, c2, …
  bool json_lines = false;
};

/// Looks at the beginning of a file of separated values or of JSON lines, packed or not.
[[nodiscard]] Result<Sample> study_file(const std::string& file);
/// The same for text; `complete` says that it is the whole file.
[[nodiscard]] Sample study_text(std::string_view text, bool complete);

/// A text in lower case, as far as it is ASCII.
[[nodiscard]] std::string lower_case(std::string_view text);

/// Parts of a column's name in lower case: `isFemale`, `is_female` and `Is female` are the same.
[[nodiscard]] std::vector<std::string> words_of(std::string_view name);

}  // namespace fairmon::intake
