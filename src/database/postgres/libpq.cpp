#include "database/postgres/libpq.hpp"

#include "support/on_demand.hpp"

namespace fairmon::database {

namespace {

const support::LoadedFunctions<PqFunctions>& loaded_pq() {
  static const support::LoadedFunctions<PqFunctions> loaded(
      FAIRMON_PQ_LIBRARY, "libpq5", [](support::LibraryOnDemand& library, PqFunctions& functions) {
        library.find("PQconninfoParse", functions.conninfo_parse)
            .find("PQconninfoFree", functions.conninfo_free)
            .find("PQconnectdbParams", functions.connectdb_params)
            .find("PQpingParams", functions.ping_params)
            .find("PQfinish", functions.finish)
            .find("PQstatus", functions.status)
            .find("PQerrorMessage", functions.error_message)
            .find("PQsocket", functions.socket)
            .find("PQhost", functions.host)
            .find("PQdb", functions.db)
            .find("PQsendQueryParams", functions.send_query_params)
            .find("PQsendPrepare", functions.send_prepare)
            .find("PQsendDescribePrepared", functions.send_describe_prepared)
            .find("PQconsumeInput", functions.consume_input)
            .find("PQisBusy", functions.is_busy)
            .find("PQgetResult", functions.get_result)
            .find("PQresultStatus", functions.result_status)
            .find("PQresultErrorField", functions.result_error_field)
            .find("PQresultErrorMessage", functions.result_error_message)
            .find("PQclear", functions.clear)
            .find("PQntuples", functions.ntuples)
            .find("PQnfields", functions.nfields)
            .find("PQfname", functions.fname)
            .find("PQftype", functions.ftype)
            .find("PQgetisnull", functions.getisnull)
            .find("PQgetvalue", functions.getvalue)
            .find("PQgetlength", functions.getlength)
            .find("PQgetCopyData", functions.get_copy_data)
            .find("PQputCopyData", functions.put_copy_data)
            .find("PQputCopyEnd", functions.put_copy_end)
            .find("PQnotifies", functions.notifies)
            .find("PQfreemem", functions.freemem)
            .find("PQsetNoticeProcessor", functions.set_notice_processor);
      });
  return loaded;
}

}  // namespace

Result<void> load_pq() { return loaded_pq().outcome(); }

const PqFunctions& libpq() { return loaded_pq().get(); }

}  // namespace fairmon::database
