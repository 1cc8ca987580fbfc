#include <fairmon/plugin.hpp>

#include <array>
#include <utility>

#include "plugins/inputs/csv/csv_source.hpp"
#include "plugins/reading/csv/dialect.hpp"

namespace fairmon::plugins {

namespace csv {

namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".csv", ".tsv", ".txt"};

constexpr std::string_view kDocumentation =
    R"(Reads comma-separated files as RFC 4180 describes them, one record per event. The first line
names the columns; every input takes the column of its own name. Quoted fields may hold delimiters,
doubled quotes and line feeds. Lines may end with LF or CR LF, a byte order mark is skipped, and
white space around fields does not count. `.gz` and `.zst` files are unpacked on the way, several
files and patterns are read as one trace, and `-` is standard input.

An empty field or `#` is a missing value; for a String input an empty field is the empty text.
Columns that no input needs are not looked at.
)";

std::vector<OptionInfo> make_options() {
  std::vector<OptionInfo> table = common_input_options();
  OptionInfo delimiter;
  delimiter.name = "delimiter";
  delimiter.summary =
      "character between fields, or `tab`; found out from the first lines if not given";
  delimiter.placeholder = "CHAR";
  delimiter.group = "reading";
  OptionInfo quote;
  quote.name = "quote";
  quote.summary = "character around fields with special content, or `none`";
  quote.placeholder = "CHAR";
  quote.group = "reading";
  OptionInfo columns;
  columns.name = "columns";
  columns.summary = "names of the columns, for files without a header line";
  columns.placeholder = "A,B,C";
  columns.group = "fields";
  table.insert(table.end(), {delimiter, quote, columns});
  return table;
}

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = make_options();
  return kTable;
}

Result<std::optional<char>> read_character(const OptionValues& values, std::string_view name) {
  const std::string text = values.text(name);
  if (text.empty()) {
    return std::optional<char>();
  }
  const auto character = named_character(text);
  if (!character) {
    return Error(ErrorCode::Usage, "--" + std::string(name) + " is `" + text +
                                       "`; expected one ASCII character, or `tab`");
  }
  return character;
}

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>& targets) {
  CsvOptions result;
  auto common = read_common_options(values);
  if (!common) {
    return std::move(common).error();
  }
  result.common = std::move(*common);
  const auto delimiter = read_character(values, "delimiter");
  if (!delimiter) {
    return delimiter.error();
  }
  result.delimiter = *delimiter;
  result.no_quotes = values.text("quote") == "none";
  if (!result.no_quotes) {
    const auto quote = read_character(values, "quote");
    if (!quote) {
      return quote.error();
    }
    result.quote = *quote;
  }
  if (result.delimiter && result.delimiter == result.quote.value_or('"') && !result.no_quotes) {
    return Error(ErrorCode::Usage, "--delimiter and --quote are the same character");
  }
  if (values.has("columns")) {
    result.columns = named_columns(values.text("columns"), result.delimiter);
  }
  result.files = targets.empty() ? std::vector<std::string>{"-"} : targets;
  return std::unique_ptr<EventSource>(std::make_unique<CsvSource>(std::move(result)));
}

}  // namespace

}  // namespace csv

namespace inputs {
extern const InputPlugin csv;
const InputPlugin csv = {"csv",
                         "comma-separated files",
                         plugins::csv::kDocumentation,
                         plugins::csv::kSuffixes,
                         plugins::csv::options,
                         plugins::csv::make};
}  // namespace inputs

}  // namespace fairmon::plugins
