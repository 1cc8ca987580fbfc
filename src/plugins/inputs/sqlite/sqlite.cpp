#include <fairmon/plugin.hpp>

#include <array>
#include <utility>

#include "plugins/inputs/sqlite/sqlite_feed.hpp"
#include "plugins/reading/table/table_source.hpp"

namespace fairmon::plugins {

namespace sqlite {

namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".db", ".sqlite", ".sqlite3"};

constexpr std::string_view kDocumentation =
    R"(Reads rows of a file of SQLite: a table, a view or a query, in the order of a key that grows.
Without `--key` that is the `rowid` of the table. Every input takes the column of its own name;
null is a missing value. Without `--follow` it reads what is there and stops. A run with
`--checkpoint` goes on behind the last key.

The file is opened for reading only, and for a few thousand rows at a time, so that programs which
write need not wait. Rows that are deleted at the end of a table give their `rowid` to new ones
unless the key is declared `AUTOINCREMENT`.
)";

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = table_input_options();
  return kTable;
}

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>& targets) {
  if (targets.size() != 1 || targets.front() == "-") {
    return Error(ErrorCode::Usage, "the input `sqlite` reads one file; name it");
  }
  auto rows = read_table_options(values);
  if (!rows) {
    return std::move(rows).error();
  }
  CommonInput common = rows->common;
  return std::unique_ptr<EventSource>(std::make_unique<TableSource>(
      std::move(common), std::make_unique<SqliteFeed>(std::move(*rows), targets.front())));
}

}  // namespace

}  // namespace sqlite

namespace inputs {
extern const InputPlugin sqlite;
const InputPlugin sqlite = {"sqlite",
                            "rows of a file of SQLite",
                            plugins::sqlite::kDocumentation,
                            plugins::sqlite::kSuffixes,
                            plugins::sqlite::options,
                            plugins::sqlite::make,
                            false};
}  // namespace inputs

}  // namespace fairmon::plugins
