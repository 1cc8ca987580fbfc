#include "database/sqlite/libsqlite.hpp"

#include "support/on_demand.hpp"

namespace fairmon::database {

namespace {

const support::LoadedFunctions<SqliteFunctions>& loaded_sqlite() {
  static const support::LoadedFunctions<SqliteFunctions> loaded(
      FAIRMON_SQLITE_LIBRARY, "libsqlite3-0",
      [](support::LibraryOnDemand& library, SqliteFunctions& functions) {
        library.find("sqlite3_open_v2", functions.open_v2)
            .find("sqlite3_close_v2", functions.close_v2)
            .find("sqlite3_errmsg", functions.errmsg)
            .find("sqlite3_extended_errcode", functions.extended_errcode)
            .find("sqlite3_busy_timeout", functions.busy_timeout)
            .find("sqlite3_prepare_v3", functions.prepare_v3)
            .find("sqlite3_finalize", functions.finalize)
            .find("sqlite3_step", functions.step)
            .find("sqlite3_reset", functions.reset)
            .find("sqlite3_stmt_readonly", functions.stmt_readonly)
            .find("sqlite3_bind_int64", functions.bind_int64)
            .find("sqlite3_bind_double", functions.bind_double)
            .find("sqlite3_bind_text", functions.bind_text)
            .find("sqlite3_bind_null", functions.bind_null)
            .find("sqlite3_column_count", functions.column_count)
            .find("sqlite3_column_name", functions.column_name)
            .find("sqlite3_column_type", functions.column_type)
            .find("sqlite3_column_int64", functions.column_int64)
            .find("sqlite3_column_double", functions.column_double)
            .find("sqlite3_column_text", functions.column_text)
            .find("sqlite3_column_blob", functions.column_blob)
            .find("sqlite3_column_bytes", functions.column_bytes);
      });
  return loaded;
}

}  // namespace

Result<void> load_sqlite() { return loaded_sqlite().outcome(); }

const SqliteFunctions& libsqlite() { return loaded_sqlite().get(); }

}  // namespace fairmon::database
