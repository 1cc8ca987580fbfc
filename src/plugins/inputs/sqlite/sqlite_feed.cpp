#include "plugins/inputs/sqlite/sqlite_feed.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "support/packing.hpp"
#include "support/utf8.hpp"

namespace fairmon::plugins::sqlite {

namespace {

using database::SqliteBlob;
using database::SqliteDatabase;
using database::SqliteStatement;
using database::SqliteValue;
using std::chrono::milliseconds;

constexpr milliseconds kStep{100};
/// So many rows at a time; then locks are given back.
constexpr int kRows = 4096;

std::string quoted_name(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    text += c == '"' ? "\"\"" : std::string(1, c);
  }
  return text + "\"";
}

SqliteValue value_of(const SqliteKey& key) {
  if (const auto* whole = std::get_if<std::int64_t>(&key)) {
    return *whole;
  }
  if (const auto* real = std::get_if<double>(&key)) {
    return *real;
  }
  if (const auto* text = std::get_if<std::string>(&key)) {
    return std::string_view(*text);
  }
  return std::monostate{};
}

RowValue row_value(const SqliteValue& value) {
  RowValue found;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    found.kind = RowValue::Kind::Integer;
    found.integer = *whole;
  } else if (const auto* real = std::get_if<double>(&value)) {
    found.kind = RowValue::Kind::Number;
    found.number = *real;
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    found.kind = RowValue::Kind::Text;
    found.text = *text;
  }
  return found;
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace

Result<std::vector<std::string>> SqliteFeed::open(const SourceContext& context) {
  context_ = context;
  std::error_code failed;
  if (!std::filesystem::exists(file_, failed)) {
    return Error(ErrorCode::NotFound, "there is no file `" + file_ + "`");
  }
  auto database = SqliteDatabase::open(file_, SqliteDatabase::Purpose::Read);
  if (!database) {
    return std::move(database).error();
  }
  database_.emplace(std::move(*database));
  from_ = input_.table.empty() ? "(" + input_.query + "\n)" : quoted_name(input_.table);
  auto looker = database_->prepare("SELECT * FROM " + from_ + " LIMIT 0");
  if (!looker) {
    return std::move(looker).error();
  }
  names_.reserve(static_cast<std::size_t>(looker->num_columns()));
  for (int i = 0; i < looker->num_columns(); ++i) {
    names_.push_back(looker->column_name(i));
  }
  if (input_.key.empty() && input_.table.empty()) {
    return Error(ErrorCode::Usage,
                 "name the column of the query that grows with every row with --key COLUMN");
  }
  if (!input_.key.empty() && input_.key != "rowid") {
    if (const auto column = find_column(names_, input_.key, "--key"); !column) {
      return column.error();
    }
  }
  key_column_ = input_.key.empty() || input_.key == "rowid" ? "rowid" : quoted_name(input_.key);
  return names_;
}

Result<SqliteStatement> SqliteFeed::select(const std::string& columns, bool behind, int limit) {
  return database_->prepare("SELECT " + columns + " FROM " + from_ +
                            (behind ? " WHERE " + key_column_ + " > ?1" : "") + " ORDER BY " +
                            key_column_ + " LIMIT " + std::to_string(limit));
}

Result<void> SqliteFeed::choose(const ChosenColumns& chosen) {
  columns_ = key_column_;
  for (const std::size_t column : chosen.columns) {
    columns_ += ", " + quoted_name(names_[column]);
  }
  time_column_ = chosen.time ? quoted_name(names_[*chosen.time]) : "NULL";
  texts_.resize(chosen.columns.size());
  auto first = select(columns_, false, kRows);
  auto behind = first ? select(columns_, true, kRows) : first.error();
  if (!behind) {
    return std::move(behind).error();
  }
  if (!behind->is_read_only()) {
    return Error(ErrorCode::Usage, "--query is no query: it would change the database");
  }
  first_.emplace(std::move(*first));
  behind_.emplace(std::move(*behind));
  return warn_of_sorting();
}

/// Without an index on the key, the whole table is sorted again for every few thousand rows.
Result<void> SqliteFeed::warn_of_sorting() {
  auto plan = database_->prepare("EXPLAIN QUERY PLAN SELECT 1 FROM " + from_ + " WHERE " +
                                 key_column_ + " > 1 ORDER BY " + key_column_);
  if (!plan) {
    return std::move(plan).error();
  }
  while (true) {
    const auto more = plan->step();
    if (!more) {
      return more.error();
    }
    if (!*more) {
      return {};
    }
    const SqliteValue detail = plan->value(3);
    const auto* text = std::get_if<std::string_view>(&detail);
    if (text != nullptr && text->find("TEMP B-TREE") != std::string_view::npos && context_.warn) {
      context_.warn("there is no index on the key " + key_column_ + " of " + name() +
                    ", so reading large tables takes long");
    }
  }
}

Result<std::optional<std::string>> SqliteFeed::first_time() {
  auto looker = select(time_column_, false, 1);
  if (!looker) {
    return std::move(looker).error();
  }
  const auto found = looker->step();
  if (!found) {
    return found.error();
  }
  return *found ? std::optional(row_value(looker->value(0)).to_text())
                : std::optional<std::string>();
}

Result<FeedStatus> SqliteFeed::next(std::vector<RowValue>& row, bool may_wait) {
  if (running_ == nullptr) {
    if (Clock::now() < next_look_) {
      return pause(may_wait);
    }
    const bool begin = std::holds_alternative<std::monostate>(last_);
    running_ = begin ? &*first_ : &*behind_;
    if (!begin) {
      running_->bind(1, value_of(last_));
    }
    any_ = false;
  }
  const auto found = running_->step();
  if (!found) {
    rest();
    return found.error();
  }
  if (!*found) {
    const bool any = any_;
    rest();
    if (any) {
      return next(row, may_wait);  // the limit, or the end; the next look tells
    }
    if (!input_.common.follow) {
      return FeedStatus::End;
    }
    next_look_ = Clock::now() + input_.poll;
    return pause(may_wait);
  }
  any_ = true;
  if (auto moved = move_behind(running_->value(0)); !moved) {
    return std::move(moved).error();
  }
  auto filled = fill(row);
  return filled ? Result<FeedStatus>(FeedStatus::Row)
                : Result<FeedStatus>(std::move(filled).error());
}

Result<void> SqliteFeed::move_behind(const SqliteValue& key) {
  SqliteKey next;
  if (const auto* whole = std::get_if<std::int64_t>(&key)) {
    next = *whole;
  } else if (const auto* real = std::get_if<double>(&key)) {
    next = *real;
  } else if (const auto* text = std::get_if<std::string_view>(&key)) {
    next = std::string(*text);
  } else {
    return Error(ErrorCode::Input, "a row of " + name() + " has no value in the key " +
                                       key_column_ + "; name a column that every row has");
  }
  if (next == last_) {
    return Error(ErrorCode::Input, "the key " + key_column_ + " does not tell rows apart: `" +
                                       shown_key() + "` occurs twice in " + name() +
                                       "; name a column without repetitions with --key");
  }
  last_ = std::move(next);
  return {};
}

Result<void> SqliteFeed::fill(std::vector<RowValue>& row) {
  row.resize(texts_.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    const SqliteValue value = running_->value(static_cast<int>(i) + 1);
    row[i] = row_value(value);
    if (const auto* blob = std::get_if<SqliteBlob>(&value)) {
      texts_[i] = hexadecimal(blob->bytes);
      row[i].kind = RowValue::Kind::Text;
      row[i].text = texts_[i];
    } else if (support::find_malformed_utf8(row[i].text) != std::string_view::npos) {
      return Error(ErrorCode::Input,
                   "a text in " + name() + ", key " + shown_key() + ", is not valid UTF-8");
    }
  }
  return {};
}

void SqliteFeed::rest() {
  if (running_ != nullptr) {
    running_->reset();
    running_ = nullptr;
  }
}

FeedStatus SqliteFeed::pause(bool may_wait) {
  if (may_wait) {
    if (context_.before_waiting) {
      context_.before_waiting();
    }
    const auto left = std::chrono::duration_cast<milliseconds>(next_look_ - Clock::now());
    std::this_thread::sleep_for(std::clamp(left, milliseconds(0), kStep));
  }
  return FeedStatus::Nothing;
}

std::string SqliteFeed::key() const {
  std::string text;
  if (const auto* whole = std::get_if<std::int64_t>(&last_)) {
    text = "i";
    support::pack_signed(text, *whole);
  } else if (const auto* real = std::get_if<double>(&last_)) {
    text = "r";
    support::pack_real(text, *real);
  } else if (const auto* words = std::get_if<std::string>(&last_)) {
    text = "t" + *words;
  }
  return text;
}

Result<void> SqliteFeed::go_behind(const std::string& key) {
  rest();
  last_ = std::monostate{};
  next_look_ = {};
  if (key.empty()) {
    return {};
  }
  support::Unpacker in(std::string_view(key).substr(1));
  if (key[0] == 'i') {
    last_ = in.signed_number();
  } else if (key[0] == 'r') {
    last_ = in.real();
  } else if (key[0] == 't') {
    last_ = key.substr(1);
    return {};
  }
  return in.complete() ? Result<void>()
                       : Error(ErrorCode::Checkpoint, "the position in the table cannot be read");
}

std::string SqliteFeed::shown_key() const {
  return std::holds_alternative<std::monostate>(last_) ? std::string()
                                                       : row_value(value_of(last_)).to_text();
}

std::string SqliteFeed::name() const {
  return (input_.table.empty() ? "the query" : "the table `" + input_.table + "`") + " in `" +
         file_ + "`";
}

std::string SqliteFeed::identity() const {
  return "sqlite\n" + input_.table + "\n" + input_.query + "\n" + key_column_;
}

}  // namespace fairmon::plugins::sqlite
