#include <fairmon/plugin.hpp>

#include <utility>

#include "plugins/outputs/postgres/postgres_sink.hpp"

namespace fairmon::plugins {

namespace postgres_output {

namespace {

constexpr std::string_view kDocumentation =
    R"(Writes verdicts into tables of a PostgreSQL database: `-o postgres=RUN --output-connection URI`.
`fairmon_runs` has a row per run, `fairmon_verdicts` one per change, `fairmon_triggers` one per firing;
they are made where they are not there yet. Rows of a run are numbered, and written in transactions:
a run that is killed and resumed has every row once. A run that begins with a name that is there
already takes its place, as it would with a file. `fairmon watch` puts monitor and epoch before RUN.

Passwords come from `~/.pgpass`, a service file or `PGPASSWORD`.
)";

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = table_output_options();
    OptionInfo connection;
    connection.name = "output-connection";
    connection.placeholder = "URI";
    connection.summary =
        "the database to write to: postgresql://USER@HOST/DATABASE, `host=… dbname=…` or "
        "`service=NAME`, without a password; otherwise PGHOST, PGDATABASE and so on decide";
    connection.group = "connection";
    connection.incidental = true;
    connection.address = true;
    table.push_back(std::move(connection));
    OptionInfo schema;
    schema.name = "schema";
    schema.placeholder = "SCHEMA";
    schema.summary = "schema of the tables; otherwise the first one of the search path";
    schema.group = "connection";
    table.push_back(std::move(schema));
    return table;
  }();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  if (target == "-" || target.empty()) {
    return Error(ErrorCode::Usage,
                 "name the run under which verdicts are found in the database: -o postgres=RUN");
  }
  const std::string connection = values.text("output-connection");
  if (auto fine = database::check_connection(connection); !fine) {
    return std::move(fine).error();
  }
  return std::unique_ptr<VerdictSink>(std::make_unique<PostgresSink>(
      read_common_output(values), connection, values.text("schema"), target));
}

}  // namespace

}  // namespace postgres_output

namespace outputs {
extern const OutputPlugin postgres;
const OutputPlugin postgres = {"postgres",
                               "verdicts and firings as tables of a PostgreSQL database",
                               plugins::postgres_output::kDocumentation,
                               plugins::postgres_output::options,
                               plugins::postgres_output::make,
                               TargetKind::RunName};
}  // namespace outputs

}  // namespace fairmon::plugins
