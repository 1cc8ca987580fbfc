#include <fairmon/event_source.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "support/check.hpp"
#include "support/nearest.hpp"
#include "support/text.hpp"

namespace fairmon {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::string join(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) {
    text += (i == 0 ? "`" : ", `") + names[i] + "`";
  }
  return names.size() > most ? text + ", …" : text;
}

Error missing_field(const std::string& input, const std::string& wanted,
                    const std::vector<std::string>& fields) {
  std::string message = "the data have no field `" + wanted + "` for input `" + input + "`";
  if (const auto near = support::nearest(wanted, fields)) {
    message += "; did you mean `" + *near + "`? Say --map '" + input + "=" + *near + "'";
  } else {
    message += "; map another one with --map '" + input + "=FIELD'";
  }
  Error error(ErrorCode::Input, std::move(message));
  error.context.push_back("the fields are " + join(fields, 20));
  return error;
}

}  // namespace

struct EventFactory::Body {
  InputSchema schema;
  std::shared_ptr<SymbolTable> symbols;
  DecodeOptions options;
  std::vector<std::size_t> field_of_input;
  std::vector<std::vector<std::uint32_t>> inputs_of_field;
  EventBatch* batch = nullptr;
  std::size_t row = 0;

  [[nodiscard]] bool missing(std::uint32_t input, std::string_view text) const {
    if (text.empty() && schema.inputs[input].type.is(TypeKind::String)) {
      return options.empty_string_is_missing;
    }
    const auto& own = schema.inputs[input].missing;
    return std::find(options.missing.begin(), options.missing.end(), text) !=
               options.missing.end() ||
           std::find(own.begin(), own.end(), text) != own.end();
  }

  /// Runs `decode(type) -> Result<Cell, std::string>` for every input the field feeds.
  template <typename Decode>
  Result<void, std::string> each(std::size_t field, const Decode& decode) {
    for (const std::uint32_t input : inputs_of_field[field]) {
      Result<Cell, std::string> cell = decode(schema.inputs[input].type);
      if (!cell) {
        return std::move(cell).error();
      }
      batch->set(row, input, *cell);
    }
    return {};
  }
};

EventFactory::EventFactory(std::unique_ptr<Body> body) : body_(std::move(body)) {}
EventFactory::EventFactory(EventFactory&&) noexcept = default;
EventFactory& EventFactory::operator=(EventFactory&&) noexcept = default;
EventFactory::~EventFactory() = default;

Result<EventFactory> EventFactory::bind(
    const SourceContext& context, const std::vector<std::string>& fields,
    const std::vector<std::pair<std::string, std::string>>& mapping, const DecodeOptions& options) {
  auto body = std::make_unique<Body>();
  body->schema = context.schema;
  body->symbols = context.symbols;
  body->options = options;
  body->inputs_of_field.resize(fields.size());
  std::vector<std::string> names;
  for (const auto& input : context.schema.inputs) {
    names.push_back(input.name);
  }
  for (const auto& [input, field] : mapping) {
    if (std::find(names.begin(), names.end(), input) == names.end()) {
      std::string message = "--map names `" + input + "`, which is no input of the specification";
      if (const auto near = support::nearest(input, names)) {
        message += "; did you mean `" + *near + "`?";
      }
      return Error(ErrorCode::Usage, std::move(message));
    }
  }
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const auto mapped = std::find_if(mapping.begin(), mapping.end(),
                                     [&](const auto& pair) { return pair.first == names[i]; });
    const std::string& tagged = context.schema.inputs[i].field;
    const std::string& wanted =
        mapped != mapping.end() ? mapped->second : (tagged.empty() ? names[i] : tagged);
    const auto found = std::find(fields.begin(), fields.end(), wanted);
    if (found == fields.end() && (context.schema.inputs[i].needed || mapped != mapping.end())) {
      return missing_field(names[i], wanted, fields);
    }
    const bool read = found != fields.end() && context.schema.inputs[i].needed;
    const auto field = static_cast<std::size_t>(found - fields.begin());
    body->field_of_input.push_back(read ? field : kNone);
    if (read) {
      body->inputs_of_field[field].push_back(i);
    }
  }
  return EventFactory(std::move(body));
}

std::optional<std::uint32_t> EventFactory::input_of_field(std::size_t field) const noexcept {
  const auto& inputs = body_->inputs_of_field[field];
  return inputs.empty() ? std::nullopt : std::optional(inputs.front());
}

std::optional<std::size_t> EventFactory::field_of_input(std::size_t input) const noexcept {
  const std::size_t field = body_->field_of_input[input];
  return field == kNone ? std::nullopt : std::optional(field);
}

void EventFactory::begin(EventBatch& batch, Timestamp time) {
  body_->batch = &batch;
  body_->row = batch.add_row(time);
}

Result<void, std::string> EventFactory::set_text(std::size_t field, std::string_view text) {
  const std::string_view trimmed = support::trimmed(text);
  for (const std::uint32_t input : body_->inputs_of_field[field]) {
    const Type& type = body_->schema.inputs[input].type;
    if (body_->missing(input, trimmed)) {
      continue;
    }
    auto cell = decode_cell(type, trimmed, *body_->symbols);
    if (!cell) {
      return std::move(cell).error();
    }
    body_->batch->set(body_->row, input, *cell);
  }
  return {};
}

Result<void, std::string> EventFactory::set_string(std::size_t field, std::string_view text) {
  for (const std::uint32_t input : body_->inputs_of_field[field]) {
    const Type& type = body_->schema.inputs[input].type;
    if (body_->missing(input, text)) {
      continue;
    }
    auto cell = type.is(TypeKind::String) ? Result<Cell, std::string>(body_->symbols->intern(text))
                                          : decode_cell(type, text, *body_->symbols);
    if (!cell) {
      return std::move(cell).error();
    }
    body_->batch->set(body_->row, input, *cell);
  }
  return {};
}

Result<void, std::string> EventFactory::set_integer(std::size_t field, std::int64_t value) {
  return body_->each(field, [&](const Type& type) -> Result<Cell, std::string> {
    if (type.is(TypeKind::Float)) {
      return cell_of(static_cast<double>(value));
    }
    if (type.is(TypeKind::Int) && type.bits() == 64) {
      return cell_of(value);
    }
    return decode_cell(type, std::to_string(value), *body_->symbols);
  });
}

Result<void, std::string> EventFactory::set_number(std::size_t field, double value) {
  return body_->each(field, [&](const Type& type) -> Result<Cell, std::string> {
    if (type.is(TypeKind::Float) && !std::isnan(value)) {
      return cell_of(value);
    }
    if (type.is(TypeKind::Prob) && value >= 0.0 && value <= 1.0) {
      return cell_of(value);
    }
    if (type.is_integer() && value == std::trunc(value) && std::abs(value) < 9.0e18) {
      return decode_cell(type, std::to_string(static_cast<std::int64_t>(value)), *body_->symbols);
    }
    if (type.is(TypeKind::Prob)) {
      return std::string("a probability lies between 0 and 1");
    }
    if (type.is_decimal()) {
      return decode_cell(type, to_text(Type::floating(), Value(value)), *body_->symbols);
    }
    return "expected a value of type " + type.to_string() + ", found a number";
  });
}

Result<void, std::string> EventFactory::set_boolean(std::size_t field, bool value) {
  return body_->each(field, [&](const Type& type) -> Result<Cell, std::string> {
    if (type.is(TypeKind::Bool)) {
      return cell_of(value);
    }
    return "expected a value of type " + type.to_string() + ", found a Boolean";
  });
}

void EventFactory::abandon() noexcept {
  if (body_->batch != nullptr) {
    body_->batch->drop_last_row();
    body_->batch = nullptr;
  }
}

void EventFactory::end() noexcept { body_->batch = nullptr; }

Result<void> EventSource::seek(std::string_view) {
  return Error(ErrorCode::Checkpoint, "this source cannot go on from a checkpoint");
}

std::string RecordError::to_string() const {
  std::string text = source.empty() ? std::string("record") : source;
  if (line != 0) {
    text += ":" + std::to_string(line);
  }
  if (column != 0) {
    text += ":" + std::to_string(column);
  }
  text += ": ";
  if (!field.empty()) {
    text += "field `" + field + "`";
    if (!value.empty()) {
      text += " is `" + value + "`";
    }
    text += ": ";
  }
  return text + message;
}

}  // namespace fairmon
