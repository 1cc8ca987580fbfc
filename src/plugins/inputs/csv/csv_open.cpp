// Opening files: dialect, header, binding, start of the run, and going on from a checkpoint.

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "plugins/inputs/csv/csv_source.hpp"
#include "plugins/reading/csv/dialect.hpp"
#include "plugins/reading/reading_place.hpp"
#include "support/number.hpp"

namespace fairmon::plugins::csv {

namespace {
constexpr std::size_t kMostColumns = std::size_t{1} << 16;
}

Result<void> CsvSource::open(const SourceContext& context) {
  context_ = options_.common.wanted(context);
  gate_.emplace(context);
  filter_ = RowFilter(context);
  if (auto told = take_reading(context.schema.reading); !told) {
    return told;
  }
  times_.emplace(options_.common.time_format, context.start_time, context.start_at_midnight);
  if (auto expanded = files_.expand(context); !expanded) {
    return expanded;
  }
  const auto opened = begin_file(files_.first());
  if (!opened) {
    return opened.error();
  }
  return find_start();
}

/// What the specification says and the user did not.
Result<void> CsvSource::take_reading(const InputSchema::Reading& reading) {
  for (const auto& [text, taken, tag] :
       {std::tuple(reading.delimiter, &options_.delimiter, "delimiter"),
        std::tuple(reading.quote == "none" ? "" : reading.quote, &options_.quote, "quote")}) {
    if (text.empty() || *taken) {
      continue;
    }
    *taken = named_character(text);
    if (!*taken) {
      return Error(ErrorCode::Specification, "the tag `" + std::string(tag) + "` is `" + text +
                                                 "`; expected one ASCII character, or `tab`");
    }
  }
  options_.no_quotes = options_.no_quotes || (reading.quote == "none" && !options_.quote);
  if (options_.columns.empty() && !reading.columns.empty()) {
    options_.columns = named_columns(reading.columns, options_.delimiter);
  }
  return apply_reading(reading, options_.common);
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

void CsvSource::make_reader(OpenedFile opened, std::uint64_t line) {
  reader_ = std::make_unique<RecordReader>(std::move(opened.stream));
  reader_->start_at({opened.digest.length(), line});
  if (files_.digests()) {
    reader_->keep_digest(opened.digest);
  }
}

Result<bool> CsvSource::begin_file(Result<OpenedFile> opened) {
  if (!opened) {
    return std::move(opened).error();
  }
  if (opened->stream == nullptr) {
    return false;
  }
  if (opened->digest.length() > 0) {
    // A copy of the file at hand, which goes on where that was cut.
    const Dialect dialect = reader_->dialect();
    make_reader(std::move(*opened), reader_->place().line);
    reader_->set_dialect(dialect);
    return true;
  }
  const bool again = opened->continues && options_.columns.empty();
  make_reader(std::move(*opened), 1);
  auto header = again ? bind_again() : read_header();
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
  if (*fill == Fill::TooLong) {
    return Error(ErrorCode::Input, "the first line is longer than 4 MiB; is this a table?");
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
  if (fields_.size() > kMostColumns) {
    return Error(ErrorCode::Input, "the first line holds " + std::to_string(fields_.size()) +
                                       " fields, and at most " + std::to_string(kMostColumns) +
                                       " columns are read; is the delimiter right?");
  }
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

/// The field an input is to be read from, as the user or the specification says.
std::string CsvSource::wanted_field(std::size_t input) const {
  const InputSchema::Input& described = context_.schema.inputs[input];
  for (const auto& [name, field] : options_.common.mapping) {
    if (name == described.name) {
      return field;
    }
  }
  return described.field.empty() ? described.name : described.field;
}

/// Of several columns of one name a number tells which is meant: that column then goes by it.
std::vector<std::string> CsvSource::bound_fields() const {
  std::vector<std::string> fields = fields_;
  for (std::size_t input = 0; input < context_.schema.inputs.size(); ++input) {
    const std::string wanted = wanted_field(input);
    const auto number = support::parse_number<std::size_t>(wanted);
    if (number && *number >= 1 && *number <= fields.size() &&
        std::find(fields_.begin(), fields_.end(), wanted) == fields_.end() &&
        std::count(fields_.begin(), fields_.end(), fields_[*number - 1]) > 1) {
      fields[*number - 1] = wanted;
    }
  }
  return fields;
}

Result<void> CsvSource::bind_columns() {
  auto factory =
      EventFactory::bind(context_, bound_fields(), options_.common.mapping, options_.common.decode);
  if (!factory) {
    return explained(std::move(factory).error());
  }
  columns_.clear();
  for (std::uint32_t input = 0; input < context_.schema.inputs.size(); ++input) {
    if (const auto field = factory->field_of_input(input)) {
      const InputSchema::Input& described = context_.schema.inputs[input];
      DecodeOptions decode = options_.common.decode;
      decode.missing.insert(decode.missing.end(), described.missing.begin(),
                            described.missing.end());
      columns_.emplace_back(described.type, input, *field, context_.symbols, decode);
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
  return check_names(*factory);
}

Result<void> CsvSource::check_names(const EventFactory& factory) {
  std::set<std::string> once;
  std::set<std::string> twice;
  std::set<std::string> told;  // read, and which one is meant is known
  for (const std::string& field : fields_) {
    if (!once.insert(field).second) {
      twice.insert(field);
    }
  }
  const auto refused = [&](const std::string& name, const std::string& reader) {
    return Error(ErrorCode::Input, "several columns are called `" + name + "`, and " + reader +
                                       " reads that name: which of them is meant cannot be told; "
                                       "rename the others, or say which by its number");
  };
  for (std::uint32_t input = 0; input < context_.schema.inputs.size(); ++input) {
    const auto field = factory.field_of_input(input);
    if (!field || !twice.contains(fields_[*field])) {
      continue;
    }
    if (wanted_field(input) == fields_[*field]) {
      const std::string& name = context_.schema.inputs[input].name;
      return refused(fields_[*field], "input `" + name + "`")
          .with_context("for instance --map " + name + "=" + std::to_string(*field + 1));
    }
    told.insert(fields_[*field]);
  }
  if (time_column_ && twice.contains(fields_[time_column_->field()])) {
    // A number tells which one.
    const std::string& name = fields_[time_column_->field()];
    if (options_.common.time_field.empty() || options_.common.time_field == name) {
      return refused(name, "the time")
          .with_context("for instance --time-column " + std::to_string(time_column_->field() + 1));
    }
  }
  for (const std::string& name : twice) {
    if (context_.warn && !told.contains(name) && warned_.insert(name).second) {
      context_.warn(files_.name() + ": several columns are called `" + name +
                    "`; nothing reads them");
    }
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
  FileMark mark{files_.number(),
                reader_->stream().file_mark(),
                place.offset,
                reader_->digest().value(),
                files_.finished(),
                0,
                0};
  mark.look_ahead([&] { return reader_->digest_ahead(); });
  const ReadingPlace reading{mark, place.line, num_records_};
  return reading.to_text(*times_, *gate_);
}

Result<void> CsvSource::seek(std::string_view position) {
  const auto place = ReadingPlace::from_text(position, files_, times_, *gate_);
  if (!place) {
    return place.error();
  }
  auto found = files_.resume(place->mark);
  if (!found) {
    return std::move(found).error();
  }
  // The header first: it stands at the front of the file, whatever that is called by now.
  auto head = open_stream(files_.name(), {});
  if (!head) {
    return std::move(head).error();
  }
  OpenedFile front;
  front.stream = std::move(*head);
  if (auto begun = begin_file(std::move(front)); !begun) {
    return std::move(begun).error();
  }
  num_records_ = place->num_records;
  const Dialect dialect = reader_->dialect();
  make_reader(std::move(*found), place->line);
  reader_->set_dialect(dialect);
  return {};
}

std::string CsvSource::identity() const { return files_.identity(); }

}  // namespace fairmon::plugins::csv
