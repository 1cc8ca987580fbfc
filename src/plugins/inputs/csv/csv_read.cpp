// The hot path: records of a block into rows of a batch.

#include <algorithm>
#include <utility>

#include "plugins/inputs/csv/csv_source.hpp"
#include "plugins/reading/csv/dialect.hpp"
#include "plugins/reading/drop_rows.hpp"
#include "support/utf8.hpp"

namespace fairmon::plugins::csv {

Result<ReadStatus> CsvSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  const auto answer = [&](ReadStatus otherwise) {
    return batch.num_rows() > before ? ReadStatus::More : otherwise;
  };
  while (!batch.full()) {
    if (gate_->stop_error()) {
      // Rows before the bad record go first; the next call has none left.
      return batch.num_rows() > before ? Result<ReadStatus>(ReadStatus::More)
                                       : Result<ReadStatus>(*gate_->stop_error());
    }
    if (ended_) {
      return answer(ReadStatus::End);
    }
    if (reader_->has_records()) {
      take_rows(batch);
      continue;
    }
    if (batch.num_rows() > before && !reader_->stream().ready()) {
      return ReadStatus::More;
    }
    // Rows that are there already are not held back by half a record.
    auto fill = reader_->fill(batch.num_rows() == before);
    if (!fill) {
      return std::move(fill).error();
    }
    switch (*fill) {
      case Fill::Records:
        break;
      case Fill::Nothing:
        return answer(ReadStatus::Idle);
      case Fill::QuoteLeftOpen:
        refuse_line(
            "a quoted field that begins in this record never ends; close the quote, or say --quote "
            "none if quotes are ordinary characters here");
        break;
      case Fill::TooLong:
        refuse_line("this record is longer than 4 MiB");
        break;
      case Fill::End: {
        if (batch.num_rows() > before) {
          return ReadStatus::More;  // opening the next file may take its time
        }
        const auto next = begin_file(files_.next(reader_->stream(), reader_->digest()));
        if (!next) {
          return next.error();
        }
        ended_ = !*next;
        break;
      }
    }
  }
  return ReadStatus::More;
}

bool CsvSource::take_rows(EventBatch& batch) {
  const Rows rows = reader_->take(batch.capacity() - batch.num_rows(), fields_.size());
  if (rows.count == 0) {
    return skip_irregular();
  }
  if (batch.capacity() == 1) {
    last_line_ = reader_->row_place(rows, 0).line;
  }
  const std::size_t base = batch.add_rows(rows.count);
  bad_.clear();
  if (time_column_) {
    time_column_->decode(rows, *times_, raw_times_, bad_);
  }
  for (ColumnDecoder& column : columns_) {
    column.decode(rows, batch, base, bad_);
  }
  return admit_rows(rows, batch, base);
}

/// Gives rows their times for as long as nothing is amiss; the number of the first other row.
std::size_t CsvSource::admit_plain_rows(const Rows& rows, Timestamp* times) {
  const TimeFormat format = times_->format();
  const bool offsets = format == TimeFormat::OffsetSeconds || format == TimeFormat::OffsetNanos;
  if (!time_column_ || filter_.active() || offsets || (is_absolute(format) && !start_time())) {
    return 0;
  }
  const std::int64_t start = is_absolute(format) ? start_time()->ns : 0;
  const std::size_t stop = bad_.empty() ? rows.count : bad_.front().row;
  Timestamp last = gate_->last();
  std::size_t row = 0;
  for (; row < stop; ++row) {
    const Timestamp time{raw_times_[row] - start};
    if (time < last) {
      break;
    }
    times[row] = time;
    last = time;
  }
  if (row > 0) {
    gate_->set_last(times_->place(raw_times_[row - 1]));
  }
  num_records_ += row;
  return row;
}

/// Gives every row its time and leaves out those that are bad or late.
bool CsvSource::admit_rows(const Rows& rows, EventBatch& batch, std::size_t base) {
  std::stable_sort(bad_.begin(), bad_.end(),
                   [](const BadField& a, const BadField& b) { return a.row < b.row; });
  const std::size_t plain = admit_plain_rows(rows, batch.mutable_times().data() + base);
  if (plain == rows.count) {
    return true;
  }
  dropped_.assign(rows.count, false);
  bool any_dropped = false;
  bool stopped = false;
  std::size_t next_bad = 0;
  for (std::size_t row = plain; row < rows.count; ++row) {
    if (stopped) {
      dropped_[row] = true;
      continue;
    }
    Admission admission = Admission::Keep;
    const bool bad = next_bad < bad_.size() && bad_[next_bad].row == row;
    ++num_records_;
    if (!bad || !time_column_ || bad_[next_bad].field != time_column_->field()) {
      admission = place_row(rows, row, batch.mutable_times()[base + row]);
    }
    if (bad && admission == Admission::Keep) {
      admission = gate_->bad(error_at(rows, bad_[next_bad]));
    }
    while (next_bad < bad_.size() && bad_[next_bad].row == row) {
      ++next_bad;
    }
    if (admission == Admission::Keep && filter_.active() && !filter_.keeps(batch, base + row)) {
      admission = Admission::Drop;
    }
    if (admission != Admission::Keep) {
      dropped_[row] = true;
      any_dropped = true;
      stopped = admission == Admission::Stop;
    }
  }
  if (any_dropped) {
    drop_rows(batch, base, dropped_);
  }
  return !stopped;
}

Admission CsvSource::place_row(const Rows& rows, std::size_t row, Timestamp& time) {
  if (!time_column_) {
    if (options_.common.interval) {
      time.ns = options_.common.interval->ns * static_cast<std::int64_t>(num_records_);
    }
    return Admission::Keep;
  }
  time = times_->place(raw_times_[row]);
  if (gate_->in_order(time)) [[likely]] {
    return Admission::Keep;
  }
  return gate_->late(time, error_at(rows, {row, time_column_->field(), {}}));
}

RecordError CsvSource::error_at(const Rows& rows, const BadField& field) {
  RecordError error;
  const FilePlace place = reader_->row_place(rows, field.row);
  const char* begin = rows.begin(field.row, field.field);
  const char* line = rows.begin(field.row, 0);
  const std::string_view before(line, static_cast<std::size_t>(begin - line));
  const std::string_view raw(begin,
                             static_cast<std::size_t>(rows.end(field.row, field.field) - begin));
  std::string scratch;
  error.source = files_.name();
  // Quoted fields may hold line feeds; the place is that of the field itself.
  const std::size_t feed = before.rfind('\n');
  const std::string_view same_line =
      feed == std::string_view::npos ? before : before.substr(feed + 1);
  error.line =
      place.line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  error.column = static_cast<std::uint32_t>(support::count_code_points(same_line)) + 1;
  error.field = fields_[field.field];
  error.value = std::string(plain_field(raw, rows.quote, rows.quotes_seen, scratch));
  error.message = field.message;
  error.raw = std::string(reader_->row_text(rows, field.row));
  return error;
}

/// The next record is blank, or has another number of fields than the header.
bool CsvSource::skip_irregular() {
  const std::string_view text = reader_->peek();
  const FilePlace place = reader_->place();
  if (text.empty()) {
    reader_->skip_record();
    return true;
  }
  RecordError error;
  error.source = files_.name();
  error.line = place.line;
  error.raw = std::string(text);
  reader_->skip_record();
  const std::size_t count = reader_->last_field_count();
  error.message = "this record has " + std::to_string(count) + (count == 1 ? " field" : " fields") +
                  ", the header has " + std::to_string(fields_.size());
  ++num_records_;
  return gate_->bad(std::move(error)) != Admission::Stop;
}

/// The next line is no record, for the reason given.
bool CsvSource::refuse_line(const char* message) {
  RecordError error;
  error.source = files_.name();
  error.line = reader_->place().line;
  const std::string_view rest = reader_->ahead();
  error.raw = std::string(rest.substr(0, std::min(rest.find('\n'), rest.size())));
  error.message = message;
  reader_->skip_line();
  ++num_records_;
  return gate_->bad(std::move(error)) != Admission::Stop;
}

SourceProgress CsvSource::progress() const {
  SourceProgress progress;
  progress.records = num_records_;
  if (gate_) {
    progress.bad_records = gate_->num_bad();
    progress.late_records = gate_->num_late();
  }
  if (reader_) {
    files_.describe(reader_->stream(), {reader_->offset(), reader_->ahead().size()}, progress);
  }
  return progress;
}

}  // namespace fairmon::plugins::csv
