#include "database/sqlite/sqlite.hpp"

#include <utility>

#include "database/sqlite/libsqlite.hpp"

namespace fairmon::database {

namespace {

/// Somebody else writes for so long at most before we give up.
constexpr int kBusyMilliseconds = 10'000;

struct CloseDatabase {
  void operator()(sqlite3* handle) const { libsqlite().close_v2(handle); }
};

struct Finalize {
  void operator()(sqlite3_stmt* handle) const { libsqlite().finalize(handle); }
};

Error sqlite_error(sqlite3* handle, const std::string& file) {
  return {ErrorCode::Input, "SQLite says of `" + file + "`: " + libsqlite().errmsg(handle)};
}

}  // namespace

struct SqliteStatement::Body {
  std::unique_ptr<sqlite3_stmt, Finalize> handle;
  sqlite3* database = nullptr;
  std::string file;
};

struct SqliteDatabase::Body {
  std::unique_ptr<sqlite3, CloseDatabase> handle;
  std::string file;
};

SqliteStatement::SqliteStatement(std::unique_ptr<Body> body) : body_(std::move(body)) {}
SqliteStatement::SqliteStatement(SqliteStatement&&) noexcept = default;
SqliteStatement& SqliteStatement::operator=(SqliteStatement&&) noexcept = default;
SqliteStatement::~SqliteStatement() = default;
SqliteDatabase::SqliteDatabase(std::unique_ptr<Body> body) : body_(std::move(body)) {}
SqliteDatabase::SqliteDatabase(SqliteDatabase&&) noexcept = default;
SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&&) noexcept = default;
SqliteDatabase::~SqliteDatabase() = default;

void SqliteStatement::bind(int place, const SqliteValue& value) {
  sqlite3_stmt* handle = body_->handle.get();
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    libsqlite().bind_int64(handle, place, *whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    libsqlite().bind_double(handle, place, *real);
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    libsqlite().bind_text(handle, place, text->data(), static_cast<int>(text->size()),
                          SQLITE_TRANSIENT);
  } else {
    libsqlite().bind_null(handle, place);
  }
}

Result<bool> SqliteStatement::step() {
  switch (libsqlite().step(body_->handle.get())) {
    case SQLITE_ROW:
      return true;
    case SQLITE_DONE:
      return false;
    default:
      return sqlite_error(body_->database, body_->file);
  }
}

void SqliteStatement::reset() noexcept { libsqlite().reset(body_->handle.get()); }

int SqliteStatement::num_columns() const { return libsqlite().column_count(body_->handle.get()); }

std::string SqliteStatement::column_name(int column) const {
  const char* name = libsqlite().column_name(body_->handle.get(), column);
  return name == nullptr ? "" : name;
}

SqliteValue SqliteStatement::value(int column) const {
  sqlite3_stmt* handle = body_->handle.get();
  switch (libsqlite().column_type(handle, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{libsqlite().column_int64(handle, column)};
    case SQLITE_FLOAT:
      return libsqlite().column_double(handle, column);
    case SQLITE_TEXT: {
      const auto* text = reinterpret_cast<const char*>(libsqlite().column_text(handle, column));
      return std::string_view(text,
                              static_cast<std::size_t>(libsqlite().column_bytes(handle, column)));
    }
    case SQLITE_BLOB: {
      const auto* bytes = static_cast<const char*>(libsqlite().column_blob(handle, column));
      const auto size = static_cast<std::size_t>(libsqlite().column_bytes(handle, column));
      return SqliteBlob{bytes == nullptr ? std::string_view() : std::string_view(bytes, size)};
    }
    default:
      return std::monostate{};
  }
}

bool SqliteStatement::is_read_only() const {
  return libsqlite().stmt_readonly(body_->handle.get()) != 0;
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& file, Purpose purpose) {
  if (auto loaded = load_sqlite(); !loaded) {
    return std::move(loaded).error();
  }
  auto body = std::make_unique<Body>();
  body->file = file;
  sqlite3* handle = nullptr;
  const int flags =
      purpose == Purpose::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = libsqlite().open_v2(file.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  body->handle.reset(handle);
  if (code != SQLITE_OK) {
    return Error(purpose == Purpose::Read ? ErrorCode::NotFound : ErrorCode::Output,
                 "cannot open the database `" + file +
                     "`: " + (handle == nullptr ? "no memory" : libsqlite().errmsg(handle)));
  }
  libsqlite().busy_timeout(handle, kBusyMilliseconds);
  return SqliteDatabase(std::move(body));
}

Result<SqliteStatement> SqliteDatabase::prepare(const std::string& text) {
  auto body = std::make_unique<SqliteStatement::Body>();
  body->database = body_->handle.get();
  body->file = body_->file;
  sqlite3_stmt* handle = nullptr;
  const char* rest = nullptr;
  const int code =
      libsqlite().prepare_v3(body->database, text.c_str(), static_cast<int>(text.size()),
                             SQLITE_PREPARE_PERSISTENT, &handle, &rest);
  body->handle.reset(handle);
  if (code != SQLITE_OK) {
    return sqlite_error(body->database, body->file);
  }
  const std::string_view behind = rest == nullptr ? "" : rest;
  if (handle == nullptr || behind.find_first_not_of("; \t\r\n") != std::string_view::npos) {
    return Error(ErrorCode::Usage, "expected one statement of SQL");
  }
  return SqliteStatement(std::move(body));
}

Result<void> SqliteDatabase::run(const std::string& text) {
  auto statement = prepare(text);
  if (!statement) {
    return std::move(statement).error();
  }
  auto more = statement->step();
  while (more && *more) {
    more = statement->step();
  }
  return more ? Result<void>() : Result<void>(std::move(more).error());
}

const std::string& SqliteDatabase::file() const { return body_->file; }

}  // namespace fairmon::database
