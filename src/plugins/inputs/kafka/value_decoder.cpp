#include "plugins/inputs/kafka/value_decoder.hpp"

#include <algorithm>
#include <utility>

#include "plugins/reading/json/survey.hpp"

namespace fairmon::plugins::kafka_input {

namespace {

constexpr std::string_view kHeader = "@header.";

bool is_around(std::string_view name) {
  return name == "@key" || name == "@topic" || name == "@partition" || name == "@offset" ||
         name == "@timestamp" || (name.starts_with(kHeader) && name.size() > kHeader.size());
}

}  // namespace

std::optional<std::string> text_around(const PlacedRecord& placed, std::string_view name) {
  const auto copied = [](std::optional<std::string_view> text) {
    return text ? std::optional<std::string>(*text) : std::nullopt;
  };
  if (name == "@key") {
    return copied(placed.record.key());
  }
  if (name == "@topic") {
    return placed.topic;
  }
  if (name == "@partition") {
    return std::to_string(placed.partition);
  }
  if (name == "@offset") {
    return std::to_string(placed.record.offset());
  }
  if (name == "@timestamp") {
    const auto time = placed.record.timestamp_ms();
    return time ? std::optional(std::to_string(*time)) : std::nullopt;
  }
  return copied(placed.record.header(std::string(name.substr(kHeader.size()))));
}

Result<ValueDecoder> ValueDecoder::bind(const SourceContext& context, const KafkaInput& input,
                                        const std::string& time_field) {
  ValueDecoder decoder;
  const bool outside = time_field.starts_with(kAround);
  if (outside && !is_around(time_field)) {
    return Error(ErrorCode::Usage, "a record has no `" + time_field +
                                       "`; around its value there are @key, @topic, @partition, "
                                       "@offset, @timestamp and @header.NAME");
  }
  decoder.time_surrounding_ = outside ? time_field : std::string();
  if (input.format == ValueFormat::Csv) {
    if (auto bound = decoder.bind_columns(context, input, outside ? "" : time_field); !bound) {
      return std::move(bound).error();
    }
  } else {
    auto object = ObjectDecoder::bind(context, input.common, outside ? "" : time_field, kAround);
    if (!object) {
      return std::move(object).error();
    }
    decoder.object_.emplace(std::move(*object));
  }
  if (auto found = decoder.find_surroundings(); !found) {
    return std::move(found).error();
  }
  return decoder;
}

Result<void> ValueDecoder::bind_columns(const SourceContext& context, const KafkaInput& input,
                                        const std::string& time_field) {
  fields_ = input.columns;
  num_columns_ = fields_.size();
  dialect_.delimiter = input.delimiter.value_or(dialect_.delimiter);
  const SourceContext wanted = input.common.wanted(context);
  const auto add = [&](const std::string& field) {
    if (field.starts_with(kAround) &&
        std::find(fields_.begin(), fields_.end(), field) == fields_.end()) {
      fields_.push_back(field);
    }
  };
  for (const auto& [name, field] : input.common.mapping) {
    add(field);
  }
  for (const InputSchema::Input& described : wanted.schema.inputs) {
    add(described.field);
  }
  if (!time_field.empty()) {
    CommonInput named = input.common;
    named.time_field = time_field;
    const auto column = find_time_field(named, input.columns);
    if (!column) {
      return column.error();
    }
    time_column_ = *column;
  }
  auto factory = EventFactory::bind(wanted, fields_, input.common.mapping, input.common.decode);
  if (!factory) {
    return std::move(factory).error();
  }
  columns_.emplace(std::move(*factory));
  return {};
}

Result<void> ValueDecoder::find_surroundings() {
  for (std::size_t field = 0; field < fields().size(); ++field) {
    const std::string& name = fields()[field];
    if (!name.starts_with(kAround) || !factory().input_of_field(field)) {
      continue;
    }
    if (!is_around(name)) {
      return Error(ErrorCode::Usage, "a record has no `" + name +
                                         "`; around its value there are @key, @topic, @partition, "
                                         "@offset, @timestamp and @header.NAME");
    }
    surroundings_.emplace_back(field, name);
  }
  return {};
}

std::optional<Trouble> ValueDecoder::decode_columns(std::string_view value, EventBatch& batch) {
  columns_->begin(batch, Timestamp{});
  while (value.ends_with('\n') || value.ends_with('\r')) {
    value.remove_suffix(1);
  }
  const std::vector<std::string> texts = csv::split_record(value, dialect_);
  if (texts.size() != num_columns_) {
    return Trouble{"this record has " + std::to_string(texts.size()) +
                       " fields, and --columns names " + std::to_string(num_columns_),
                   {},
                   {},
                   0};
  }
  for (std::size_t field = 0; field < texts.size(); ++field) {
    if (!columns_->input_of_field(field)) {
      continue;
    }
    if (auto set = columns_->set_text(field, texts[field]); !set) {
      return Trouble{set.error(), fields_[field], texts[field], 0};
    }
  }
  if (time_column_) {
    time_text_ = texts[*time_column_];
  }
  return std::nullopt;
}

std::optional<Trouble> ValueDecoder::decode(const PlacedRecord& placed, EventBatch& batch) {
  time_text_.reset();
  const auto value = placed.record.value();
  std::optional<Trouble> trouble;
  if (object_) {
    trouble = object_->decode(value.value_or("{}"), batch);
    if (const auto time = object_->time_text(); !trouble && time) {
      time_text_ = *time;
    }
  } else {
    trouble = decode_columns(value.value_or(""), batch);
  }
  if (!value) {
    return Trouble{"this record has no value (a tombstone)", {}, {}, 0};
  }
  for (const auto& [field, name] : surroundings_) {
    if (trouble) {
      break;
    }
    if (const auto text = text_around(placed, name)) {
      if (auto set = factory().set_string(field, *text); !set) {
        trouble = Trouble{set.error(), name, *text, 0};
      }
    }
  }
  if (!time_surrounding_.empty()) {
    time_text_ = text_around(placed, time_surrounding_);
  }
  return trouble;
}

Result<void> ValueDecoder::check_fields(const std::vector<std::string_view>& values) {
  if (!object_ || values.empty()) {
    return {};
  }
  std::vector<bool> seen(object_->fields().size(), false);
  std::vector<std::string> names;
  for (const std::string_view value : values) {
    object_->survey(value, seen, names);
  }
  for (std::size_t field = 0; field < seen.size(); ++field) {
    seen[field] = seen[field] || object_->fields()[field].starts_with(kAround);
  }
  return check_seen(object_->fields(), seen, names, values.size());
}

}  // namespace fairmon::plugins::kafka_input
