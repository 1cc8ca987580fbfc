#include "plugins/reading/table/table_source.hpp"

#include <chrono>
#include <thread>

#include "support/packing.hpp"

namespace fairmon::plugins {

namespace {
constexpr std::chrono::milliseconds kFirstRowPause{50};
}

std::string RowValue::to_text() const {
  switch (kind) {
    case Kind::Null:
      return {};
    case Kind::Text:
      return std::string(text);
    case Kind::Integer:
      return std::to_string(integer);
    case Kind::Number:
      return fairmon::to_text(Type::floating(), Value(number));
    case Kind::Boolean:
      return integer != 0 ? "true" : "false";
  }
  return {};
}

Result<void> TableSource::open(const SourceContext& context) {
  if (auto told = apply_reading(context.schema.reading, common_); !told) {
    return told;
  }
  context_ = common_.wanted(context);
  gate_.emplace(context);
  times_.emplace(common_.time_format, context.start_time, context.start_at_midnight);
  auto names = feed_->open(context_);
  if (!names) {
    return std::move(names).error();
  }
  if (auto bound = bind(*names); !bound) {
    return std::move(bound).error().with_context("reading " + feed_->name());
  }
  if (auto chosen = feed_->choose(chosen_); !chosen) {
    return chosen;
  }
  return chosen_.time ? learn_start() : Result<void>();
}

/// Only columns that somebody needs are asked for.
Result<void> TableSource::bind(const std::vector<std::string>& names) {
  names_ = names;
  auto factory = EventFactory::bind(context_, names, common_.mapping, common_.decode);
  if (!factory) {
    return std::move(factory).error();
  }
  factory_.emplace(std::move(*factory));
  if (!common_.interval && !context_.wall_clock) {
    const auto field = find_time_field(common_, names);
    if (!field) {
      return field.error();
    }
    chosen_.time = *field;
  }
  for (std::size_t field = 0; field < names.size(); ++field) {
    const bool is_time = chosen_.time == field;
    if (is_time || factory_->input_of_field(field)) {
      time_place_ = is_time ? chosen_.columns.size() : time_place_;
      chosen_.columns.push_back(field);
    }
  }
  return {};
}

/// With calendar times the run starts at the first one.
Result<void> TableSource::learn_start() {
  while (!times_->start_time()) {
    auto first = feed_->first_time();
    if (!first) {
      return std::move(first).error();
    }
    if (*first) {
      TimeReader trial = *times_;
      if (trial.read(**first)) {
        trial.set_last({});
        times_ = trial;
      }
      break;
    }
    if (!common_.follow) {
      break;
    }
    if (stopped()) {
      return Error(ErrorCode::Cancelled, "stopped before the first row came");
    }
    if (context_.waiting) {
      context_.waiting("waiting for the first row of " + feed_->name());
    }
    std::this_thread::sleep_for(kFirstRowPause);
  }
  if (context_.waiting) {
    context_.waiting({});
  }
  return {};
}

Result<ReadStatus> TableSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  const auto some = [&] { return batch.num_rows() > before; };
  std::optional<ReadStatus> status;
  while (!status && !batch.full()) {
    if (!failed_ && gate_->stop_error()) {
      failed_ = gate_->stop_error();
    }
    if (failed_) {
      // Rows before the trouble go first; the next call has none left.
      feed_->rest();
      return some() ? Result<ReadStatus>(ReadStatus::More) : Result<ReadStatus>(*failed_);
    }
    auto found = feed_->next(row_, !some());
    if (!found) {
      failed_ = std::move(found).error();
      continue;
    }
    switch (*found) {
      case FeedStatus::Row:
        take(batch);
        break;
      case FeedStatus::Nothing:
        status = some() ? ReadStatus::More : ReadStatus::Idle;
        break;
      case FeedStatus::End:
        status = some() ? ReadStatus::More : ReadStatus::End;
        break;
    }
  }
  feed_->rest();
  return status.value_or(ReadStatus::More);
}

void TableSource::take(EventBatch& batch) {
  ++num_records_;
  factory_->begin(batch, Timestamp{});
  Admission admission = Admission::Keep;
  if (auto trouble = decode()) {
    admission = gate_->bad(std::move(*trouble));
  } else {
    Timestamp time;
    admission = place_row(time);
    batch.mutable_times().back() = time;
  }
  if (admission == Admission::Keep) {
    factory_->end();
  } else {
    factory_->abandon();
  }
}

std::optional<RecordError> TableSource::decode() {
  for (std::size_t i = 0; i < chosen_.columns.size(); ++i) {
    const std::size_t column = chosen_.columns[i];
    const RowValue& value = row_[i];
    Result<void, std::string> set;
    switch (value.kind) {
      case RowValue::Kind::Null:
        break;
      case RowValue::Kind::Text:
        set = factory_->set_string(column, value.text);
        break;
      case RowValue::Kind::Integer:
        set = factory_->set_integer(column, value.integer);
        break;
      case RowValue::Kind::Number:
        set = factory_->set_number(column, value.number);
        break;
      case RowValue::Kind::Boolean:
        set = factory_->set_boolean(column, value.integer != 0);
        break;
    }
    if (!set) {
      return error_of(column, value, set.error());
    }
  }
  return std::nullopt;
}

Admission TableSource::place_row(Timestamp& time) {
  if (!chosen_.time) {
    if (common_.interval) {
      time.ns = common_.interval->ns * static_cast<std::int64_t>(num_records_);
    }
    return Admission::Keep;
  }
  const RowValue& value = row_[time_place_];
  if (value.kind == RowValue::Kind::Null) {
    return gate_->bad(error_of(*chosen_.time, value, "this row has no time"));
  }
  const auto read =
      value.kind == RowValue::Kind::Text ? times_->read(value.text) : times_->read(value.to_text());
  if (!read) {
    return gate_->bad(error_of(*chosen_.time, value, read.error()));
  }
  time = *read;
  return gate_->in_order(time) ? Admission::Keep
                               : gate_->late(time, error_of(*chosen_.time, value, {}));
}

RecordError TableSource::error_of(std::size_t column, const RowValue& value,
                                  std::string message) const {
  RecordError error;
  const std::string key = feed_->shown_key();
  error.source = feed_->name() + (key.empty() ? "" : ", key " + key);
  error.field = names_[column];
  error.value = value.to_text();
  error.message = std::move(message);
  for (const RowValue& one : row_) {
    error.raw += (&one == row_.data() ? "" : "\t") + one.to_text();
  }
  return error;
}

SourceProgress TableSource::progress() const {
  SourceProgress progress;
  progress.records = num_records_;
  if (gate_) {
    progress.bad_records = gate_->num_bad();
    progress.late_records = gate_->num_late();
  }
  const std::string key = feed_->shown_key();
  progress.detail = key.empty() ? std::string() : "key " + key;
  return progress;
}

std::string TableSource::position() const {
  const auto start = times_->start_time();
  std::string text;
  support::pack(text, feed_->key());
  support::pack(text, num_records_);
  support::pack(text, static_cast<std::uint64_t>(times_->format()));
  support::pack(text, std::uint64_t{start.has_value()});
  support::pack_signed(text, start ? start->ns : 0);
  support::pack_signed(text, times_->last().ns);
  support::pack_signed(text, gate_->last().ns);
  support::pack(text, gate_->num_bad());
  support::pack(text, gate_->num_late());
  return text;
}

Result<void> TableSource::seek(std::string_view position) {
  support::Unpacker in(position);
  const std::string key = in.text();
  const std::uint64_t records = in.number();
  const std::uint64_t format = in.number();
  const bool started = in.flag();
  const Timestamp start{in.signed_number()};
  const Timestamp last{in.signed_number()};
  const Timestamp latest{in.signed_number()};
  const std::uint64_t bad = in.number();
  const std::uint64_t late = in.number();
  if (!in.complete() || format > static_cast<std::uint64_t>(TimeFormat::YearFirst)) {
    return Error(ErrorCode::Checkpoint, "the position in the table cannot be read");
  }
  num_records_ = records;
  times_.emplace(static_cast<TimeFormat>(format), started ? std::optional(start) : std::nullopt,
                 false);
  times_->set_last(last);
  gate_->set_last(latest);
  gate_->set_counts(bad, late);
  return feed_->go_behind(key);
}

}  // namespace fairmon::plugins
