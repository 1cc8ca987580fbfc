#include "database/postgres/connection.hpp"

#include <poll.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "database/postgres/libpq.hpp"
#include "support/text.hpp"

namespace fairmon::database {

namespace {

using std::chrono::milliseconds;

/// How long to wait before asking again whether to stop.
constexpr milliseconds kLook{100};

struct ClearResult {
  void operator()(PGresult* result) const { libpq().clear(result); }
};
using Answer = std::unique_ptr<PGresult, ClearResult>;

struct FinishConnection {
  void operator()(PGconn* connection) const { libpq().finish(connection); }
};

struct FreeText {
  void operator()(char* text) const { libpq().freemem(text); }
};

/// Messages of the library have several lines; the first says it.
std::string first_line(const char* text) {
  std::string_view line = text == nullptr ? std::string_view() : std::string_view(text);
  line = line.substr(0, line.find('\n'));
  for (const std::string_view prefix : {"ERROR:", "FATAL:"}) {
    if (line.starts_with(prefix)) {
      line.remove_prefix(prefix.size());
    }
  }
  return std::string(support::trimmed(line));
}

PostgresError cancelled() {
  return {Error(ErrorCode::Cancelled, "stopped while waiting for the database"), false, {}};
}

/// Parameters that every connection has; those of the user come behind and win.
struct Parameters {
  explicit Parameters(const std::string& connection)
      : values{"10", "30", "10", "3", "60000", connection.c_str(), "fairmon", "UTF8", nullptr} {}
  static constexpr std::array<const char*, 9> kNames = {
      "connect_timeout",           "keepalives_idle",  "keepalives_interval",
      "keepalives_count",          "tcp_user_timeout", "dbname",
      "fallback_application_name", "client_encoding",  nullptr};
  std::array<const char*, 9> values;
};

}  // namespace

Result<void> check_connection(const std::string& connection) {
  if (auto loaded = load_pq(); !loaded) {
    return loaded;
  }
  // Without `=` and `://` the text is the name of a database.
  if (connection.find('=') == std::string::npos && connection.find("://") == std::string::npos) {
    return {};
  }
  char* reason = nullptr;
  PQconninfoOption* options = libpq().conninfo_parse(connection.c_str(), &reason);
  const std::unique_ptr<char, FreeText> freed(reason);
  if (options == nullptr) {
    // The library's message may quote a part of the text, and with it a password.
    return Error(ErrorCode::Usage,
                 "the connection cannot be read; expected postgresql://USER@HOST/DATABASE, "
                 "`host=… dbname=…` or `service=NAME`");
  }
  bool secret = false;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    const std::string_view name = option->keyword;
    secret = secret || (option->val != nullptr && (name == "password" || name == "sslpassword"));
  }
  libpq().conninfo_free(options);
  if (secret) {
    return Error(ErrorCode::Usage,
                 "the connection holds a password, which everybody on this machine could read in "
                 "the list of processes; put it into ~/.pgpass, a service file or PGPASSWORD");
  }
  return {};
}

std::string quoted_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    text += c;
    if (c == '"') {
      text += c;
    }
  }
  return text + "\"";
}

std::string quoted_text(std::string_view text) {
  const bool escapes = text.find('\\') != std::string_view::npos;
  std::string quoted = escapes ? " E'" : "'";
  for (const char c : text) {
    quoted += c;
    if (c == '\'' || c == '\\') {
      quoted += c;
    }
  }
  return quoted + "'";
}

struct PostgresConnection::Body {
  std::unique_ptr<PGconn, FinishConnection> connection;
  Stopped stopped;
  std::unique_ptr<char, FreeText> row;

  [[nodiscard]] PGconn* get() const { return connection.get(); }
  [[nodiscard]] bool is_stopped() const { return stopped && stopped(); }

  [[nodiscard]] PostgresError trouble(const PGresult* answer) const {
    const char* state =
        answer == nullptr ? nullptr : libpq().result_error_field(answer, PG_DIAG_SQLSTATE);
    PostgresError found;
    found.state = state == nullptr ? "" : state;
    // 57P01 to 57P03: the server is being shut down or has just been started.
    found.lost = libpq().status(get()) != CONNECTION_OK || found.state.starts_with("57P0");
    const char* hint =
        answer == nullptr ? nullptr : libpq().result_error_field(answer, PG_DIAG_MESSAGE_HINT);
    std::string said = answer == nullptr ? first_line(libpq().error_message(get()))
                                         : first_line(libpq().result_error_message(answer));
    said = said.empty() ? "the connection broke" : said;
    found.error =
        Error(found.lost ? ErrorCode::Network : ErrorCode::Input,
              "the database says: " + said + (hint == nullptr ? "" : std::string("; ") + hint));
    return found;
  }

  /// Waits until the socket is ready; false if somebody stopped it.
  [[nodiscard]] bool wait_readable(milliseconds most) const {
    pollfd waiting{libpq().socket(get()), POLLIN, 0};
    ::poll(&waiting, 1, static_cast<int>(most.count()));
    return !is_stopped();
  }

  /// The next answer to what was sent; null when all have come.
  PostgresResult<Answer> next_answer() {
    while (libpq().is_busy(get()) != 0) {
      if (!wait_readable(kLook)) {
        return cancelled();
      }
      if (libpq().consume_input(get()) == 0) {
        return trouble(nullptr);
      }
    }
    return Answer(libpq().get_result(get()));
  }

  /// Takes all answers; the last one that counts, or the first error.
  PostgresResult<Answer> finish_answers(bool sent) {
    if (!sent) {
      return trouble(nullptr);
    }
    Answer last;
    std::optional<PostgresError> failed;
    while (true) {
      auto answer = next_answer();
      if (!answer) {
        return std::move(answer).error();
      }
      if (*answer == nullptr) {
        break;
      }
      const ExecStatusType status = libpq().result_status(answer->get());
      if (status == PGRES_COPY_OUT || status == PGRES_COPY_IN) {
        return answer;
      }
      if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && !failed) {
        failed = trouble(answer->get());
      }
      last = std::move(*answer);
    }
    if (failed) {
      return *failed;
    }
    return last;
  }

  PostgresResult<Answer> run(const std::string& statement,
                             const std::vector<std::string>& parameters) {
    std::vector<const char*> values;
    values.reserve(parameters.size());
    for (const std::string& value : parameters) {
      values.push_back(value.c_str());
    }
    const int sent =
        libpq().send_query_params(get(), statement.c_str(), static_cast<int>(values.size()),
                                  nullptr, values.data(), nullptr, nullptr, 0);
    return finish_answers(sent != 0);
  }
};

PostgresConnection::PostgresConnection(std::unique_ptr<Body> body) : body_(std::move(body)) {}
PostgresConnection::PostgresConnection(PostgresConnection&&) noexcept = default;
PostgresConnection& PostgresConnection::operator=(PostgresConnection&&) noexcept = default;
PostgresConnection::~PostgresConnection() = default;

PostgresResult<PostgresConnection> PostgresConnection::open(const std::string& connection,
                                                            bool read_only, Stopped stopped) {
  if (auto loaded = load_pq(); !loaded) {
    return PostgresError{std::move(loaded).error(), false, {}};
  }
  const Parameters parameters(connection);
  auto body = std::make_unique<Body>();
  body->stopped = std::move(stopped);
  body->connection.reset(
      libpq().connectdb_params(Parameters::kNames.data(), parameters.values.data(), 1));
  if (libpq().status(body->get()) != CONNECTION_OK) {
    // A server that answers refuses us for a reason that will stay.
    const bool answers =
        libpq().ping_params(Parameters::kNames.data(), parameters.values.data(), 1) == PQPING_OK;
    PostgresError failed;
    failed.lost = !answers;
    failed.error = Error(ErrorCode::Network, "cannot connect to the database: " +
                                                 first_line(libpq().error_message(body->get())));
    return failed;
  }
  libpq().set_notice_processor(body->get(), [](void*, const char*) {}, nullptr);
  PostgresConnection opened(std::move(body));
  // Texts of values do not depend on how the server or the user is set up.
  std::vector<std::string> settings = {"SET TimeZone = 'UTC'", "SET DateStyle = 'ISO, YMD'",
                                       "SET extra_float_digits = 1", "SET bytea_output = 'hex'"};
  if (read_only) {
    settings.emplace_back("SET default_transaction_read_only = on");
  }
  for (const std::string& setting : settings) {
    if (auto set = opened.ask(setting); !set) {
      return std::move(set).error();
    }
  }
  return opened;
}

PostgresResult<std::vector<PostgresRow>> PostgresConnection::ask(
    const std::string& statement, const std::vector<std::string>& parameters) {
  auto answer = body_->run(statement, parameters);
  if (!answer) {
    return std::move(answer).error();
  }
  std::vector<PostgresRow> rows;
  const PGresult* result = answer->get();
  for (int row = 0; row < libpq().ntuples(result); ++row) {
    PostgresRow& values = rows.emplace_back();
    for (int column = 0; column < libpq().nfields(result); ++column) {
      if (libpq().getisnull(result, row, column) != 0) {
        values.emplace_back();
        continue;
      }
      values.emplace_back(std::in_place, libpq().getvalue(result, row, column),
                          static_cast<std::size_t>(libpq().getlength(result, row, column)));
    }
  }
  return rows;
}

PostgresResult<std::vector<PostgresColumn>> PostgresConnection::describe(const std::string& query) {
  auto prepared =
      body_->finish_answers(libpq().send_prepare(body_->get(), "", query.c_str(), 0, nullptr) != 0);
  if (!prepared) {
    return std::move(prepared).error();
  }
  auto answer = body_->finish_answers(libpq().send_describe_prepared(body_->get(), "") != 0);
  if (!answer) {
    return std::move(answer).error();
  }
  std::vector<PostgresColumn> columns;
  const int count = libpq().nfields(answer->get());
  columns.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    columns.push_back({libpq().fname(answer->get(), i), libpq().ftype(answer->get(), i)});
  }
  return columns;
}

PostgresResult<void> PostgresConnection::start_copy_out(const std::string& statement) {
  auto answer = body_->run(statement, {});
  return answer ? PostgresResult<void>() : PostgresResult<void>(std::move(answer).error());
}

PostgresResult<std::optional<std::string_view>> PostgresConnection::next_row() {
  while (true) {
    char* row = nullptr;
    const int size = libpq().get_copy_data(body_->get(), &row, 1);
    body_->row.reset(row);
    if (size > 0) {
      std::string_view text(row, static_cast<std::size_t>(size));
      text.remove_suffix(text.ends_with('\n') ? 1 : 0);
      return std::optional(text);
    }
    if (size == -1) {
      auto end = body_->finish_answers(true);
      return end ? PostgresResult<std::optional<std::string_view>>(std::nullopt)
                 : PostgresResult<std::optional<std::string_view>>(std::move(end).error());
    }
    if (size == -2) {
      return body_->trouble(nullptr);
    }
    if (!body_->wait_readable(kLook)) {
      return cancelled();
    }
    if (libpq().consume_input(body_->get()) == 0) {
      return body_->trouble(nullptr);
    }
  }
}

PostgresResult<void> PostgresConnection::copy_in(const std::string& statement,
                                                 std::string_view rows) {
  auto begun = body_->run(statement, {});
  if (!begun) {
    return std::move(begun).error();
  }
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  for (std::size_t at = 0; at < rows.size(); at += kPiece) {
    const std::string_view piece = rows.substr(at, kPiece);
    if (libpq().put_copy_data(body_->get(), piece.data(), static_cast<int>(piece.size())) != 1) {
      return body_->trouble(nullptr);
    }
  }
  if (libpq().put_copy_end(body_->get(), nullptr) != 1) {
    return body_->trouble(nullptr);
  }
  auto end = body_->finish_answers(true);
  return end ? PostgresResult<void>() : PostgresResult<void>(std::move(end).error());
}

PostgresResult<bool> PostgresConnection::wait_for_notification(milliseconds wait) {
  const auto heard = [&] {
    bool any = false;
    while (PGnotify* told = libpq().notifies(body_->get())) {
      libpq().freemem(told);
      any = true;
    }
    return any;
  };
  if (heard()) {
    return true;
  }
  if (!body_->wait_readable(wait)) {
    return false;
  }
  if (libpq().consume_input(body_->get()) == 0) {
    return body_->trouble(nullptr);
  }
  return heard();
}

std::string PostgresConnection::name() const {
  const char* host = libpq().host(body_->get());
  const char* db = libpq().db(body_->get());
  return "the database `" + std::string(db == nullptr ? "" : db) + "`" +
         (host == nullptr || *host == '\0' ? "" : " on " + std::string(host));
}

}  // namespace fairmon::database
