#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "database/sqlite/sqlite.hpp"
#include "plugins/reading/table/row_feed.hpp"
#include "plugins/reading/table/table_options.hpp"

namespace fairmon::plugins::sqlite {

/// A key with its own storage.
using SqliteKey = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Rows of a file of SQLite, some at a time, so that whoever writes need not wait for us.
class SqliteFeed final : public RowFeed {
 public:
  SqliteFeed(TableInput input, std::string file)
      : input_(std::move(input)), file_(std::move(file)) {}

  Result<std::vector<std::string>> open(const SourceContext& context) override;
  Result<void> choose(const ChosenColumns& chosen) override;
  Result<std::optional<std::string>> first_time() override;
  Result<FeedStatus> next(std::vector<RowValue>& row, bool may_wait) override;
  void rest() override;
  [[nodiscard]] std::string key() const override;
  Result<void> go_behind(const std::string& key) override;
  [[nodiscard]] std::string shown_key() const override;
  [[nodiscard]] std::string name() const override;
  [[nodiscard]] std::string identity() const override;

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] Result<database::SqliteStatement> select(const std::string& columns, bool behind,
                                                         int limit);
  Result<void> warn_of_sorting();
  Result<void> move_behind(const database::SqliteValue& key);
  Result<void> fill(std::vector<RowValue>& row);
  FeedStatus pause(bool may_wait);

  TableInput input_;
  std::string file_;
  SourceContext context_;
  std::optional<database::SqliteDatabase> database_;
  std::string from_;
  std::string key_column_;  ///< quoted
  std::string columns_;
  std::vector<std::string> names_;
  std::string time_column_;
  std::optional<database::SqliteStatement> first_;
  std::optional<database::SqliteStatement> behind_;
  database::SqliteStatement* running_ = nullptr;
  std::vector<std::string> texts_;  ///< bytes as hexadecimal digits
  SqliteKey last_;
  bool any_ = false;  ///< rows came since the statement was started
  Clock::time_point next_look_{};
};

}  // namespace fairmon::plugins::sqlite
