#pragma once

#include <fairmon/result.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::database {

/// Why a database did not do what it was asked for.
struct PostgresError {
  Error error;
  /// The connection is gone or could not be made; another try may help.
  bool lost = false;
  std::string state;  ///< SQLSTATE, if the server said one
};

template <typename T>
using PostgresResult = Result<T, PostgresError>;

/// One row of a small answer; nothing where a value is null.
using PostgresRow = std::vector<std::optional<std::string>>;

struct PostgresColumn {
  std::string name;
  std::uint32_t type = 0;  ///< object identifier of the type in `pg_type`
};

/// Types whose texts need a second look.
namespace postgres_type {
inline constexpr std::uint32_t kBool = 16;
inline constexpr std::uint32_t kBytes = 17;
inline constexpr std::uint32_t kDate = 1082;
inline constexpr std::uint32_t kTimestamp = 1114;
inline constexpr std::uint32_t kTimestampTz = 1184;
inline constexpr std::uint32_t kInterval = 1186;
}  // namespace postgres_type

/// Refuses a connection string that cannot be read, or that holds a password: everybody on the
/// machine could see it, and it would be written down with the run.
[[nodiscard]] Result<void> check_connection(const std::string& connection);

/// `"a ""name"""`, `'a ''text'''`, safe in every statement.
[[nodiscard]] std::string quoted_name(std::string_view name);
[[nodiscard]] std::string quoted_text(std::string_view text);

/// A connection to a PostgreSQL server. Every wait ends soon after `stopped` says so.
class PostgresConnection {
 public:
  using Stopped = std::function<bool()>;

  /// Connects, with times in UTC and texts in UTF-8. `read_only`: no statement can change anything.
  [[nodiscard]] static PostgresResult<PostgresConnection> open(const std::string& connection,
                                                               bool read_only, Stopped stopped);
  PostgresConnection(PostgresConnection&&) noexcept;
  PostgresConnection& operator=(PostgresConnection&&) noexcept;
  ~PostgresConnection();

  /// One statement; `$1`, `$2` … stand for the parameters.
  PostgresResult<std::vector<PostgresRow>> ask(const std::string& statement,
                                               const std::vector<std::string>& parameters = {});
  /// The columns that a query would have, without running it.
  PostgresResult<std::vector<PostgresColumn>> describe(const std::string& query);

  /// Begins `COPY … TO STDOUT`; then `next_row` until it answers with nothing.
  PostgresResult<void> start_copy_out(const std::string& statement);
  /// A row as `COPY` writes texts, without its line end; good until the next call.
  PostgresResult<std::optional<std::string_view>> next_row();

  /// Runs `COPY … FROM STDIN` with these rows.
  PostgresResult<void> copy_in(const std::string& statement, std::string_view rows);

  /// Waits that long for a notification; true if some came.
  PostgresResult<bool> wait_for_notification(std::chrono::milliseconds wait);
  /// `db on host`, for messages.
  [[nodiscard]] std::string name() const;

 private:
  struct Body;
  explicit PostgresConnection(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::database
