#include "plugins/inputs/dsa_dump/dump_source.hpp"

#include <algorithm>
#include <functional>
#include <sstream>

#include "dsa/client/instant.hpp"

namespace fairmon::plugins::inputs {

namespace {

/// The day in the name `sor-global-2025-11-26-light.zip`.
std::optional<Timestamp> day_in_name(const std::string& file) {
  for (std::size_t i = 0; i + 10 <= file.size(); ++i) {
    if (file[i] == '2' && file[i + 4] == '-' && file[i + 7] == '-') {
      if (const auto day = dsa::parse_instant(std::string_view(file).substr(i, 10))) {
        return day;
      }
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> header_columns(std::string_view header) {
  std::vector<std::string_view> names;
  while (true) {
    const auto comma = header.find(',');
    names.push_back(header.substr(0, comma));
    if (comma == std::string_view::npos) {
      return names;
    }
    header.remove_prefix(comma + 1);
  }
}

std::string_view next_line(std::string_view text, std::size_t& at) {
  const auto end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  at = std::min(end + 1, text.size());
  return line;
}

}  // namespace

Result<void> DsaDumpSource::open(const SourceContext& context) {
  context_ = context;
  for (const InputSchema::Input& input : context.schema.inputs) {
    const dsa::Field* field = dsa::find_field(input.name);
    if (!input.needed || field == nullptr) {
      continue;
    }
    if (input.name == "id") {
      id_field_ = names_.size();
    } else if (field->dump_column.empty() && input.name != "received_date") {
      return Error(ErrorCode::Input, "dumps do not hold `" + input.name +
                                         "`; use another field, or the research API (`dsa`)");
    }
    names_.push_back(input.name);
  }
  auto factory = EventFactory::bind(context, names_, {}, DecodeOptions{});
  if (!factory) {
    return std::move(factory).error().with_context(
        "matching the inputs with the columns of a dump (`fairmon dsa fields` lists them)");
  }
  factory_.emplace(std::move(*factory));
  filter_ = RowFilter(context);
  order_.emplace(context.schema.inputs.size(), settings_.max_disorder);
  epoch_ = context.symbols->epoch();
  for (std::size_t i = 0; i < context.schema.inputs.size(); ++i) {
    if (context.schema.inputs[i].type.is(TypeKind::String)) {
      inputs_of_text_.push_back(i);
    }
  }
  const auto day = day_in_name(settings_.files.front());
  if (context.start_time) {
    start_ = *context.start_time;
  } else if (day) {
    start_ = *day;
  } else {
    return Error(ErrorCode::Usage, settings_.files.front() +
                                       " does not tell its day; keep the name of the download, or "
                                       "give the start with --start-time-rfc3339");
  }
  return {};
}

std::optional<Timestamp> DsaDumpSource::last_time() const {
  const auto day = day_in_name(settings_.files.back());
  const std::int64_t end =
      day ? (*day - start_).ns + dsa::kSecondsPerDay * dsa::kNanosPerSecond : 0;
  return std::max(Timestamp{end}, order_ ? order_->newest() : Timestamp{});
}

Result<void> DsaDumpSource::bind_header(std::string_view header) {
  if (header == header_) {
    return {};
  }
  header_ = header;
  columns_.clear();
  const auto present = header_columns(header);
  const auto find = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(present.begin(), present.end(), name) -
                                    present.begin());
  };
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (id_field_ == i) {
      continue;
    }
    const dsa::Field& field = *dsa::find_field(names_[i]);
    const std::size_t column =
        find(names_[i] == "received_date" ? "created_at" : field.dump_column);
    if (column == present.size()) {
      const char* hint = field.in_light_dump ? "" : "; light dumps leave it out, take the full one";
      return Error(ErrorCode::Input,
                   part_.name + " has no column for the input `" + names_[i] + "`" + hint);
    }
    const bool joined = names_[i].ends_with("_single");
    columns_.push_back({i, column, joined ? dsa::Mapping::CodeList : field.mapping,
                        factory_->input_of_field(i).value_or(0), FieldMemory()});
  }
  time_column_ = find("created_at");
  platform_column_ = find("platform_name");
  puid_column_ = find("platform_uid");
  if (time_column_ == present.size()) {
    return Error(ErrorCode::Input, part_.name + " has no column `created_at`: not a dump?");
  }
  splitter_.emplace(present.size());
  return {};
}

Result<bool> DsaDumpSource::next_part() {
  while (true) {
    if (!archive_) {
      if (next_file_ == settings_.files.size()) {
        return false;
      }
      const std::string& file = settings_.files[next_file_++];
      if (settings_.verify) {
        if (auto checked = dsa::verify_checksum(file); !checked) {
          return std::move(checked).error();
        }
      }
      auto opened = dsa::DumpArchive::open(file, settings_.threads);
      if (!opened) {
        return std::move(opened).error();
      }
      archive_ = std::move(*opened);
    }
    auto part = archive_->next(std::move(part_.text));
    if (!part) {
      return std::move(part).error();
    }
    if (!*part) {
      archive_.reset();
      continue;
    }
    part_ = std::move(**part);
    at_ = 0;
    line_ = 1;
    if (auto bound = bind_header(next_line(part_.text, at_)); !bound) {
      return std::move(bound).error();
    }
    part_open_ = true;
    return true;
  }
}

/// Numbers of texts kept from one read to the next: those of rows that wait for their turn are told
/// of, those that only save work are forgotten.
void DsaDumpSource::enter_epoch() {
  const std::uint32_t now = context_.symbols->epoch();
  if (now == epoch_) {
    return;
  }
  epoch_ = now;
  for (Column& column : columns_) {
    column.memory.clear();
  }
  order_->renew_texts(*context_.symbols, inputs_of_text_);
}

Result<ReadStatus> DsaDumpSource::read(EventBatch& batch) {
  enter_epoch();
  if (!all_read_) {
    auto status = read_lines(batch);
    if (status && *status == ReadStatus::More) {
      return status;
    }
    all_read_ = true;
    if (!status) {
      stop_error_ = std::move(status).error();
    }
  }
  // What came before an error is judged before it is told.
  order_->release(batch, true);
  if (!order_->empty() || (stop_error_ && batch.num_rows() > 0)) {
    return ReadStatus::More;
  }
  return stop_error_ ? Result<ReadStatus>(*stop_error_) : ReadStatus::End;
}

/// Reads until the batch is full or the files end.
Result<ReadStatus> DsaDumpSource::read_lines(EventBatch& batch) {
  while (true) {
    order_->release(batch, false);
    if (batch.full()) {
      return ReadStatus::More;
    }
    if (!part_open_) {
      auto more = next_part();
      if (!more) {
        return std::move(more).error();
      }
      if (!*more) {
        return ReadStatus::End;
      }
    }
    if (at_ >= part_.text.size()) {
      part_open_ = false;
      continue;
    }
    const std::string_view line = next_line(part_.text, at_);
    ++line_;
    if (line.empty()) {
      continue;
    }
    if (auto done = read_line(line); !done) {
      return std::move(done).error();
    }
  }
}

bool DsaDumpSource::seen_before() {
  if (!settings_.remove_duplicates) {
    return false;
  }
  text_.assign(splitter_->raw(platform_column_)).append("\n").append(splitter_->raw(puid_column_));
  return !seen_.insert(std::hash<std::string>()(text_)).second;
}

RecordError DsaDumpSource::error_at(std::string field, std::string value, std::string message,
                                    std::string_view line) const {
  RecordError error;
  error.source = part_.name;
  error.line = line_;
  error.field = std::move(field);
  error.value = std::move(value);
  error.message = std::move(message);
  error.raw = line;
  return error;
}

Result<void> DsaDumpSource::bad(std::string field, std::string value, std::string message,
                                std::string_view line) {
  if (told_before()) {
    return {};
  }
  const RecordError error = error_at(std::move(field), std::move(value), std::move(message), line);
  if (context_.on_bad_record == RecordPolicy::Stop) {
    return Error(ErrorCode::Input, error.to_string());
  }
  ++bad_;
  if (context_.report) {
    context_.report(error);
  }
  return {};
}

Result<bool> DsaDumpSource::admit_late(Timestamp& time, std::string_view line) {
  const bool quiet = told_before();
  late_ += quiet ? 0 : 1;
  if (context_.on_late == LatePolicy::AcceptNow) {
    time = order_->watermark();
    return true;
  }
  const RecordError error = error_at(
      "created_at", std::string(splitter_->raw(time_column_)),
      time.ns < 0 ? "this statement was received before the start of the run"
                  : "this statement is late: others were received more than --max-disorder after "
                    "it",
      line);
  if (context_.on_late == LatePolicy::Stop && !quiet) {
    return Error(ErrorCode::Input, error.to_string())
        .with_context(
            "keeping the order of time; a larger --max-disorder puts such statements into their "
            "place, --on-late skip leaves them out, --on-late accept takes them when they come");
  }
  if (context_.report && !quiet) {
    context_.report(error);
  }
  return false;
}

Result<void> DsaDumpSource::read_line(std::string_view line) {
  ++records_;
  if (!splitter_->split(line)) {
    return bad("", "", "the line does not have the columns of the header", line);
  }
  if (seen_before()) {
    duplicates_ += told_before() ? 0 : 1;
    return {};
  }
  const auto received = dsa::parse_instant(splitter_->raw(time_column_));
  if (!received) {
    return bad("created_at", std::string(splitter_->raw(time_column_)), "this is no time", line);
  }
  Timestamp time{(*received - start_).ns};
  if (order_->is_late(time)) {
    auto kept = admit_late(time, line);
    if (!kept || !*kept) {
      return kept ? Result<void>() : Result<void>(std::move(kept).error());
    }
  }
  order_->see(time);
  const RowPlace place{time, records_};
  return told_before() && !(delivered_ < place) ? Result<void>() : decode(time, line);
}

Result<void> DsaDumpSource::decode(Timestamp time, std::string_view line) {
  EventBatch& batch = order_->next_row();
  factory_->begin(batch, time);
  for (Column& column : columns_) {
    if (const auto set = set_remembered(batch, column); !set) {
      factory_->abandon();
      return bad(names_[column.field], std::string(splitter_->raw(column.column)), set.error(),
                 line);
    }
  }
  if (id_field_) {
    if (const auto set = factory_->set_integer(*id_field_, static_cast<std::int64_t>(records_));
        !set) {
      factory_->abandon();
      return bad("id", std::to_string(records_), set.error(), line);
    }
  }
  if (filter_.active() && !filter_.keeps(batch, batch.num_rows() - 1)) {
    factory_->abandon();
    return {};
  }
  factory_->end();
  order_->keep({time, records_});
  return {};
}

Result<void, std::string> DsaDumpSource::set_remembered(EventBatch& batch, Column& column) {
  const std::string_view raw = splitter_->raw(column.column);
  const bool quoted = splitter_->has_quotes(column.column);
  const std::size_t row = batch.num_rows() - 1;
  if (raw.empty()) {
    return set_field(column);
  }
  if (const Cell* known = column.memory.find(raw, quoted)) {
    batch.set(row, column.input, *known);
    return {};
  }
  auto set = set_field(column);
  if (set && batch.column(column.input).has(row)) {
    column.memory.put(raw, quoted, batch.column(column.input).cells[row]);
  }
  return set;
}

// As the research API would give it, so that one specification runs on both.
Result<void, std::string> DsaDumpSource::set_field(const Column& column) {
  const std::string_view raw = splitter_->raw(column.column);
  if (raw.empty() && column.mapping != dsa::Mapping::CodeList) {
    return {};
  }
  switch (column.mapping) {
    case dsa::Mapping::Boolean:
      if (raw != "Yes" && raw != "No") {
        return std::string("expected Yes or No");
      }
      return factory_->set_boolean(column.field, raw == "Yes");
    case dsa::Mapping::Date:
      if (raw.size() == 19) {
        text_.assign(raw).append(".000000Z");
        text_[10] = 'T';
        if (names_[column.field] == "received_date") {
          text_.replace(11, 8, "00:00:00");
        }
        return factory_->set_string(column.field, text_);
      }
      break;
    case dsa::Mapping::CodeList:
      text_.clear();
      dsa::append_joined_codes(text_, splitter_->text(column.column));
      return factory_->set_string(column.field, text_);
    case dsa::Mapping::Keyword:
    case dsa::Mapping::Long:
    case dsa::Mapping::Text:
    case dsa::Mapping::NotIndexed:
      break;
  }
  return factory_->set_string(column.field, splitter_->text(column.column));
}

SourceProgress DsaDumpSource::progress() const {
  SourceProgress result;
  result.records = records_;
  result.bad_records = bad_;
  result.late_records = late_;
  if (archive_) {
    const double files = static_cast<double>(settings_.files.size());
    result.share = (static_cast<double>(next_file_ - 1) + archive_->share_done()) / files;
    result.detail =
        "day " + std::to_string(next_file_) + " of " + std::to_string(settings_.files.size());
  }
  if (duplicates_ > 0) {
    result.detail += ", " + std::to_string(duplicates_) + " duplicates left out";
  }
  return result;
}

std::string DsaDumpSource::position() const {
  const RowPlace& last = delivered_ < order_->last() ? order_->last() : delivered_;
  return "dsa-dump 2 " + std::to_string(std::max(records_, told_)) + ' ' +
         std::to_string(last.time.ns) + ' ' + std::to_string(last.number) + ' ' +
         std::to_string(bad_) + ' ' + std::to_string(late_) + ' ' + std::to_string(duplicates_);
}

Result<void> DsaDumpSource::seek(std::string_view position) {
  std::istringstream in{std::string(position)};
  std::string kind;
  int version = 0;
  in >> kind >> version >> told_ >> delivered_.time.ns >> delivered_.number >> bad_ >> late_ >>
      duplicates_;
  if (!in || kind != "dsa-dump" || version != 2) {
    return Error(ErrorCode::Checkpoint, "the checkpoint does not hold a position in a dump");
  }
  return {};
}

std::string DsaDumpSource::identity() const {
  std::string text = "dsa-dump\nmax-disorder " + std::to_string(settings_.max_disorder.ns);
  for (const std::string& file : settings_.files) {
    text += '\n' + file.substr(file.find_last_of('/') + 1);
  }
  return text;
}

}  // namespace fairmon::plugins::inputs
