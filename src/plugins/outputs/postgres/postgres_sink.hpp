#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "database/postgres/connection.hpp"
#include "plugins/writing/table/table_sink.hpp"

namespace fairmon::plugins::postgres_output {

/// Verdicts as rows of tables in a PostgreSQL database.
class PostgresSink final : public TableSink {
 public:
  PostgresSink(CommonOutput common, std::string connection, const std::string& schema,
               std::string run)
      : TableSink(std::move(common)),
        address_(std::move(connection)),
        prefix_(schema.empty() ? "" : database::quoted_name(schema) + "."),
        run_(std::move(run)) {}

 protected:
  Result<void> connect() override;
  Result<void> commit(const std::vector<TableRow>& rows, const RunFacts& facts,
                      std::optional<std::uint64_t> cut) override;

 private:
  database::PostgresResult<void> try_commit(const std::vector<TableRow>& rows,
                                            const RunFacts& facts,
                                            std::optional<std::uint64_t> cut);
  database::PostgresResult<void> make_tables();
  database::PostgresResult<void> ask(const std::string& statement,
                                     const std::vector<std::string>& parameters = {});

  std::string address_;
  std::string prefix_;
  std::string run_;
  std::optional<database::PostgresConnection> connection_;
  bool tables_made_ = false;
};

}  // namespace fairmon::plugins::postgres_output
