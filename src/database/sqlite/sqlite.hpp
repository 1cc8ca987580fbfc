#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairmon::database {

/// A value as SQLite keeps it. Texts and bytes belong to the statement until its next step.
struct SqliteBlob {
  std::string_view bytes;
};
using SqliteValue =
    std::variant<std::monostate, std::int64_t, double, std::string_view, SqliteBlob>;

/// A statement that can be run many times. Ends before its database does.
class SqliteStatement {
 public:
  SqliteStatement(SqliteStatement&&) noexcept;
  SqliteStatement& operator=(SqliteStatement&&) noexcept;
  ~SqliteStatement();

  /// `place` counts from 1; texts are copied.
  void bind(int place, const SqliteValue& value);
  /// True while there are rows.
  Result<bool> step();
  /// Ends the run and gives back its locks; what is bound stays.
  void reset() noexcept;
  [[nodiscard]] int num_columns() const;
  [[nodiscard]] std::string column_name(int column) const;
  [[nodiscard]] SqliteValue value(int column) const;
  [[nodiscard]] bool is_read_only() const;

 private:
  friend class SqliteDatabase;
  struct Body;
  explicit SqliteStatement(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

/// A file of SQLite. For one thread at a time.
class SqliteDatabase {
 public:
  enum class Purpose : std::uint8_t { Read, Write };

  /// `Write` makes the file where it is not there yet.
  [[nodiscard]] static Result<SqliteDatabase> open(const std::string& file, Purpose purpose);
  SqliteDatabase(SqliteDatabase&&) noexcept;
  SqliteDatabase& operator=(SqliteDatabase&&) noexcept;
  ~SqliteDatabase();

  [[nodiscard]] Result<SqliteStatement> prepare(const std::string& text);
  /// One statement whose rows nobody wants.
  Result<void> run(const std::string& text);
  [[nodiscard]] const std::string& file() const;

 private:
  struct Body;
  explicit SqliteDatabase(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::database
