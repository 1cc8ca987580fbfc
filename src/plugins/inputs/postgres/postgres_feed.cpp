#include "plugins/inputs/postgres/postgres_feed.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace fairmon::plugins::postgres {

namespace {

using database::PostgresConnection;
using database::PostgresError;
using database::quoted_name;
using database::quoted_text;
using std::chrono::milliseconds;
namespace type = database::postgres_type;

/// How long a wait lasts at most before somebody is asked whether to stop.
constexpr milliseconds kStep{100};
/// Between two looks at transactions that are waited for.
constexpr milliseconds kWriterLook{20};
constexpr milliseconds kFirstBackOff{250};
constexpr milliseconds kLongestBackOff{30'000};

/// Times with a zone come with the session's, which is UTC.
std::string_view in_utc(std::uint32_t time_type, std::string_view text) {
  text.remove_suffix(time_type == type::kTimestampTz && text.ends_with("+00") ? 3 : 0);
  return text;
}

/// `$1` cannot stand in a COPY, so lists are written out.
std::string listed(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    list += (list.empty() ? "" : ", ") + quoted_text(text);
  }
  return list;
}

}  // namespace

database::PostgresResult<void> PostgresFeed::connect() {
  auto opened = PostgresConnection::open(
      input_.connection, true, [stop = context_.stop] { return stop != nullptr && stop->load(); });
  if (!opened) {
    return std::move(opened).error();
  }
  connection_.emplace(std::move(*opened));
  if (!input_.channel.empty()) {
    if (auto listening = connection_->ask("LISTEN " + quoted_name(input_.channel)); !listening) {
      return std::move(listening).error();
    }
  }
  return {};
}

Result<std::vector<std::string>> PostgresFeed::open(const SourceContext& context) {
  context_ = context;
  back_off_ = kFirstBackOff;
  while (true) {
    const auto found = [&]() -> database::PostgresResult<TableFacts> {
      if (auto connected = connect(); !connected) {
        return std::move(connected).error();
      }
      return find_table(*connection_, input_.rows, goes_on());
    }();
    if (found) {
      facts_ = *found;
      break;
    }
    connection_.reset();
    if (!follows() || !found.error().lost || stopped()) {
      return found.error().error;
    }
    say_waiting(found.error().error.message);
    std::this_thread::sleep_for(std::min(back_off_, kStep));
  }
  say_waiting({});
  for (const std::string& warning : facts_.warnings) {
    if (context_.warn) {
      context_.warn(warning);
    }
  }
  if (guarded()) {
    auto standby = connection_->ask("SELECT pg_is_in_recovery()");
    if (standby && (*standby)[0][0] == "t") {
      return Error(ErrorCode::Usage,
                   "a standby server does not tell which transactions are under way, so late rows "
                   "could be missed; read from the primary, or say --lag TIME --guard off");
    }
  }
  return facts_.names();
}

Result<void> PostgresFeed::choose(const ChosenColumns& chosen) {
  columns_ = facts_.key.empty() ? "''" : facts_.key;
  types_.clear();
  types_.reserve(chosen.columns.size());
  for (const std::size_t number : chosen.columns) {
    const database::PostgresColumn& column = facts_.columns[number];
    const std::string name = quoted_name(column.name);
    columns_ +=
        ", " +
        (column.type == type::kInterval ? "extract(epoch FROM " + name + ")::text || 's'" : name);
    types_.push_back(column.type);
  }
  if (chosen.time) {
    time_column_ = quoted_name(facts_.columns[*chosen.time].name);
    time_type_ = facts_.columns[*chosen.time].type;
  }
  if (input_.lag && time_type_ != type::kTimestamp && time_type_ != type::kTimestampTz) {
    return Error(ErrorCode::Usage,
                 "--lag needs a time column of the type timestamp or timestamptz");
  }
  return {};
}

std::string PostgresFeed::key_text(const std::string& key) const {
  return quoted_text(key) + "::" + facts_.key_type;
}

std::string PostgresFeed::condition() const {
  std::string text = " WHERE true";
  if (last_key_) {
    text += " AND " + facts_.key + " > " + key_text(*last_key_);
  }
  if (bound_) {
    text += " AND " + facts_.key + " <= " + key_text(*bound_);
  }
  if (input_.lag) {
    text += " AND " + time_column_ + " <= now() - interval '" +
            std::to_string(input_.lag->ns / 1'000'000) + " milliseconds'";
  }
  return text;
}

Result<std::optional<std::string>> PostgresFeed::first_time() {
  if (Clock::now() < next_look_) {
    return std::optional<std::string>();
  }
  const auto asked = [&]() -> Asked<std::optional<std::string>> {
    if (!connection_) {
      if (auto connected = connect(); !connected) {
        return std::move(connected).error();
      }
    }
    if (guarded()) {
      auto settled = settle();
      if (!settled) {
        return std::move(settled).error();
      }
      if (!*settled) {
        return std::optional<std::string>();
      }
    }
    const std::string order = facts_.key.empty() ? "" : " ORDER BY " + facts_.key;
    auto rows = connection_->ask("SELECT " + time_column_ + " FROM " + facts_.from + condition() +
                                 order + " LIMIT 1");
    if (!rows) {
      return std::move(rows).error();
    }
    if (rows->empty()) {
      next_look_ = Clock::now() + (follows() ? input_.rows.poll : milliseconds(0));
      return std::optional<std::string>();
    }
    const std::string text = (*rows)[0][0].value_or("");
    return std::optional(std::string(in_utc(time_type_, text)));
  }();
  if (asked) {
    return *asked;
  }
  auto borne = bear(asked.error());
  return borne ? Result<std::optional<std::string>>(std::nullopt)
               : Result<std::optional<std::string>>(std::move(borne).error());
}

Result<FeedStatus> PostgresFeed::next(std::vector<RowValue>& row, bool may_wait) {
  auto found = try_next(row, may_wait);
  return found ? Result<FeedStatus>(*found) : bear(found.error());
}

/// A connection that is gone is made again, less and less often, if the run waits for new rows.
Result<FeedStatus> PostgresFeed::bear(const PostgresError& trouble) {
  if (!stopped() && (!trouble.lost || !follows())) {
    return trouble.error;
  }
  connection_.reset();
  copying_ = false;
  bound_.reset();
  writers_.reset();
  back_off_ = std::clamp(back_off_ * 2, kFirstBackOff, kLongestBackOff);
  next_look_ = Clock::now() + back_off_;
  say_waiting(trouble.error.message + "; next try in " +
              std::to_string((back_off_.count() + 999) / 1000) + " s");
  return FeedStatus::Nothing;
}

database::PostgresResult<FeedStatus> PostgresFeed::try_next(std::vector<RowValue>& row,
                                                            bool may_wait) {
  while (!copying_) {
    if (ended_) {
      return FeedStatus::End;
    }
    if (Clock::now() < next_look_) {
      return pause(may_wait);
    }
    if (!connection_) {
      if (auto connected = connect(); !connected) {
        return std::move(connected).error();
      }
    }
    auto begun = begin_rows();
    if (!begun) {
      return std::move(begun).error();
    }
    if (!*begun && !ended_) {
      return pause(may_wait);
    }
  }
  return next_of_copy(row);
}

database::PostgresResult<bool> PostgresFeed::begin_rows() {
  if (guarded()) {
    auto settled = settle();
    if (!settled) {
      return std::move(settled).error();
    }
    if (!*settled) {
      return false;
    }
  }
  const std::string order = facts_.key.empty() ? "" : " ORDER BY " + facts_.key;
  auto begun = connection_->start_copy_out("COPY (SELECT " + columns_ + " FROM " + facts_.from +
                                           condition() + order + ") TO STDOUT");
  if (!begun) {
    return std::move(begun).error();
  }
  copying_ = true;
  any_ = false;
  back_off_ = milliseconds(0);
  say_waiting({});
  return true;
}

/// True once everybody is done who could still bring keys up to `bound_`.
database::PostgresResult<bool> PostgresFeed::settle() {
  if (!bound_) {
    auto largest =
        connection_->ask("SELECT " + facts_.key + " FROM " + facts_.from + condition() + " AND " +
                         facts_.key + " IS NOT NULL ORDER BY " + facts_.key + " DESC LIMIT 1");
    if (!largest) {
      return std::move(largest).error();
    }
    if (largest->empty()) {
      ended_ = !follows();
      next_look_ = Clock::now() + input_.rows.poll;
      say_waiting({});
      return false;
    }
    bound_ = (*largest)[0][0];
    writers_.reset();
  }
  if (writers_ && writers_->empty()) {
    return true;
  }
  auto found =
      connection_->ask("SELECT DISTINCT virtualtransaction FROM pg_locks WHERE " + facts_.writers +
                       (writers_ ? " AND virtualtransaction IN (" + listed(*writers_) + ")" : ""));
  if (!found) {
    return std::move(found).error();
  }
  writers_.emplace();
  writers_->reserve(found->size());
  for (const database::PostgresRow& row : *found) {
    writers_->push_back(row[0].value_or(""));
  }
  if (writers_->empty()) {
    return true;
  }
  next_look_ = Clock::now() + kWriterLook;
  say_waiting("waiting for " + std::to_string(writers_->size()) +
              " transactions that may bring rows with smaller keys");
  return false;
}

database::PostgresResult<FeedStatus> PostgresFeed::next_of_copy(std::vector<RowValue>& row) {
  auto found = connection_->next_row();
  if (!found) {
    return std::move(found).error();
  }
  if (*found) {
    any_ = true;
    const auto& fields = splitter_.split(**found);
    if (auto moved = move_behind(fields[0]); !moved) {
      return std::move(moved).error();
    }
    fill(row, fields);
    return FeedStatus::Row;
  }
  copying_ = false;
  bound_.reset();
  writers_.reset();
  ended_ = !follows();
  // After rows the next look follows at once: more may have come while these were read.
  next_look_ = any_ ? Clock::now() : Clock::now() + input_.rows.poll;
  return ended_ ? FeedStatus::End : FeedStatus::Nothing;
}

database::PostgresResult<void> PostgresFeed::move_behind(std::optional<std::string_view> key) {
  if (facts_.key.empty() || !key) {
    return {};
  }
  if (goes_on() && last_key_ == *key) {
    return PostgresError{
        Error(ErrorCode::Input, "the key " + facts_.key + " does not tell rows apart: `" +
                                    *last_key_ + "` occurs twice in " + name() +
                                    "; name a column without repetitions with --key"),
        false,
        {}};
  }
  last_key_.emplace(*key);
  return {};
}

void PostgresFeed::fill(std::vector<RowValue>& row,
                        const std::vector<std::optional<std::string_view>>& fields) const {
  row.resize(types_.size());
  for (std::size_t i = 0; i < types_.size(); ++i) {
    row[i] = RowValue{};
    const auto& text = fields[i + 1];
    if (!text) {
      continue;
    }
    row[i].kind = RowValue::Kind::Text;
    if (types_[i] == type::kBool) {
      row[i].kind = RowValue::Kind::Boolean;
      row[i].integer = *text == "t" ? 1 : 0;
    } else if (types_[i] == type::kBytes && text->starts_with("\\x")) {
      row[i].text = text->substr(2);
    } else {
      row[i].text = in_utc(types_[i], *text);
    }
  }
}

database::PostgresResult<FeedStatus> PostgresFeed::pause(bool may_wait) {
  if (!may_wait || stopped()) {
    return FeedStatus::Nothing;
  }
  if (context_.before_waiting) {
    context_.before_waiting();
  }
  const auto left = std::chrono::duration_cast<milliseconds>(next_look_ - Clock::now());
  const milliseconds wait = std::clamp(left, milliseconds(0), kStep);
  if (connection_ && !input_.channel.empty() && !bound_) {
    auto told = connection_->wait_for_notification(wait);
    if (!told) {
      return std::move(told).error();
    }
    next_look_ = *told ? Clock::now() : next_look_;
  } else {
    std::this_thread::sleep_for(wait);
  }
  return FeedStatus::Nothing;
}

void PostgresFeed::say_waiting(const std::string& why) {
  if (context_.waiting && (waiting_ || !why.empty())) {
    context_.waiting(why);
  }
  waiting_ = !why.empty();
}

Result<void> PostgresFeed::go_behind(const std::string& key) {
  last_key_ = key.empty() ? std::nullopt : std::optional(key);
  bound_.reset();
  writers_.reset();
  ended_ = false;
  next_look_ = {};
  return {};
}

std::string PostgresFeed::name() const {
  return input_.rows.table.empty() ? "the query" : "the table `" + input_.rows.table + "`";
}

std::string PostgresFeed::identity() const {
  return "postgres\n" + input_.rows.table + "\n" + input_.rows.query + "\n" + facts_.key;
}

}  // namespace fairmon::plugins::postgres
