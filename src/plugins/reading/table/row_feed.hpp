#pragma once

#include <fairmon/event_source.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::plugins {

/// A value of a row, as the database has it. The text is good until the next row.
struct RowValue {
  enum class Kind : std::uint8_t { Null, Text, Integer, Number, Boolean };
  Kind kind = Kind::Null;
  std::string_view text{};
  std::int64_t integer = 0;
  double number = 0.0;

  /// As it would stand in a file.
  [[nodiscard]] std::string to_text() const;
};

enum class FeedStatus : std::uint8_t {
  Row,
  Nothing,  ///< not now
  End,
};

/// Which columns of a table are read, in this order, and which of them holds the time.
struct ChosenColumns {
  std::vector<std::size_t> columns;
  std::optional<std::size_t> time;  ///< number of a column of the table
};

/// Rows of a table or query in the order of a key that grows. Used from one thread.
class RowFeed {
 public:
  virtual ~RowFeed() = default;
  /// Connects; the names of the columns there are.
  [[nodiscard]] virtual Result<std::vector<std::string>> open(const SourceContext& context) = 0;
  [[nodiscard]] virtual Result<void> choose(const ChosenColumns& chosen) = 0;
  /// The time of the first row there is, without moving on; nothing if there is none yet.
  [[nodiscard]] virtual Result<std::optional<std::string>> first_time() = 0;
  /// The next row. Where none is at hand and `may_wait`, some time passes before the answer.
  [[nodiscard]] virtual Result<FeedStatus> next(std::vector<RowValue>& row, bool may_wait) = 0;
  /// Nothing is asked for until the batch has been judged: locks are given back.
  virtual void rest() {}
  /// The key of the last row, in a form that `go_behind` understands; empty: before the first.
  [[nodiscard]] virtual std::string key() const = 0;
  virtual Result<void> go_behind(const std::string& key) = 0;
  /// The key of the last row for people.
  [[nodiscard]] virtual std::string shown_key() const = 0;
  /// The table for people.
  [[nodiscard]] virtual std::string name() const = 0;
  /// What tells these rows from others.
  [[nodiscard]] virtual std::string identity() const = 0;
};

}  // namespace fairmon::plugins
