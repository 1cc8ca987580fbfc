#pragma once

#include <fairmon/result.hpp>
#include <libpq-fe.h>

namespace fairmon::database {

/// What we use of libpq, loaded on demand.
struct PqFunctions {
  decltype(&::PQconninfoParse) conninfo_parse = nullptr;
  decltype(&::PQconninfoFree) conninfo_free = nullptr;
  decltype(&::PQconnectdbParams) connectdb_params = nullptr;
  decltype(&::PQpingParams) ping_params = nullptr;
  decltype(&::PQfinish) finish = nullptr;
  decltype(&::PQstatus) status = nullptr;
  decltype(&::PQerrorMessage) error_message = nullptr;
  decltype(&::PQsocket) socket = nullptr;
  decltype(&::PQhost) host = nullptr;
  decltype(&::PQdb) db = nullptr;
  decltype(&::PQsendQueryParams) send_query_params = nullptr;
  decltype(&::PQsendPrepare) send_prepare = nullptr;
  decltype(&::PQsendDescribePrepared) send_describe_prepared = nullptr;
  decltype(&::PQconsumeInput) consume_input = nullptr;
  decltype(&::PQisBusy) is_busy = nullptr;
  decltype(&::PQgetResult) get_result = nullptr;
  decltype(&::PQresultStatus) result_status = nullptr;
  decltype(&::PQresultErrorField) result_error_field = nullptr;
  decltype(&::PQresultErrorMessage) result_error_message = nullptr;
  decltype(&::PQclear) clear = nullptr;
  decltype(&::PQntuples) ntuples = nullptr;
  decltype(&::PQnfields) nfields = nullptr;
  decltype(&::PQfname) fname = nullptr;
  decltype(&::PQftype) ftype = nullptr;
  decltype(&::PQgetisnull) getisnull = nullptr;
  decltype(&::PQgetvalue) getvalue = nullptr;
  decltype(&::PQgetlength) getlength = nullptr;
  decltype(&::PQgetCopyData) get_copy_data = nullptr;
  decltype(&::PQputCopyData) put_copy_data = nullptr;
  decltype(&::PQputCopyEnd) put_copy_end = nullptr;
  decltype(&::PQnotifies) notifies = nullptr;
  decltype(&::PQfreemem) freemem = nullptr;
  decltype(&::PQsetNoticeProcessor) set_notice_processor = nullptr;
};

/// Loads libpq, on any thread; further calls cost nothing.
[[nodiscard]] Result<void> load_pq();

/// Only after `load_pq` succeeded.
[[nodiscard]] const PqFunctions& libpq();

}  // namespace fairmon::database
