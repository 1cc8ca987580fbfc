// Opening files: dialect, header, binding, start of the run, and going on from a checkpoint.

#include <chrono>
#include <sstream>
#include <thread>
#include <utility>

#include "plugins/inputs/csv/csv_source.hpp"
#include "plugins/inputs/csv/dialect.hpp"

namespace fairmon::plugins::csv {

Result<void> CsvSource::open(const SourceContext& context) {
  context_ = context;
  gate_.emplace(context);
  filter_ = RowFilter(context);
  times_.emplace(options_.common.time_format, context.start_time, context.start_at_midnight);
  const auto files = expand_targets(options_.files);
  if (!files) {
    return files.error();
  }
  options_.files = *files;
  const auto opened = open_file(0);
  if (!opened) {
    return opened.error();
  }
  return find_start();
}

Result<Fill> CsvSource::wait_for_records() {
  while (!reader_->has_records()) {
    auto fill = reader_->fill();
    if (!fill || *fill != Fill::Nothing) {
      return fill;
    }
    if (context_.stop != nullptr && context_.stop->load()) {
      return Fill::End;
    }
    if (context_.waiting) {
      context_.waiting("waiting for the first record");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return Fill::Records;
}

Result<bool> CsvSource::open_file(std::size_t number) {
  if (number >= options_.files.size()) {
    return false;
  }
  file_number_ = number;
  StreamOptions options;
  options.follow = options_.common.follow && number + 1 == options_.files.size();
  options.stop = context_.stop;
  auto stream = open_stream(options_.files[number], options);
  if (!stream) {
    return std::move(stream).error();
  }
  reader_ = std::make_unique<RecordReader>(std::move(*stream));
  auto header = read_header();
  if (!header) {
    return std::move(header).error().with_context("reading `" + options_.files[number] + "`");
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

Result<void> CsvSource::bind_columns() {
  auto factory =
      EventFactory::bind(context_, fields_, options_.common.mapping, options_.common.decode);
  if (!factory) {
    return std::move(factory).error();
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
      return field.error();
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
  if (!reader_ || options_.files[file_number_] == "-") {
    return {};
  }
  const FilePlace place = reader_->place();
  std::ostringstream text;
  text << file_number_ << ' ' << place.offset << ' ' << place.line << ' ' << num_records_ << ' '
       << times_->last().ns << ' ' << gate_->last().ns << ' ' << static_cast<int>(times_->format())
       << ' ' << (times_->start_time() ? times_->start_time()->ns : 0) << ' '
       << times_->start_time().has_value() << ' ' << gate_->num_bad() << ' ' << gate_->num_late();
  return text.str();
}

Result<void> CsvSource::seek(std::string_view position) {
  std::istringstream text{std::string(position)};
  std::size_t file = 0;
  FilePlace place;
  std::int64_t last = 0;
  std::int64_t latest = 0;
  int format = 0;
  std::int64_t start = 0;
  bool started = false;
  std::uint64_t bad = 0;
  std::uint64_t late = 0;
  text >> file >> place.offset >> place.line >> num_records_ >> last >> latest >> format >> start >>
      started >> bad >> late;
  const bool known = format >= 0 && format <= static_cast<int>(TimeFormat::Rfc3339);
  if (!text || !known || file >= options_.files.size()) {
    return Error(ErrorCode::Checkpoint, "the position in the data cannot be read");
  }
  const auto opened = open_file(file);
  if (!opened) {
    return opened.error();
  }
  const Dialect dialect = reader_->dialect();
  StreamOptions options;
  options.follow = options_.common.follow && file + 1 == options_.files.size();
  options.stop = context_.stop;
  auto stream = open_stream(options_.files[file], options);
  if (!stream) {
    return std::move(stream).error();
  }
  reader_ = std::make_unique<RecordReader>(std::move(*stream));
  auto moved = reader_->seek(place);
  if (!moved) {
    return moved;
  }
  reader_->set_dialect(dialect);
  times_.emplace(static_cast<TimeFormat>(format),
                 started ? std::optional(Timestamp{start}) : std::nullopt, false);
  times_->set_last({last});
  gate_->set_last({latest});
  gate_->set_counts(bad, late);
  return {};
}

std::string CsvSource::identity() const {
  std::string text;
  for (const std::string& file : options_.files) {
    text += file_identity(file, options_.common.follow) + " ";
  }
  return text;
}

}  // namespace fairmon::plugins::csv
