#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "database/sqlite/sqlite.hpp"
#include "plugins/writing/table/table_sink.hpp"

namespace fairmon::plugins::sqlite_output {

/// Verdicts as rows of tables in a file of SQLite.
class SqliteSink final : public TableSink {
 public:
  SqliteSink(CommonOutput common, std::string file)
      : TableSink(std::move(common)), file_(std::move(file)) {}

 protected:
  Result<void> connect() override;
  Result<void> commit(const std::vector<TableRow>& rows, const RunFacts& facts,
                      std::optional<std::uint64_t> cut) override;

 private:
  Result<void> prepare();
  Result<void> write_rows(const std::vector<TableRow>& rows, const RunFacts& facts,
                          std::optional<std::uint64_t> cut);
  Result<void> run(database::SqliteStatement& statement,
                   const std::vector<database::SqliteValue>& values);

  std::string file_;
  std::optional<database::SqliteDatabase> database_;
  std::optional<database::SqliteStatement> verdict_;
  std::optional<database::SqliteStatement> firing_;
  std::optional<database::SqliteStatement> facts_;
};

}  // namespace fairmon::plugins::sqlite_output
