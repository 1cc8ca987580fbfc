#pragma once

#include <string>
#include <vector>

#include "database/postgres/connection.hpp"
#include "plugins/reading/table/table_options.hpp"

namespace fairmon::plugins::postgres {

/// What is to be known of a table or query before its rows are read.
struct TableFacts {
  std::string from;  ///< what stands behind FROM
  std::vector<database::PostgresColumn> columns;
  std::string key;       ///< quoted; empty: none
  std::string key_type;  ///< as SQL writes it
  /// What a transaction that adds rows has locked: a condition on `pg_locks`.
  std::string writers;
  std::vector<std::string> warnings;

  [[nodiscard]] std::vector<std::string> names() const;
};

/// Asks the database. Trouble that the user can repair comes as an error with a way out.
[[nodiscard]] database::PostgresResult<TableFacts> find_table(
    database::PostgresConnection& connection, const TableInput& input, bool key_needed);

}  // namespace fairmon::plugins::postgres
