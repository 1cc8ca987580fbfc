// Opening files: dialect, header, binding, start of the run, and going on from a checkpoint.

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "plugins/inputs/csv/csv_source.hpp"
#include "plugins/inputs/csv/dialect.hpp"
#include "plugins/reading/reading_place.hpp"

namespace fairmon::plugins::csv {

Result<void> CsvSource::open(const SourceContext& context) {
  context_ = context;
  gate_.emplace(context);
  filter_ = RowFilter(context);
  times_.emplace(options_.common.time_format, context.start_time, context.start_at_midnight);
  if (auto expanded = files_.expand(context.stop); !expanded) {
    return expanded;
  }
  const auto opened = open_file(0);
  if (!opened) {
    return opened.error();
  }
  return find_start();
}

Result<Fill> CsvSource::wait_for_records() {
  bool waited = false;
  while (!reader_->has_records()) {
    auto fill = reader_->fill();
    if (!fill || *fill != Fill::Nothing) {
      if (waited && context_.waiting) {
        context_.waiting({});
      }
      return fill;
    }
    if (context_.stop != nullptr && context_.stop->load()) {
      return Fill::End;
    }
    if (context_.waiting) {
      context_.waiting("waiting for the first record");
      waited = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return Fill::Records;
}

Result<bool> CsvSource::open_file(std::size_t number) {
  const bool again = reader_ && number == files_.number();
  auto stream = files_.open(number);
  if (!stream) {
    return std::move(stream).error();
  }
  if (*stream == nullptr) {
    return false;
  }
  reader_ = std::make_unique<RecordReader>(std::move(*stream));
  auto header = again && options_.columns.empty() ? bind_again() : read_header();
  if (!header) {
    return std::move(header).error().with_context("reading `" + files_.name() + "`");
  }
  return true;
}

void CsvSource::choose_dialect() {
  Dialect dialect = detect_dialect(reader_->ahead().substr(0, std::size_t{1} << 16));
  dialect.delimiter = options_.delimiter.value_or(dialect.delimiter);
  dialect.quote = options_.quote.value_or(dialect.quote);
  dialect.quoting = !options_.no_quotes;
  reader_->set_dialect(dialect);
}

Result<void> CsvSource::read_header() {
  const auto fill = wait_for_records();
  if (!fill) {
    return fill.error();
  }
  choose_dialect();
  while (reader_->has_records() && reader_->peek().empty()) {
    reader_->skip_record();  // blank lines before the header
  }
  if (!options_.columns.empty()) {
    fields_ = options_.columns;
    return bind_columns();
  }
  if (!reader_->has_records()) {
    if (context_.stop != nullptr && context_.stop->load()) {
      return Error(ErrorCode::Cancelled, "stopped before the first record came");
    }
    return Error(ErrorCode::Input,
                 "the file is empty; expected a first line with the names of the columns");
  }
  fields_ = split_record(reader_->peek(), reader_->dialect());
  reader_->skip_record();
  return bind_columns();
}

/// Whoever cuts a growing file need not write its header again.
Result<void> CsvSource::bind_again() {
  const std::vector<std::string> before = fields_;
  const auto fill = wait_for_records();
  if (!fill) {
    return fill.error();
  }
  choose_dialect();
  if (!reader_->has_records()) {
    return {};  // stopped while waiting
  }
  fields_ = split_record(reader_->peek(), reader_->dialect());
  auto bound = bind_columns();
  if (bound) {
    reader_->skip_record();
    return {};
  }
  if (fields_.size() != before.size()) {
    return bound;
  }
  fields_ = before;
  return bind_columns();
}

/// A field is not found in the header. Perhaps it was not split, or is none.
Error CsvSource::explained(Error error) const {
  const auto is_number = [](const std::string& field) {
    return !field.empty() && field.find_first_not_of("0123456789.+-") == std::string::npos;
  };
  if (fields_.size() == 1 && options_.delimiter) {
    return std::move(error).with_context(
        "the first line holds one field: --delimiter may be wrong, and is found out without it");
  }
  if (options_.columns.empty() && std::any_of(fields_.begin(), fields_.end(), is_number)) {
    return std::move(error).with_context(
        "if the first line is a record already, name the columns: --columns A,B,C");
  }
  return error;
}

Result<void> CsvSource::bind_columns() {
  auto factory =
      EventFactory::bind(context_, fields_, options_.common.mapping, options_.common.decode);
  if (!factory) {
    return explained(std::move(factory).error());
  }
  columns_.clear();
  for (std::uint32_t input = 0; input < context_.schema.inputs.size(); ++input) {
    if (const auto field = factory->field_of_input(input)) {
      columns_.emplace_back(context_.schema.inputs[input].type, input, *field, context_.symbols,
                            options_.common.decode);
    }
  }
  time_column_.reset();
  if (!options_.common.interval && !context_.wall_clock) {
    const auto field = find_time_field(options_.common, fields_);
    if (!field) {
      return explained(field.error());
    }
    time_column_.emplace(*field);
  }
  return {};
}

/// Reads the first time ahead of its turn: the format may have to be guessed from it, and with
/// calendar times it is where the run starts.
Result<void> CsvSource::find_start() {
  if (!time_column_) {
    return {};
  }
  const auto fill = wait_for_records();
  if (!fill) {
    return fill.error();
  }
  while (reader_->has_records() && reader_->peek().empty()) {
    reader_->skip_record();
  }
  if (!reader_->has_records()) {
    return {};
  }
  const auto fields = split_record(reader_->peek(), reader_->dialect());
  if (time_column_->field() < fields.size()) {
    TimeReader trial = *times_;
    if (trial.read(fields[time_column_->field()])) {
      // Offsets count from the record before; nothing has been read yet.
      trial.set_last({});
    }
    times_ = trial;
  }
  return {};
}

std::optional<Timestamp> CsvSource::start_time() const { return times_->start_time(); }

std::string CsvSource::position() const {
  if (!reader_ || !files_.can_resume()) {
    return {};
  }
  const FilePlace place = reader_->place();
  const ReadingPlace reading{files_.number(), reader_->stream().file_mark(), place.offset,
                             place.line, num_records_};
  return reading.to_text(*times_, *gate_);
}

Result<void> CsvSource::seek(std::string_view position) {
  const auto place = ReadingPlace::from_text(position, files_, times_, *gate_);
  if (!place) {
    return place.error();
  }
  num_records_ = place->num_records;
  // The header first: it stands at the front of the file.
  reader_.reset();
  if (auto opened = open_file(place->file); !opened) {
    return std::move(opened).error();
  }
  const Dialect dialect = reader_->dialect();
  auto stream = files_.open(place->file);
  if (!stream) {
    return std::move(stream).error();
  }
  if (auto same = place->check(**stream, files_); !same) {
    return same;
  }
  reader_ = std::make_unique<RecordReader>(std::move(*stream));
  auto moved = reader_->seek({place->offset, place->line});
  if (moved) {
    reader_->set_dialect(dialect);
  }
  return moved;
}

std::string CsvSource::identity() const { return files_.identity(); }

}  // namespace fairmon::plugins::csv
