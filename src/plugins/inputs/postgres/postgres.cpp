#include <fairmon/plugin.hpp>

#include <utility>

#include "plugins/inputs/postgres/postgres_feed.hpp"
#include "plugins/reading/table/table_source.hpp"

namespace fairmon::plugins {

namespace postgres {

namespace {

constexpr std::string_view kDocumentation =
    R"(Reads rows of a PostgreSQL server: a table, a view or a query, in the order of a key that grows.
Every input takes the column of its own name; null is a missing value. Without `--follow` it reads
what is there and stops; with it, new rows are looked for again and again, at once where somebody
says `NOTIFY` on the channel of `--notify`. A run with `--checkpoint` goes on behind the last key.

The session is read-only, so a role that may `SELECT` is enough. Passwords come from `~/.pgpass`,
a service file or `PGPASSWORD`; a connection with a password in it is refused.

A transaction that ends late may bring a row with a smaller key than rows that were there before
it. Rows therefore wait until everybody who was writing when the largest key was seen is done.
`fairmon watch` and `fairmon monitor` read databases; pages of `fairmon serve` cannot choose one.
)";

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = table_input_options();
    const auto add = [&](std::string name, OptionKind kind, std::string placeholder,
                         std::string summary) -> OptionInfo& {
      OptionInfo option;
      option.name = std::move(name);
      option.kind = kind;
      option.placeholder = std::move(placeholder);
      option.summary = std::move(summary);
      option.group = "connection";
      option.incidental = true;
      table.push_back(std::move(option));
      return table.back();
    };
    OptionInfo& connection =
        add("connection", OptionKind::Text, "URI",
            "the database: postgresql://USER@HOST/DATABASE, `host=… dbname=…` or `service=NAME`, "
            "without a password; otherwise PGHOST, PGDATABASE and so on decide");
    connection.address = true;
    add("notify", OptionKind::Text, "CHANNEL",
        "with --follow: look for new rows as soon as somebody says NOTIFY on this channel");
    add("lag", OptionKind::Duration, "TIME",
        "leave rows alone whose time is not that long ago yet: for keys that the database does "
        "not hand out itself, and for standby servers");
    OptionInfo& guard = add("guard", OptionKind::Choice, "GUARD",
                            "whether rows wait for transactions that may still bring smaller keys");
    guard.choices = {"transactions", "off"};
    guard.default_value = "transactions";
    return table;
  }();
  return kTable;
}

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>& targets) {
  if (!targets.empty()) {
    return Error(ErrorCode::Usage,
                 "the input `postgres` reads no files; name the database with --connection");
  }
  PostgresInput input;
  auto rows = read_table_options(values);
  if (!rows) {
    return std::move(rows).error();
  }
  input.rows = std::move(*rows);
  input.connection = values.text("connection");
  if (auto fine = database::check_connection(input.connection); !fine) {
    return std::move(fine).error();
  }
  input.channel = values.text("notify");
  if (values.has("lag")) {
    input.lag = values.duration("lag");
  }
  input.guard = values.text("guard") != "off";
  CommonInput common = input.rows.common;
  return std::unique_ptr<EventSource>(std::make_unique<TableSource>(
      std::move(common), std::make_unique<PostgresFeed>(std::move(input))));
}

}  // namespace

}  // namespace postgres

namespace inputs {
extern const InputPlugin postgres;
const InputPlugin postgres = {
    "postgres", "rows of a PostgreSQL database", plugins::postgres::kDocumentation,
    {},         plugins::postgres::options,      plugins::postgres::make,
    false};
}  // namespace inputs

}  // namespace fairmon::plugins
