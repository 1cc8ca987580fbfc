#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "database/postgres/connection.hpp"
#include "plugins/inputs/postgres/copy_row.hpp"
#include "plugins/inputs/postgres/table_facts.hpp"
#include "plugins/reading/table/row_feed.hpp"
#include "plugins/reading/table/table_options.hpp"

namespace fairmon::plugins::postgres {

struct PostgresInput {
  TableInput rows;
  std::string connection;
  std::string channel;  ///< of notifications; empty: none
  std::optional<Duration> lag;
  bool guard = true;  ///< rows wait for transactions that may still bring smaller keys
};

/// Rows of a PostgreSQL server, by `COPY`, so that memory does not grow with their number.
///
/// A row whose transaction ends late may have a smaller key than rows that can be seen already.
/// So the largest key is looked up first; then everybody who was writing at that moment is waited
/// for; only then rows up to that key are read. Keys up to it were handed out before, inside of
/// statements that hold a lock on the table until their transaction ends and is visible.
class PostgresFeed final : public RowFeed {
 public:
  explicit PostgresFeed(PostgresInput input) : input_(std::move(input)) {}

  Result<std::vector<std::string>> open(const SourceContext& context) override;
  Result<void> choose(const ChosenColumns& chosen) override;
  Result<std::optional<std::string>> first_time() override;
  Result<FeedStatus> next(std::vector<RowValue>& row, bool may_wait) override;
  [[nodiscard]] std::string key() const override { return last_key_.value_or(""); }
  Result<void> go_behind(const std::string& key) override;
  [[nodiscard]] std::string shown_key() const override { return last_key_.value_or(""); }
  [[nodiscard]] std::string name() const override;
  [[nodiscard]] std::string identity() const override;

 private:
  using Clock = std::chrono::steady_clock;
  template <typename T>
  using Asked = database::PostgresResult<T>;

  Asked<void> connect();
  Asked<FeedStatus> try_next(std::vector<RowValue>& row, bool may_wait);
  Asked<FeedStatus> next_of_copy(std::vector<RowValue>& row);
  /// Begins to read if there is something new that is settled.
  Asked<bool> begin_rows();
  Asked<bool> settle();
  Asked<FeedStatus> pause(bool may_wait);
  /// What to do about trouble: nothing now, or the end.
  Result<FeedStatus> bear(const database::PostgresError& trouble);
  void say_waiting(const std::string& why);
  [[nodiscard]] bool stopped() const { return context_.stop != nullptr && context_.stop->load(); }
  [[nodiscard]] bool follows() const { return input_.rows.common.follow; }
  /// Whether somebody will ask for what comes behind the rows read now.
  [[nodiscard]] bool goes_on() const { return follows() || context_.positions; }
  [[nodiscard]] bool guarded() const { return input_.guard && goes_on() && !facts_.key.empty(); }
  /// ` WHERE …` with the rows behind the last key, up to `bound_`.
  [[nodiscard]] std::string condition() const;
  [[nodiscard]] std::string key_text(const std::string& key) const;
  /// Notes the key of a row; a key that was there before is an error if the run goes on.
  Asked<void> move_behind(std::optional<std::string_view> key);
  void fill(std::vector<RowValue>& row,
            const std::vector<std::optional<std::string_view>>& fields) const;

  PostgresInput input_;
  SourceContext context_;
  std::optional<database::PostgresConnection> connection_;
  TableFacts facts_;
  std::string columns_;               ///< what stands behind SELECT
  std::vector<std::uint32_t> types_;  ///< of the chosen columns
  std::string time_column_;           ///< quoted
  std::uint32_t time_type_ = 0;
  CopyRow splitter_;
  std::optional<std::string> last_key_;
  std::optional<std::string> bound_;                 ///< the largest key of this round
  std::optional<std::vector<std::string>> writers_;  ///< transactions that are waited for
  bool copying_ = false;
  bool any_ = false;  ///< rows came in this round
  bool ended_ = false;
  bool waiting_ = false;
  Clock::time_point next_look_{};
  std::chrono::milliseconds back_off_{0};
};

}  // namespace fairmon::plugins::postgres
