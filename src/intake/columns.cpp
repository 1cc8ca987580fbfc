#include "intake/columns.hpp"

#include <fairmon/time_format.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "intake/table.hpp"
#include "plugins/reading/byte_stream.hpp"
#include "support/text.hpp"

namespace fairmon::intake {

namespace {

constexpr std::size_t kSampleBytes = std::size_t{8} << 20U;
constexpr std::size_t kSampleRows = 20'000;
constexpr std::size_t kMostValues = 40;

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_missing(std::string_view text) { return text.empty() || text == "#"; }

std::optional<double> real_number(std::string_view text) {
  double value = 0.0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = failed == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

bool is_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() && end == text.data() + text.size();
}

/// How the cells of a column are read.
struct Spelling {
  ColumnKind kind = ColumnKind::Text;
  TimeFormat format = TimeFormat::Auto;
};

std::optional<std::int64_t> time_of(TimeFormat format, std::string_view text) {
  return TimeReader(format, std::nullopt, false).raw(text);
}

bool is_spelt(const Spelling& spelling, const std::string& text) {
  switch (spelling.kind) {
    case ColumnKind::Bool:
      return is_one_of(lower_case(text), {"true", "false", "yes", "no", "1", "0"});
    case ColumnKind::Integer:
      return is_integer(text);
    case ColumnKind::Number:
      return real_number(text).has_value();
    case ColumnKind::Date:
      return time_of(spelling.format, text).has_value();
    case ColumnKind::Empty:
    case ColumnKind::Text:
      return true;
  }
  return true;
}

/// The narrowest spelling that fits all cells; words for "unknown" do not count against it.
Spelling spelling_of(const std::vector<std::string>& cells) {
  constexpr std::array kNarrowestFirst = {
      Spelling{ColumnKind::Bool},
      Spelling{ColumnKind::Integer},
      Spelling{ColumnKind::Number},
      Spelling{ColumnKind::Date, TimeFormat::Rfc3339},
      Spelling{ColumnKind::Date, TimeFormat::YearFirst},
      Spelling{ColumnKind::Date, TimeFormat::DayFirst},
      Spelling{ColumnKind::Date, TimeFormat::MonthFirst},
  };
  for (const Spelling& spelling : kNarrowestFirst) {
    std::size_t good = 0;
    const bool fits = std::all_of(cells.begin(), cells.end(), [&](const std::string& cell) {
      const bool is = is_spelt(spelling, cell);
      good += is ? 1U : 0U;
      return is || says_unknown(cell);
    });
    if (fits && good > 0) {
      return spelling;
    }
  }
  return {};
}

/// A cell as a number: itself, or a date in seconds since 1970.
std::optional<double> height(const Spelling& spelling, const std::string& cell) {
  if (spelling.kind == ColumnKind::Date) {
    const auto ns = time_of(spelling.format, cell);
    return ns ? std::optional(static_cast<double>(*ns) / 1e9) : std::nullopt;
  }
  return real_number(cell);
}

std::vector<double> heights(const Spelling& spelling, const std::vector<std::string>& cells) {
  std::vector<double> numbers;
  for (const std::string& cell : cells) {
    if (const auto number = is_spelt(spelling, cell) ? height(spelling, cell) : std::nullopt) {
      numbers.push_back(*number);
    }
  }
  return numbers;
}

/// Dates that begin with the day may as well begin with the month; tables are mostly in order, so
/// the reading that is in order is the likelier one.
bool may_be_month_first(Spelling& spelling, const std::vector<std::string>& cells) {
  const Spelling other{ColumnKind::Date, TimeFormat::MonthFirst};
  if (spelling.format != TimeFormat::DayFirst ||
      !std::all_of(cells.begin(), cells.end(), [&](const std::string& cell) {
        return is_spelt(other, cell) || says_unknown(cell);
      })) {
    return false;
  }
  const auto days = heights(spelling, cells);
  const auto months = heights(other, cells);
  if (days == months) {  // as with names of months, or 01/01/2024
    return false;
  }
  if (!std::is_sorted(days.begin(), days.end()) && std::is_sorted(months.begin(), months.end())) {
    spelling = other;
  }
  return true;
}

/// Numbers that are seconds or fractions of them since 1970.
TimeFormat clock_of(const std::vector<std::string>& values) {
  const TimeFormat first =
      values.empty() ? TimeFormat::RelativeSeconds : detect_time_format(values.front());
  const bool all = std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    return detect_time_format(value) == first;
  });
  return all && is_absolute(first) ? first : TimeFormat::Auto;
}

void note_numbers(Column& column, std::vector<double> numbers) {
  column.ascending = std::is_sorted(numbers.begin(), numbers.end());
  if (numbers.empty()) {
    return;
  }
  std::sort(numbers.begin(), numbers.end());
  column.smallest = numbers.front();
  column.largest = numbers.back();
  for (const std::size_t quarter : {1U, 2U, 3U}) {
    column.quartiles.push_back(numbers[quarter * (numbers.size() - 1) / 4]);
  }
  column.whole_numbers = std::all_of(numbers.begin(), numbers.end(),
                                     [](double number) { return number == std::floor(number); });
}

/// Counts a value; false if there are too many different ones to list it.
bool note_value(Column& column, const std::string& cell) {
  const auto found = std::find(column.values.begin(), column.values.end(), cell);
  if (found != column.values.end()) {
    ++column.counts[static_cast<std::size_t>(found - column.values.begin())];
    return true;
  }
  if (column.values.size() >= kMostValues) {
    return false;
  }
  column.values.push_back(cell);
  column.counts.push_back(1);
  return true;
}

Column study_column(std::string name, const std::vector<std::string>& cells) {
  Column column;
  column.name = std::move(name);
  if (cells.empty()) {
    return column;
  }
  Spelling spelling = spelling_of(cells);
  column.kind = spelling.kind;
  column.either_order = may_be_month_first(spelling, cells);
  column.time_format = spelling.format;
  for (const std::string& cell : cells) {
    column.num_unknown += says_unknown(cell) ? 1U : 0U;
    if (is_spelt(spelling, cell)) {
      column.many_values = !note_value(column, cell) || column.many_values;
    } else if (std::find(column.missing.begin(), column.missing.end(), cell) ==
               column.missing.end()) {
      column.missing.push_back(cell);
    }
  }
  note_numbers(column, heights(spelling, cells));
  if (is_number(column)) {
    column.time_format = clock_of(column.values);
  }
  return column;
}

/// A first line that reads like a record: wherever the rows hold numbers or dates it does too.
bool first_line_is_a_record(const Table& table, const std::vector<Column>& columns) {
  std::size_t telling = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (is_number(columns[i]) || columns[i].kind == ColumnKind::Date) {
      const std::string name(support::trimmed(table.columns[i]));
      const bool is = is_spelt({columns[i].kind, columns[i].time_format}, name);
      if (!is && !is_missing(name) && !says_unknown(name)) {
        return false;
      }
      telling += is ? 1U : 0U;
    }
  }
  return telling > 0;
}

std::vector<Column> study_columns(const Table& table) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::vector<std::string> cells;
    for (const auto& row : table.rows) {
      const std::string_view cell = i < row.size() ? support::trimmed(row[i]) : std::string_view();
      if (!is_missing(cell)) {
        cells.emplace_back(cell);
      }
    }
    columns.push_back(study_column(std::string(support::trimmed(table.columns[i])), cells));
    columns.back().number = i + 1;
    columns.back().num_blank = table.rows.size() - cells.size();
  }
  for (Column& column : columns) {
    column.shared_name = std::count_if(columns.begin(), columns.end(), [&](const Column& other) {
                           return other.name == column.name;
                         }) > 1;
  }
  return columns;
}

/// JSON has Booleans of its own: other words for them are texts there, and 1 is a number.
void keep_to_json(std::vector<Column>& columns) {
  for (Column& column : columns) {
    const auto all_are = [&](std::string_view one, std::string_view other) {
      return std::all_of(column.values.begin(), column.values.end(),
                         [&](const std::string& value) { return value == one || value == other; });
    };
    if (column.kind == ColumnKind::Bool && !all_are("true", "false")) {
      column.kind = all_are("1", "0") ? ColumnKind::Integer : ColumnKind::Text;
    }
  }
}

}  // namespace

std::string_view kind_name(ColumnKind kind) noexcept {
  switch (kind) {
    case ColumnKind::Empty:
      return "empty";
    case ColumnKind::Bool:
      return "yes/no";
    case ColumnKind::Integer:
    case ColumnKind::Number:
      return "number";
    case ColumnKind::Date:
      return "date";
    case ColumnKind::Text:
      return "text";
  }
  return "";
}

bool says_unknown(const std::string& text) {
  return is_one_of(lower_case(text),
                   {"na", "n/a", "nan", "null", "none", "nil", "-", "?", "missing"});
}

bool is_number(const Column& column) {
  return column.kind == ColumnKind::Integer || column.kind == ColumnKind::Number;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  bool was_lower = false;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins = was_lower && std::isupper(byte) != 0;
    if ((std::isalnum(byte) == 0 && byte < 0x80) || begins) {
      words.emplace_back();
    }
    if (std::isalnum(byte) != 0 || byte >= 0x80) {
      words.back() += static_cast<char>(std::tolower(byte));
    }
    was_lower = std::islower(byte) != 0;
  }
  std::erase(words, std::string());
  return words;
}

Sample study_text(std::string_view text, bool complete) {
  TableOptions options;
  options.max_rows = kSampleRows;
  Sample sample;
  sample.json_lines = looks_like_json_lines(text);
  Table table = sample.json_lines ? preview_json_lines(text, complete, options.max_rows)
                                  : preview_table(text, complete, options);
  // A last line that ends the file with nothing in it is no row.
  std::erase_if(table.rows, [](const auto& row) { return row.size() == 1 && row[0].empty(); });
  sample.columns = study_columns(table);
  if (sample.json_lines) {
    keep_to_json(sample.columns);
  }
  if (!sample.json_lines && first_line_is_a_record(table, sample.columns)) {
    sample.header = false;
    table.rows.insert(table.rows.begin(), table.columns);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      table.columns[i] = "c" + std::to_string(i + 1);
    }
    sample.columns = study_columns(table);
  }
  sample.num_rows = table.rows.size();
  sample.complete = complete && table.complete;
  sample.rows = std::move(table.rows);
  for (auto& row : sample.rows) {
    for (std::string& cell : row) {
      cell = std::string(support::trimmed(cell));
    }
  }
  return sample;
}

Result<Sample> study_file(const std::string& file) {
  const auto files = plugins::expand_targets({file});
  if (!files) {
    return files.error();
  }
  auto stream = plugins::open_stream(files->front(), {});
  if (!stream) {
    return std::move(stream).error();
  }
  std::string text(kSampleBytes, '\0');
  std::size_t used = 0;
  while (used < text.size()) {
    const auto count = (*stream)->read(text.data() + used, text.size() - used);
    if (!count) {
      return count.error();
    }
    if (*count == 0) {
      break;
    }
    used += *count;
  }
  const bool complete = used < text.size();
  text.resize(used);
  return study_text(text, complete);
}

}  // namespace fairmon::intake
