#include "plugins/outputs/postgres/postgres_sink.hpp"

namespace fairmon::plugins::postgres_output {

namespace {

using database::PostgresConnection;
using database::PostgresResult;

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\0':
        out += "\xEF\xBF\xBD";  // texts of PostgreSQL cannot hold it
        break;
      default:
        out += c;
    }
  }
}

void append_real(std::string& out, const std::optional<double>& real) {
  out += '\t';
  out += real ? to_text(Type::floating(), Value(*real)) : std::string("\\N");
}

void append_text_or_null(std::string& out, std::string_view text) {
  out += '\t';
  if (text.empty()) {
    out += "\\N";
  } else {
    append_escaped(out, text);
  }
}

/// What both tables begin with.
void append_place(std::string& out, const std::string& run, const TableRow& row) {
  append_escaped(out, run);
  out += '\t' + std::to_string(row.number) + '\t' + std::to_string(row.time_ns);
  append_text_or_null(out, row.at);
  out += '\t';
  append_escaped(out, row.stream);
  out += '\t';
  append_escaped(out, row.instance);
}

void append_verdict(std::string& out, const std::string& run, const TableRow& row) {
  append_place(out, run, row);
  out += '\t';
  out += row.change;
  out += '\t';
  append_escaped(out, row.value);
  append_real(out, row.real);
  append_real(out, row.lower);
  append_real(out, row.upper);
  out += '\t' + (row.trials ? std::to_string(*row.trials) : std::string("\\N")) + '\n';
}

void append_firing(std::string& out, const std::string& run, const TableRow& row) {
  append_place(out, run, row);
  out += '\t';
  append_escaped(out, row.value);
  out += '\n';
}

}  // namespace

Result<void> PostgresSink::connect() {
  auto opened = PostgresConnection::open(address_, false, nullptr);
  if (!opened) {
    return std::move(opened).error().error.with_context("writing verdicts to PostgreSQL");
  }
  connection_.emplace(std::move(*opened));
  return {};
}

PostgresResult<void> PostgresSink::ask(const std::string& statement,
                                       const std::vector<std::string>& parameters) {
  auto answer = connection_->ask(statement, parameters);
  return answer ? PostgresResult<void>() : PostgresResult<void>(std::move(answer).error());
}

/// Whoever may not make tables finds them made by somebody who may.
PostgresResult<void> PostgresSink::make_tables() {
  auto there =
      connection_->ask("SELECT to_regclass($1) IS NOT NULL", {prefix_ + "fairmon_triggers"});
  if (!there) {
    return std::move(there).error();
  }
  if ((*there)[0][0] == "t") {
    return {};
  }
  const std::string place =
      "run text NOT NULL, number bigint NOT NULL, time_ns bigint NOT NULL, at timestamptz, ";
  const std::string key =
      ", PRIMARY KEY (run, number), FOREIGN KEY (run) REFERENCES " + prefix_ + "fairmon_runs)";
  for (const std::string& statement :
       {"CREATE TABLE IF NOT EXISTS " + prefix_ +
            "fairmon_runs (run text PRIMARY KEY, specification text NOT NULL, digest text NOT "
            "NULL, start timestamptz, events bigint NOT NULL, rows bigint NOT NULL, finished "
            "boolean NOT NULL, written timestamptz NOT NULL)",
        "CREATE TABLE IF NOT EXISTS " + prefix_ + "fairmon_verdicts (" + place +
            "stream text NOT NULL, instance text NOT NULL, change text NOT NULL, value text NOT "
            "NULL, as_number double precision, lower double precision, upper double precision, "
            "trials "
            "bigint" +
            key,
        "CREATE TABLE IF NOT EXISTS " + prefix_ + "fairmon_triggers (" + place +
            "trigger text NOT NULL, instance text NOT NULL, message text NOT NULL" + key}) {
    if (auto made = ask(statement); !made) {
      return made;
    }
  }
  return {};
}

PostgresResult<void> PostgresSink::try_commit(const std::vector<TableRow>& rows,
                                              const RunFacts& facts,
                                              std::optional<std::uint64_t> cut) {
  std::string verdicts;
  std::string firings;
  for (const TableRow& row : rows) {
    row.firing ? append_firing(firings, run_, row) : append_verdict(verdicts, run_, row);
  }
  const auto steps = [&]() -> PostgresResult<void> {
    if (!tables_made_) {
      if (auto made = make_tables(); !made) {
        return made;
      }
    }
    for (const char* table : {"fairmon_verdicts", "fairmon_triggers"}) {
      auto done = cut ? ask("DELETE FROM " + prefix_ + table + " WHERE run = $1 AND number > $2",
                            {run_, std::to_string(*cut)})
                      : PostgresResult<void>();
      if (!done) {
        return done;
      }
    }
    if (auto told = ask(
            "INSERT INTO " + prefix_ +
                "fairmon_runs AS old VALUES ($1, $2, $3, NULLIF($4, '')::timestamptz, $5, $6, $7, "
                "now()) ON CONFLICT (run) DO UPDATE SET specification = EXCLUDED.specification, "
                "digest = EXCLUDED.digest, start = EXCLUDED.start, events = EXCLUDED.events, rows "
                "= EXCLUDED.rows, finished = EXCLUDED.finished, written = EXCLUDED.written",
            {run_, facts.specification, facts.digest, facts.start, std::to_string(facts.events),
             std::to_string(facts.rows), facts.finished ? "t" : "f"});
        !told) {
      return told;
    }
    for (const auto& [table, text] :
         {std::pair("fairmon_verdicts", &verdicts), std::pair("fairmon_triggers", &firings)}) {
      auto copied = text->empty()
                        ? PostgresResult<void>()
                        : connection_->copy_in("COPY " + prefix_ + table + " FROM STDIN", *text);
      if (!copied) {
        return copied;
      }
    }
    return {};
  };
  if (auto begun = ask("BEGIN"); !begun) {
    return begun;
  }
  auto done = steps();
  if (!done) {
    // What went wrong counts, not whether the server could be told.
    static_cast<void>(ask("ROLLBACK"));
    return done;
  }
  auto committed = ask("COMMIT");
  tables_made_ = committed.ok();
  return committed;
}

Result<void> PostgresSink::commit(const std::vector<TableRow>& rows, const RunFacts& facts,
                                  std::optional<std::uint64_t> cut) {
  auto done = try_commit(rows, facts, cut);
  if (done) {
    return {};
  }
  Error error = std::move(done).error().error;
  error.code = ErrorCode::Output;
  return std::move(error).with_context("writing verdicts to " + connection_->name());
}

}  // namespace fairmon::plugins::postgres_output
