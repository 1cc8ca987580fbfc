#include "plugins/inputs/dsa/api_source.hpp"

#include <algorithm>
#include <sstream>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"

namespace fairmon::plugins::inputs {

namespace {

std::size_t add_once(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) {
    return static_cast<std::size_t>(found - names.begin());
  }
  names.push_back(name);
  return names.size() - 1;
}

}  // namespace

Result<void> DsaApiSource::open(const SourceContext& context) {
  context_ = context;
  for (const InputSchema::Input& input : context.schema.inputs) {
    const dsa::Field* field = dsa::find_field(input.name);
    if (field != nullptr && field->mapping != dsa::Mapping::NotIndexed && input.needed) {
      add_once(wanted_, input.name);
    }
  }
  id_field_ = add_once(wanted_, "id");
  time_field_ = add_once(wanted_, "created_at");
  auto factory = EventFactory::bind(context, wanted_, {}, DecodeOptions{});
  if (!factory) {
    return std::move(factory).error().with_context(
        "matching the inputs with the fields of a statement (`fairmon dsa fields` lists them)");
  }
  factory_.emplace(std::move(*factory));
  reader_ = std::make_unique<dsa::PageReader>(wanted_);
  settings_.query.source_fields = wanted_;
  settings_.query.derived = context.filter;
  settings_.waiting = context.waiting;
  settings_.cancelled = [stop = context.stop] { return stop != nullptr && stop->load(); };
  start_ = context.start_time.value_or(settings_.query.from);
  if (start_ > settings_.query.from) {
    return Error(ErrorCode::Usage, "the start time lies after the first statement asked for");
  }
  return {};
}

std::optional<Timestamp> DsaApiSource::last_time() const {
  return Timestamp{(settings_.query.to - start_).ns};
}

Result<bool> DsaApiSource::next_page() {
  if (!pages_) {
    pages_ = std::make_unique<dsa::Prefetcher>(settings_);
  }
  auto page = pages_->next();
  if (!page) {
    return std::move(page).error();
  }
  if (!*page) {
    all_read_ = true;
    return false;
  }
  reader_->start(std::move(**page));
  page_open_ = true;
  return true;
}

Result<ReadStatus> DsaApiSource::read(EventBatch& batch) {
  batch_ = &batch;
  while (!batch.full() && !all_read_ && !stop_error_) {
    if (!page_open_) {
      // What has come is judged, and checkpoints are written, before the next page is waited for.
      if (batch.num_rows() > 0) {
        return ReadStatus::More;
      }
      auto more = next_page();
      if (!more) {
        return std::move(more).error();
      }
      if (!*more) {
        break;
      }
    }
    page_open_ = reader_->read(*this);
  }
  if (stop_error_ && batch.num_rows() == 0) {
    return *stop_error_;
  }
  return all_read_ ? ReadStatus::End : ReadStatus::More;
}

void DsaApiSource::begin() {
  factory_->begin(*batch_, reached_);
  row_time_.reset();
  row_error_.reset();
}

void DsaApiSource::field(std::size_t number, const dsa::FieldValue& value) {
  if (number == id_field_) {
    row_id_ = value.integer;
  }
  if (number == time_field_ && value.kind == dsa::FieldValue::Kind::Text) {
    row_time_ = dsa::parse_instant(value.text);
  }
  Result<void, std::string> set;
  switch (value.kind) {
    case dsa::FieldValue::Kind::Null:
      return;
    case dsa::FieldValue::Kind::Text:
      set = factory_->set_string(number, value.text);
      break;
    case dsa::FieldValue::Kind::Integer:
      set = factory_->set_integer(number, value.integer);
      break;
    case dsa::FieldValue::Kind::Boolean:
      set = factory_->set_boolean(number, value.boolean);
      break;
  }
  if (!set) {
    reject(wanted_[number], std::string(value.text), set.error());
  }
}

void DsaApiSource::reject(std::string field, std::string value, std::string message) {
  if (!row_error_) {
    row_error_.emplace();
    row_error_->source = settings_.http.base_url;
    row_error_->field = std::move(field);
    row_error_->value = std::move(value);
    row_error_->message = std::move(message);
  }
}

bool DsaApiSource::end() {
  ++records_;
  if (!row_time_) {
    reject("created_at", "", "the statement has no readable time");
  }
  last_ = {row_time_ ? row_time_->ns / 1'000'000 : last_.created_ms, row_id_};
  if (row_error_) {
    factory_->abandon();
    row_error_->message += " (statement " + std::to_string(row_id_) + ")";
    if (context_.on_bad_record == RecordPolicy::Stop) {
      stop_error_ = Error(ErrorCode::Input, row_error_->to_string());
      return false;
    }
    ++bad_;
    if (context_.report) {
      context_.report(*row_error_);
    }
    return !batch_->full();
  }
  // Pages out of order do not get here, so this only ever goes forward.
  reached_ = std::max(reached_, Timestamp{(*row_time_ - start_).ns});
  batch_->mutable_times().back() = reached_;
  factory_->end();
  return !batch_->full();
}

SourceProgress DsaApiSource::progress() const {
  SourceProgress result;
  result.records = records_;
  result.bad_records = bad_;
  if (pages_) {
    const dsa::PagerProgress pages = pages_->progress();
    result.detail = "page " + std::to_string(pages.pages) + ", quota " +
                    std::to_string(pages.quota_left) + " left";
    if (pages.total) {
      result.detail += ", " + std::to_string(*pages.total) + " statements match";
      if (*pages.total > 0) {
        result.share = static_cast<double>(records_) / static_cast<double>(*pages.total);
      }
    }
  }
  return result;
}

std::string DsaApiSource::position() const {
  return "dsa 2 " + std::to_string(last_.created_ms) + ' ' + std::to_string(last_.id) + ' ' +
         std::to_string(reached_.ns) + ' ' + std::to_string(records_) + ' ' + std::to_string(bad_);
}

Result<void> DsaApiSource::seek(std::string_view position) {
  std::istringstream in{std::string(position)};
  std::string kind;
  int version = 0;
  in >> kind >> version >> last_.created_ms >> last_.id >> reached_.ns >> records_ >> bad_;
  if (!in || kind != "dsa" || version != 2) {
    return Error(ErrorCode::Checkpoint, "the checkpoint does not hold a position in the database");
  }
  if (records_ > 0) {
    settings_.after = last_;
    settings_.before = records_;
  }
  return {};
}

std::string DsaApiSource::identity() const {
  return dsa::search_body(settings_.query, 0, std::nullopt);
}

}  // namespace fairmon::plugins::inputs
