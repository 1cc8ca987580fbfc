#include <fairmon/plugin.hpp>

#include <utility>

#include "plugins/outputs/sqlite/sqlite_sink.hpp"

namespace fairmon::plugins {

namespace sqlite_output {

namespace {

constexpr std::string_view kDocumentation =
    R"(Writes verdicts into a file of SQLite: `-o sqlite=verdicts.db`. The table `fairmon_verdicts` has
a row per change, `fairmon_triggers` one per firing, `fairmon_run` one that tells of the run. Rows are
numbered and written in transactions: a run that is killed and resumed has every row once. A file
of a run that is there already is begun anew; another database is refused.
)";

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = table_output_options();
  return kTable;
}

Result<std::unique_ptr<VerdictSink>> make(const OptionValues& values, const std::string& target) {
  if (target == "-" || target.empty()) {
    return Error(ErrorCode::Usage, "a database needs a file of its own: -o sqlite=FILE");
  }
  return std::unique_ptr<VerdictSink>(
      std::make_unique<SqliteSink>(read_common_output(values), target));
}

}  // namespace

}  // namespace sqlite_output

namespace outputs {
extern const OutputPlugin sqlite;
const OutputPlugin sqlite = {"sqlite", "verdicts and firings as tables of a file of SQLite",
                             plugins::sqlite_output::kDocumentation,
                             plugins::sqlite_output::options, plugins::sqlite_output::make};
}  // namespace outputs

}  // namespace fairmon::plugins
