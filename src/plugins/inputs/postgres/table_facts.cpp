#include "plugins/inputs/postgres/table_facts.hpp"

#include <utility>

#include "support/nearest.hpp"

namespace fairmon::plugins::postgres {

namespace {

using database::PostgresConnection;
using database::PostgresError;
using database::PostgresResult;
using database::quoted_name;
using database::quoted_text;

PostgresError usage(std::string message) {
  return {Error(ErrorCode::Usage, std::move(message)), false, {}};
}

PostgresError unknown_table(PostgresConnection& connection, const std::string& table) {
  std::vector<std::string> names;
  const auto listed = connection.ask(
      "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'p', 'f') AND "
      "relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%' OR nspname = "
      "'information_schema') LIMIT 10000");
  if (listed) {
    names.reserve(listed->size());
    for (const database::PostgresRow& row : *listed) {
      names.push_back(row[0].value_or(""));
    }
  }
  const auto near = support::nearest(table, names);
  return usage("there is no table `" + table + "` in " + connection.name() +
               (near ? "; did you mean `" + *near + "`?"
                     : "; a name with capitals stands in double quotes, one of another schema "
                       "behind that schema's name and a dot"));
}

/// Locks by which transactions that write are known. A view or query may draw on any table.
std::string writers_of(const std::string& relation, bool plain_table) {
  std::string condition =
      "locktype = 'relation' AND granted AND pid IS DISTINCT FROM pg_backend_pid() AND mode IN "
      "('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') AND "
      "database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  if (plain_table) {
    const std::string id = quoted_text(relation) + "::regclass";
    condition += " AND (relation = " + id +
                 " OR relation IN (SELECT relid FROM pg_partition_tree(" + id + ")))";
  } else {
    condition += " AND relation >= 16384";  // those below belong to the system
  }
  return condition;
}

/// The table's own key, if it has one column.
PostgresResult<std::string> primary_key(PostgresConnection& connection, const std::string& table) {
  auto found = connection.ask(
      "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = "
      "indkey[0] WHERE indisprimary AND indnkeyatts = 1 AND indrelid = $1::regclass",
      {table});
  if (!found) {
    return std::move(found).error();
  }
  return found->empty() ? std::string() : (*found)[0][0].value_or("");
}

/// What could make rows come behind ones that were read, or not at all.
PostgresResult<void> look_for_traps(PostgresConnection& connection, const std::string& table,
                                    const std::string& key, TableFacts& facts) {
  auto found = connection.ask(
      "SELECT attnotnull, (SELECT seqcache FROM pg_sequence WHERE seqrelid = "
      "pg_get_serial_sequence($1::text, attname)::regclass) FROM pg_attribute WHERE attrelid = "
      "$1::text::regclass AND attname = $2",
      {table, key});
  if (!found) {
    return std::move(found).error();
  }
  if (found->empty()) {
    return {};
  }
  if ((*found)[0][0] == "f") {
    auto nulls =
        connection.ask("SELECT 1 FROM " + facts.from + " WHERE " + facts.key + " IS NULL LIMIT 1");
    if (nulls && !nulls->empty()) {
      facts.warnings.push_back("rows of " + table + " without a value in the key " + facts.key +
                               " are not read");
    }
  }
  if (const std::string cached = (*found)[0][1].value_or("1"); cached != "1") {
    facts.warnings.push_back("the sequence behind the key " + facts.key + " hands out " + cached +
                             " numbers to every session at a time, so rows may come with smaller "
                             "keys than those read before and be missed; say CACHE 1, or --lag");
  }
  return {};
}

PostgresResult<void> find_key(PostgresConnection& connection, const TableInput& input,
                              const std::string& table, bool key_needed, TableFacts& facts) {
  std::string key = input.key;
  if (key.empty() && !table.empty()) {
    auto own = primary_key(connection, table);
    if (!own) {
      return std::move(own).error();
    }
    key = std::move(*own);
  }
  if (key.empty()) {
    return key_needed ? PostgresResult<void>(usage(
                            "name the column that grows with every row with --key COLUMN; without "
                            "one nobody can tell which rows are new"))
                      : PostgresResult<void>();
  }
  const auto column = find_column(facts.names(), key, "--key");
  if (!column) {
    return PostgresError{column.error(), false, {}};
  }
  auto type = connection.ask("SELECT format_type($1::oid, NULL)",
                             {std::to_string(facts.columns[*column].type)});
  if (!type) {
    return std::move(type).error();
  }
  facts.key = quoted_name(key);
  facts.key_type = (*type)[0][0].value_or("text");
  return table.empty() ? PostgresResult<void>() : look_for_traps(connection, table, key, facts);
}

}  // namespace

std::vector<std::string> TableFacts::names() const {
  std::vector<std::string> all;
  all.reserve(columns.size());
  for (const database::PostgresColumn& column : columns) {
    all.push_back(column.name);
  }
  return all;
}

PostgresResult<TableFacts> find_table(PostgresConnection& connection, const TableInput& input,
                                      bool key_needed) {
  TableFacts facts;
  std::string table;
  bool plain_table = false;
  if (input.table.empty()) {
    facts.from = "(" + input.query + "\n) AS fairmon_rows";
  } else {
    auto known = connection.ask(
        "SELECT oid::regclass::text, relkind IN ('r', 'p') FROM pg_class WHERE oid = "
        "to_regclass($1)",
        {input.table});
    if (!known) {
      return std::move(known).error();
    }
    if (known->empty()) {
      return unknown_table(connection, input.table);
    }
    table = (*known)[0][0].value_or("");
    plain_table = (*known)[0][1] == "t";
    facts.from = table;
  }
  auto columns = connection.describe("SELECT * FROM " + facts.from);
  if (!columns) {
    return std::move(columns).error();
  }
  facts.columns = std::move(*columns);
  facts.writers = writers_of(table, plain_table);
  if (auto found = find_key(connection, input, table, key_needed, facts); !found) {
    return std::move(found).error();
  }
  return facts;
}

}  // namespace fairmon::plugins::postgres
