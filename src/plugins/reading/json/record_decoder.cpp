#include "plugins/reading/json/record_decoder.hpp"

#include <simdjson.h>

#include <algorithm>
#include <new>
#include <unordered_map>
#include <utility>

#include "support/text.hpp"

namespace fairmon::plugins {

namespace {

/// So many names are kept to explain one that is missing.
constexpr std::size_t kMostNames = 4096;

namespace ondemand = simdjson::ondemand;

/// A member's name as it stood in the records before, at one place of an object, and what it led
/// to.
struct KnownKey {
  std::string text;
  const PathTree* node = nullptr;  ///< none: nobody wants the member
};

/// Names longer than this are looked up; the library lets us read so far past any text.
constexpr std::size_t kLongestKnown = simdjson::SIMDJSON_PADDING / 2;
/// So many members of an object are remembered.
constexpr std::size_t kMostKnown = 256;

/// A scalar as it stands in the text.
std::string_view token_text(ondemand::value& value) {
  return support::trimmed(value.raw_json_token());
}

}  // namespace

struct RecordDecoder::Body {
  /// Where values of a field go if they are written as usual for the input's type.
  struct Target {
    TypeKind kind = TypeKind::Unknown;  ///< Unknown: nothing is usual
    std::uint32_t input = 0;
  };
  std::vector<Target> targets;  ///< by field
  std::shared_ptr<SymbolTable> symbols;
  std::vector<std::string> missing;
  EventBatch* batch = nullptr;

  std::vector<std::string> fields;
  PathTree tree;
  std::optional<std::size_t> time_field;
  ondemand::parser parser;
  simdjson::padded_string copy;
  EventFactory* factory = nullptr;
  std::vector<bool>* seen = nullptr;  ///< set: only look which fields there are
  std::string_view time_text;
  std::string surveyed_time;
  bool has_time = false;
  std::string_view record;
  std::vector<KnownKey> known_at_top;
  std::unordered_map<const PathTree*, std::vector<KnownKey>> known;
  std::optional<Trouble> trouble;

  void walk(ondemand::value& value, const PathTree& node);
  void walk_object(ondemand::object object, const PathTree& node);
  const PathTree* member_of(const PathTree& node, KnownKey& known_key, ondemand::field& member);
  void walk_array(ondemand::array array, const PathTree& node);
  bool take_quickly(ondemand::value& value, const PathTree& node);
  bool take_text(ondemand::value& value, std::size_t field);
  void take_scalar(ondemand::value& value, ondemand::json_type type, const PathTree& node);
  Result<void, std::string> give(std::size_t field, ondemand::value& value,
                                 ondemand::json_type type);
  Result<void, std::string> give_number(std::size_t field, ondemand::value& value);
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

/// A value of the type that its only input has, and of that type's usual spelling. False: it takes
/// a closer look, and nothing has happened.
bool RecordDecoder::Body::take_quickly(ondemand::value& value, const PathTree& node) {
  if (node.fields.size() != 1 || seen != nullptr) {
    return false;
  }
  const std::size_t field = node.fields.front();
  if (time_field == field) {
    const std::string_view token = token_text(value);
    if (token.empty() || token.front() < '0' || token.front() > '9') {
      return false;
    }
    time_text = token;
    has_time = true;
    return true;
  }
  const Target& target = targets[field];
  Cell cell = 0;
  switch (target.kind) {
    case TypeKind::String:
      return take_text(value, field);
    case TypeKind::Bool: {
      bool found = false;
      if (value.get_bool().get(found) != simdjson::SUCCESS) {
        return false;
      }
      cell = cell_of(found);
      break;
    }
    case TypeKind::Int: {
      std::int64_t found = 0;
      if (value.get_int64().get(found) != simdjson::SUCCESS) {
        return false;
      }
      cell = cell_of(found);
      break;
    }
    case TypeKind::Float: {
      double found = 0.0;
      if (value.get_double().get(found) != simdjson::SUCCESS) {
        return false;
      }
      cell = cell_of(found);
      break;
    }
    case TypeKind::UInt:
    case TypeKind::Prob:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Bytes:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Tuple:
    case TypeKind::Optional:
    case TypeKind::Unknown:
      return false;
  }
  batch->set(batch->num_rows() - 1, target.input, cell);
  return true;
}

bool RecordDecoder::Body::take_text(ondemand::value& value, std::size_t field) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) {
    return false;
  }
  const bool unusual =
      text.empty() || std::find(missing.begin(), missing.end(), text) != missing.end();
  if (unusual) {
    return static_cast<bool>(factory->set_string(field, text));
  }
  batch->set(batch->num_rows() - 1, targets[field].input, symbols->intern(text));
  return true;
}

void RecordDecoder::Body::walk(ondemand::value& value, const PathTree& node) {
  if (take_quickly(value, node)) {
    return;
  }
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
    take_scalar(value, type, node);
  }
}

/// Records mostly have the same members in the same order: the name that stood here before is
/// compared first, as it is written.
const PathTree* RecordDecoder::Body::member_of(const PathTree& node, KnownKey& known_key,
                                               ondemand::field& member) {
  if (!known_key.text.empty() && member.key().unsafe_is_equal(known_key.text)) {
    return known_key.node;
  }
  std::string_view key;
  if (member.unescaped_key().get(key) != simdjson::SUCCESS) {
    note("this is not valid JSON", {}, {}, {});
    return nullptr;
  }
  const auto found = node.members.find(key);
  const PathTree* wanted = found == node.members.end() ? nullptr : found->second.get();
  // A name with something to escape could be written otherwise.
  const bool plain = key.size() <= kLongestKnown && key.find_first_of("\\\"") == key.npos &&
                     std::none_of(key.begin(), key.end(), [](char c) { return c < ' '; });
  known_key = {plain ? std::string(key) : std::string(), wanted};
  return wanted;
}

void RecordDecoder::Body::walk_object(ondemand::object object, const PathTree& node) {
  std::vector<KnownKey>& keys = &node == &tree ? known_at_top : known[&node];
  std::size_t number = 0;
  for (auto member : object) {
    if (number == keys.size() && number < kMostKnown) {
      keys.emplace_back();
    }
    KnownKey none;
    ondemand::field field;
    if (std::move(member).get(field) != simdjson::SUCCESS) {
      note("this is not valid JSON", {}, {}, {});
      return;
    }
    const PathTree* wanted = member_of(node, number < keys.size() ? keys[number] : none, field);
    ++number;
    if (wanted != nullptr) {
      walk(field.value(), *wanted);
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

void RecordDecoder::Body::take_scalar(ondemand::value& value, ondemand::json_type type,
                                      const PathTree& node) {
  for (const std::size_t field : node.fields) {
    if (seen != nullptr) {
      (*seen)[field] = true;
      if (field != time_field || has_time) {
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
           token_text(value), fields[field], {});
      return;
    }
    const std::string_view token = value.raw_json_token();
    if (auto given = give(field, value, type); !given) {
      note(std::move(given).error(), token, fields[field], support::trimmed(token));
      return;
    }
  }
}

Result<void, std::string> RecordDecoder::Body::give_number(std::size_t field,
                                                           ondemand::value& value) {
  ondemand::number number;
  if (value.get_number().get(number) == simdjson::SUCCESS) {
    if (number.is_int64()) {
      return factory->set_integer(field, number.get_int64());
    }
    return number.is_uint64() ? factory->set_text(field, std::to_string(number.get_uint64()))
                              : factory->set_number(field, number.get_double());
  }
  // Whole numbers of more than 64 bits.
  double large = 0.0;
  if (value.get_double().get(large) == simdjson::SUCCESS) {
    return factory->set_number(field, large);
  }
  return std::string("this number cannot be read");
}

Result<void, std::string> RecordDecoder::Body::give(std::size_t field, ondemand::value& value,
                                                    ondemand::json_type type) {
  if (time_field == field) {
    std::string_view text = token_text(value);
    if (type == ondemand::json_type::string) {
      text = std::string_view(value.get_string());
    }
    time_text = support::trimmed(text);
    has_time = true;
    return {};
  }
  switch (type) {
    case ondemand::json_type::string:
      return factory->set_string(field, std::string_view(value.get_string()));
    case ondemand::json_type::boolean:
      return factory->set_boolean(field, bool(value.get_bool()));
    case ondemand::json_type::number:
      return give_number(field, value);
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

std::optional<std::string_view> RecordDecoder::time_text() const {
  return body_->has_time ? std::optional(body_->time_text) : std::nullopt;
}

void RecordDecoder::expect(const SourceContext& context, const EventFactory& factory,
                           const DecodeOptions& options) {
  body_->symbols = context.symbols;
  body_->missing = options.missing;
  body_->targets.assign(body_->fields.size(), {});
  std::vector<std::size_t> readers(body_->fields.size());
  for (std::uint32_t input = 0; input < context.schema.inputs.size(); ++input) {
    const auto field = factory.field_of_input(input);
    const Type& type = context.schema.inputs[input].type;
    const bool whole_width = !type.is(TypeKind::Int) || type.bits() == 64;
    if (field && ++readers[*field] == 1 && whole_width) {
      body_->targets[*field] = {type.kind(), input};
    } else if (field) {
      body_->targets[*field] = {};
    }
  }
}

std::optional<Trouble> RecordDecoder::decode(std::string_view text, std::size_t readable,
                                             EventFactory& factory, EventBatch& batch) {
  Body& body = *body_;
  body.batch = &batch;
  body.factory = &factory;
  body.seen = nullptr;
  body.has_time = false;
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
    if (code == simdjson::MEMALLOC) {
      throw std::bad_alloc();  // the record is not to blame
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
  body.has_time = false;
  body.time_text = {};
  body.trouble.reset();
  body.record = text;
  try {
    body.copy = simdjson::padded_string(text);
    ondemand::document document = body.parser.iterate(body.copy);
    body.walk_object(document.get_object(), body.tree);
    // Another look at the record may write over texts of the first.
    body.surveyed_time = body.time_text;
    body.time_text = body.surveyed_time;
    document = body.parser.iterate(body.copy);
    for (auto member : document.get_object()) {
      if (names.size() >= kMostNames) {
        break;
      }
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

}  // namespace fairmon::plugins
