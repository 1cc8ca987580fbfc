#include "plugins/inputs/jsonl/record_decoder.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

#include "support/text.hpp"

namespace fairmon::plugins::jsonl {

namespace {

namespace ondemand = simdjson::ondemand;

/// A scalar as it stands in the text.
std::string_view token_text(ondemand::value& value) {
  return support::trimmed(value.raw_json_token());
}

}  // namespace

struct RecordDecoder::Body {
  std::vector<std::string> fields;
  PathTree tree;
  std::optional<std::size_t> time_field;
  ondemand::parser parser;
  simdjson::padded_string copy;
  EventFactory* factory = nullptr;
  std::vector<bool>* seen = nullptr;  ///< set: only look which fields there are
  std::optional<std::string> time_text;
  std::string_view record;
  std::optional<Trouble> trouble;

  void walk(ondemand::value value, const PathTree& node);
  void walk_object(ondemand::object object, const PathTree& node);
  void walk_array(ondemand::array array, const PathTree& node);
  void take_scalar(ondemand::value value, const PathTree& node);
  Result<void, std::string> give(std::size_t field, ondemand::value& value,
                                 ondemand::json_type type);
  void note(std::string message, std::string_view at, const std::string& field,
            std::string_view shown);
};

void RecordDecoder::Body::note(std::string message, std::string_view at, const std::string& field,
                               std::string_view shown) {
  if (trouble) {
    return;
  }
  const bool inside = at.data() >= record.data() && at.data() <= record.data() + record.size();
  trouble = Trouble{std::move(message), field, std::string(shown),
                    inside ? static_cast<std::size_t>(at.data() - record.data()) + 1 : 0};
}

void RecordDecoder::Body::walk(ondemand::value value, const PathTree& node) {
  ondemand::json_type type{};
  if (value.type().get(type) != simdjson::SUCCESS) {
    note("this is not valid JSON", {}, {}, {});
    return;
  }
  if (type == ondemand::json_type::object && !node.members.empty()) {
    walk_object(value.get_object(), node);
  } else if (type == ondemand::json_type::array && !node.elements.empty()) {
    walk_array(value.get_array(), node);
  } else {
    take_scalar(value, node);
  }
}

void RecordDecoder::Body::walk_object(ondemand::object object, const PathTree& node) {
  for (auto member : object) {
    std::string_view key;
    ondemand::value value;
    if (member.unescaped_key().get(key) != simdjson::SUCCESS ||
        member.value().get(value) != simdjson::SUCCESS) {
      note("this is not valid JSON", {}, {}, {});
      return;
    }
    if (const auto found = node.members.find(key); found != node.members.end()) {
      walk(value, *found->second);
    }
    if (trouble) {
      return;
    }
  }
}

void RecordDecoder::Body::walk_array(ondemand::array array, const PathTree& node) {
  std::size_t number = 0;
  for (auto element : array) {
    ondemand::value value;
    if (element.get(value) != simdjson::SUCCESS) {
      note("this is not valid JSON", {}, {}, {});
      return;
    }
    if (const auto found = node.elements.find(number++); found != node.elements.end()) {
      walk(value, *found->second);
    }
    if (trouble) {
      return;
    }
  }
}

void RecordDecoder::Body::take_scalar(ondemand::value value, const PathTree& node) {
  const ondemand::json_type type = value.type();
  const std::string_view token = token_text(value);
  for (const std::size_t field : node.fields) {
    if (seen != nullptr) {
      (*seen)[field] = true;
      if (field != time_field || time_text) {
        continue;
      }
    }
    if (type == ondemand::json_type::null) {
      continue;
    }
    const bool nested = type == ondemand::json_type::object || type == ondemand::json_type::array;
    if (nested) {
      note(std::string("expected a single value, found ") +
               (type == ondemand::json_type::array ? "an array; choose an element with [0]"
                                                   : "an object; choose a member with a point"),
           token, fields[field], {});
      return;
    }
    if (auto given = give(field, value, type); !given) {
      note(std::move(given).error(), token, fields[field], token);
      return;
    }
  }
}

Result<void, std::string> RecordDecoder::Body::give(std::size_t field, ondemand::value& value,
                                                    ondemand::json_type type) {
  if (time_field == field) {
    std::string_view text = token_text(value);
    if (type == ondemand::json_type::string) {
      text = std::string_view(value.get_string());
    }
    time_text = std::string(support::trimmed(text));
    return {};
  }
  switch (type) {
    case ondemand::json_type::string:
      return factory->set_string(field, std::string_view(value.get_string()));
    case ondemand::json_type::boolean:
      return factory->set_boolean(field, bool(value.get_bool()));
    case ondemand::json_type::number: {
      std::int64_t integer = 0;
      if (value.get_int64().get(integer) == simdjson::SUCCESS) {
        return factory->set_integer(field, integer);
      }
      std::uint64_t large = 0;
      if (value.get_uint64().get(large) == simdjson::SUCCESS) {
        return factory->set_text(field, std::to_string(large));
      }
      double number = 0.0;
      if (value.get_double().get(number) == simdjson::SUCCESS) {
        return factory->set_number(field, number);
      }
      return std::string("this number cannot be read");
    }
    case ondemand::json_type::null:
    case ondemand::json_type::object:
    case ondemand::json_type::array:
      break;
  }
  return {};
}

RecordDecoder::RecordDecoder(std::vector<std::string> fields, PathTree tree,
                             std::optional<std::size_t> time)
    : body_(std::make_unique<Body>()) {
  body_->fields = std::move(fields);
  body_->tree = std::move(tree);
  body_->time_field = time;
}

RecordDecoder::~RecordDecoder() = default;
RecordDecoder::RecordDecoder(RecordDecoder&&) noexcept = default;
RecordDecoder& RecordDecoder::operator=(RecordDecoder&&) noexcept = default;

const std::optional<std::string>& RecordDecoder::time_text() const { return body_->time_text; }

std::optional<Trouble> RecordDecoder::decode(std::string_view text, std::size_t readable,
                                             EventFactory& factory) {
  Body& body = *body_;
  body.factory = &factory;
  body.seen = nullptr;
  body.time_text.reset();
  body.trouble.reset();
  body.record = text;
  // The library's exceptions stay on this side of the module's border.
  try {
    ondemand::document document;
    auto code = body.parser.iterate(text.data(), text.size(), readable).get(document);
    ondemand::object object;
    if (code == simdjson::SUCCESS) {
      code = document.get_object().get(object);
    }
    if (code == simdjson::INCORRECT_TYPE) {
      return Trouble{"expected a JSON object in braces", {}, {}, 1};
    }
    if (code != simdjson::SUCCESS) {
      return Trouble{
          std::string("this is not valid JSON: ") + simdjson::error_message(code), {}, {}, 0};
    }
    body.walk_object(object, body.tree);
    const char* rest = nullptr;
    if (!body.trouble && document.current_location().get(rest) == simdjson::SUCCESS) {
      return Trouble{"something follows the JSON object; expected one object per line", {}, {}, 0};
    }
  } catch (const simdjson::simdjson_error& error) {
    return Trouble{std::string("this is not valid JSON: ") + error.what(), {}, {}, 0};
  }
  return body.trouble;
}

void RecordDecoder::survey(std::string_view text, std::vector<bool>& seen,
                           std::vector<std::string>& names) {
  Body& body = *body_;
  body.seen = &seen;
  body.time_text.reset();
  body.trouble.reset();
  body.record = text;
  try {
    body.copy = simdjson::padded_string(text);
    ondemand::document document = body.parser.iterate(body.copy);
    body.walk_object(document.get_object(), body.tree);
    document = body.parser.iterate(body.copy);
    for (auto member : document.get_object()) {
      const std::string key{std::string_view(member.unescaped_key())};
      if (std::find(names.begin(), names.end(), key) == names.end()) {
        names.push_back(key);
      }
    }
  } catch (const simdjson::simdjson_error&) {
    // A record that cannot be read is reported when its turn comes.
  }
  body.seen = nullptr;
}

}  // namespace fairmon::plugins::jsonl
