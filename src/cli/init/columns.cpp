#include "cli/init/columns.hpp"

#include <fairmon/time_format.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "plugins/reading/byte_stream.hpp"
#include "server/preview/table.hpp"
#include "support/text.hpp"

namespace fairmon::cli {

namespace {

constexpr std::size_t kSampleBytes = std::size_t{1} << 20U;
constexpr std::size_t kSampleRows = 5'000;
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

bool is_date(std::string_view text) {
  return detect_time_format(text) == TimeFormat::Rfc3339 &&
         TimeReader(TimeFormat::Rfc3339, std::nullopt, false).raw(text).has_value();
}

bool is_kind(ColumnKind kind, const std::string& text) {
  switch (kind) {
    case ColumnKind::Bool:
      return is_one_of(lower_case(text), {"true", "false", "yes", "no", "1", "0"});
    case ColumnKind::Integer:
      return is_integer(text);
    case ColumnKind::Number:
      return real_number(text).has_value();
    case ColumnKind::Date:
      return is_date(text);
    case ColumnKind::Empty:
    case ColumnKind::Text:
      return true;
  }
  return true;
}

/// The narrowest kind that fits all cells; words for "unknown" do not count against it.
ColumnKind kind_of(const std::vector<std::string>& cells) {
  constexpr std::array kNarrowestFirst = {ColumnKind::Bool, ColumnKind::Integer, ColumnKind::Number,
                                          ColumnKind::Date};
  for (const ColumnKind kind : kNarrowestFirst) {
    std::size_t good = 0;
    const bool fits = std::all_of(cells.begin(), cells.end(), [&](const std::string& cell) {
      const bool is = is_kind(kind, cell);
      good += is ? 1U : 0U;
      return is || says_unknown(cell);
    });
    if (fits && good > 0) {
      return kind;
    }
  }
  return ColumnKind::Text;
}

bool comes_before(ColumnKind kind, const std::string& one, const std::string& other) {
  const auto left = real_number(one);
  const auto right = real_number(other);
  if (left && right) {
    return *left < *right;
  }
  if (kind == ColumnKind::Date) {
    const TimeReader reader(TimeFormat::Rfc3339, std::nullopt, false);
    return reader.raw(one).value_or(0) < reader.raw(other).value_or(0);
  }
  return false;
}

/// A cell as a number: itself, or a date in seconds since 1970.
std::optional<double> height(ColumnKind kind, const std::string& cell) {
  if (kind == ColumnKind::Date) {
    const auto ns = TimeReader(TimeFormat::Rfc3339, std::nullopt, false).raw(cell);
    return ns ? std::optional(static_cast<double>(*ns) / 1e9) : std::nullopt;
  }
  return real_number(cell);
}

void note_numbers(Column& column, std::vector<double> numbers) {
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

Column study_column(std::string name, const std::vector<std::string>& cells) {
  Column column;
  column.name = std::move(name);
  if (cells.empty()) {
    return column;
  }
  column.kind = kind_of(cells);
  const std::string* previous = nullptr;
  std::vector<double> numbers;
  for (const std::string& cell : cells) {
    auto& list = is_kind(column.kind, cell) ? column.values : column.missing;
    if (&list == &column.values) {
      if (const auto number = height(column.kind, cell)) {
        numbers.push_back(*number);
      }
      column.ascending =
          column.ascending && (previous == nullptr || !comes_before(column.kind, cell, *previous));
      previous = &cell;
    }
    if (std::find(list.begin(), list.end(), cell) != list.end()) {
      continue;
    }
    column.many_values = column.many_values || list.size() >= kMostValues;
    if (list.size() < kMostValues) {
      list.push_back(cell);
    }
  }
  note_numbers(column, std::move(numbers));
  return column;
}

/// A first line that reads like a record: wherever the rows hold numbers or dates it does too.
bool first_line_is_a_record(const server::Table& table, const std::vector<Column>& columns) {
  std::size_t telling = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ColumnKind kind = columns[i].kind;
    if (kind == ColumnKind::Integer || kind == ColumnKind::Number || kind == ColumnKind::Date) {
      const std::string name(support::trimmed(table.columns[i]));
      if (!is_kind(kind, name) && !is_missing(name) && !says_unknown(name)) {
        return false;
      }
      telling += is_kind(kind, name) ? 1U : 0U;
    }
  }
  return telling > 0;
}

std::vector<Column> study_columns(const server::Table& table) {
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
  }
  for (Column& column : columns) {
    column.shared_name = std::count_if(columns.begin(), columns.end(), [&](const Column& other) {
                           return other.name == column.name;
                         }) > 1;
  }
  return columns;
}

}  // namespace

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
  server::TableOptions options;
  options.max_rows = kSampleRows;
  server::Table table = server::preview_table(text, complete, options);
  Sample sample;
  sample.columns = study_columns(table);
  if (first_line_is_a_record(table, sample.columns)) {
    sample.header = false;
    table.rows.insert(table.rows.begin(), table.columns);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      table.columns[i] = "c" + std::to_string(i + 1);
    }
    sample.columns = study_columns(table);
  }
  sample.num_rows = table.rows.size();
  sample.complete = complete && table.complete;
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
  if (text.starts_with('{')) {
    return Error(ErrorCode::Input, "`" + file +
                                       "` looks like JSON lines; init reads CSV files, with the "
                                       "names of the columns in the first line");
  }
  return study_text(text, complete);
}

}  // namespace fairmon::cli
