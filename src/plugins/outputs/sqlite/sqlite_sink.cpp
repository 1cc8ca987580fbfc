#include "plugins/outputs/sqlite/sqlite_sink.hpp"

#include <filesystem>

namespace fairmon::plugins::sqlite_output {

namespace {

using database::SqliteDatabase;
using database::SqliteStatement;
using database::SqliteValue;

constexpr std::string_view kRun =
    "CREATE TABLE IF NOT EXISTS fairmon_run (id INTEGER PRIMARY KEY CHECK (id = 1), specification "
    "TEXT NOT NULL, digest TEXT NOT NULL, start TEXT, events INTEGER NOT NULL, rows INTEGER NOT "
    "NULL, finished INTEGER NOT NULL)";
constexpr std::string_view kVerdicts =
    "CREATE TABLE IF NOT EXISTS fairmon_verdicts (number INTEGER PRIMARY KEY, time_ns INTEGER NOT "
    "NULL, at TEXT, stream TEXT NOT NULL, instance TEXT NOT NULL, change TEXT NOT NULL, value TEXT "
    "NOT NULL, as_number REAL, lower REAL, upper REAL, trials INTEGER)";
constexpr std::string_view kFirings =
    "CREATE TABLE IF NOT EXISTS fairmon_triggers (number INTEGER PRIMARY KEY, time_ns INTEGER NOT "
    "NULL, at TEXT, trigger TEXT NOT NULL, instance TEXT NOT NULL, message TEXT NOT NULL)";

template <typename Number>
SqliteValue or_null(const std::optional<Number>& number) {
  return number ? SqliteValue(static_cast<std::conditional_t<std::is_floating_point_v<Number>,
                                                             double, std::int64_t>>(*number))
                : SqliteValue(std::monostate{});
}

SqliteValue text_or_null(const std::string& text) {
  return text.empty() ? SqliteValue(std::monostate{}) : SqliteValue(std::string_view(text));
}

SqliteValue whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

}  // namespace

/// A file of somebody else stays as it is.
Result<void> SqliteSink::connect() {
  std::error_code failed;
  const bool there =
      std::filesystem::exists(file_, failed) && std::filesystem::file_size(file_, failed) > 0;
  if (!there) {
    return {};
  }
  // Not for reading only: after a crash, what was half written is taken back first.
  auto database = SqliteDatabase::open(file_, SqliteDatabase::Purpose::Write);
  if (!database) {
    return std::move(database).error();
  }
  auto foreign = database->prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('fairmon_run', "
      "'fairmon_verdicts', 'fairmon_triggers')");
  const auto found = foreign ? foreign->step() : Result<bool>(foreign.error());
  if (!found) {
    return Error(ErrorCode::Usage,
                 "`" + file_ + "` is there already and no database; name another file");
  }
  return *found ? Error(ErrorCode::Usage, "`" + file_ +
                                              "` is a database with other tables; name "
                                              "another file")
                : Result<void>();
}

Result<void> SqliteSink::prepare() {
  auto database = SqliteDatabase::open(file_, SqliteDatabase::Purpose::Write);
  if (!database) {
    return std::move(database).error();
  }
  database_.emplace(std::move(*database));
  for (const std::string_view table : {kRun, kVerdicts, kFirings}) {
    if (auto made = database_->run(std::string(table)); !made) {
      return made;
    }
  }
  const auto keep = [&](std::optional<SqliteStatement>& place,
                        const std::string& text) -> Result<void> {
    auto statement = database_->prepare(text);
    if (!statement) {
      return std::move(statement).error();
    }
    place.emplace(std::move(*statement));
    return {};
  };
  auto kept = keep(verdict_, "INSERT INTO fairmon_verdicts VALUES (?,?,?,?,?,?,?,?,?,?,?)");
  kept = kept ? keep(firing_, "INSERT INTO fairmon_triggers VALUES (?,?,?,?,?,?)") : kept;
  return kept ? keep(facts_, "INSERT OR REPLACE INTO fairmon_run VALUES (1,?,?,?,?,?,?)") : kept;
}

Result<void> SqliteSink::run(SqliteStatement& statement, const std::vector<SqliteValue>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    statement.bind(static_cast<int>(i) + 1, values[i]);
  }
  const auto done = statement.step();
  statement.reset();
  return done ? Result<void>() : Result<void>(done.error());
}

Result<void> SqliteSink::write_rows(const std::vector<TableRow>& rows, const RunFacts& facts,
                                    std::optional<std::uint64_t> cut) {
  for (const char* table : {"fairmon_verdicts", "fairmon_triggers"}) {
    auto done = cut ? database_->run("DELETE FROM " + std::string(table) + " WHERE number > " +
                                     std::to_string(*cut))
                    : Result<void>();
    if (!done) {
      return done;
    }
  }
  for (const TableRow& row : rows) {
    const std::vector<SqliteValue> place = {whole(row.number), row.time_ns, text_or_null(row.at),
                                            std::string_view(row.stream),
                                            std::string_view(row.instance)};
    std::vector<SqliteValue> values = place;
    if (row.firing) {
      values.emplace_back(std::string_view(row.value));
    } else {
      values.insert(values.end(),
                    {std::string_view(row.change), std::string_view(row.value), or_null(row.real),
                     or_null(row.lower), or_null(row.upper), or_null(row.trials)});
    }
    if (auto done = run(row.firing ? *firing_ : *verdict_, values); !done) {
      return done;
    }
  }
  return run(*facts_, {std::string_view(facts.specification), std::string_view(facts.digest),
                       text_or_null(facts.start), whole(facts.events), whole(facts.rows),
                       std::int64_t{facts.finished ? 1 : 0}});
}

Result<void> SqliteSink::commit(const std::vector<TableRow>& rows, const RunFacts& facts,
                                std::optional<std::uint64_t> cut) {
  auto done = verdict_ ? Result<void>() : prepare();
  done = done ? database_->run("BEGIN IMMEDIATE") : done;
  if (done) {
    done = write_rows(rows, facts, cut);
    // What went wrong counts, not whether it could be taken back.
    auto ended = database_->run(done ? "COMMIT" : "ROLLBACK");
    if (done) {
      done = std::move(ended);
    }
  }
  if (!done) {
    done.error().code = ErrorCode::Output;
  }
  return done;
}

}  // namespace fairmon::plugins::sqlite_output
