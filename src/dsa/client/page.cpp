#include "dsa/client/page.hpp"

#include <simdjson.h>

#include <algorithm>

namespace fairmon::dsa {

namespace {

namespace json = simdjson::ondemand;

// The documentation shows an envelope that the service does not send; accept both.
simdjson::simdjson_result<json::object> payload(json::document& document) {
  json::object root;
  if (const auto error = document.get_object().get(root)) {
    return error;
  }
  json::object inner;
  if (root.find_field_unordered("data").get_object().get(inner) == simdjson::SUCCESS) {
    return inner;
  }
  if (const auto error = root.reset().error()) {
    return error;
  }
  return root;
}

std::string inspect_hits(json::array hits, std::optional<std::int64_t> after, PageFacts& facts) {
  std::int64_t last = after.value_or(-1);
  for (auto hit : hits) {
    std::int64_t id = 0;
    if (hit.find_field_unordered("_source").find_field_unordered("id").get_int64().get(id)) {
      return "a hit has no id";
    }
    if (id <= last) {
      return "ids do not rise: " + std::to_string(id) + " after " + std::to_string(last);
    }
    last = id;
    ++facts.num_hits;
  }
  facts.last_id = last;
  return {};
}

}  // namespace

Result<PageFacts, std::string> inspect_page(std::string& body, std::optional<std::int64_t> after) {
  body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
  json::parser parser;
  json::document document;
  if (parser.iterate(body.data(), body.size(), body.capacity()).get(document)) {
    return std::string("the answer is not complete");
  }
  json::object root;
  if (payload(document).get(root)) {
    return std::string("the answer is not complete");
  }
  PageFacts facts;
  bool timed_out = false;
  if (!root.find_field_unordered("timed_out").get_bool().get(timed_out) && timed_out) {
    return std::string("the search ran out of time");
  }
  std::int64_t failed = 0;
  if (!root.find_field_unordered("_shards").find_field_unordered("failed").get_int64().get(
          failed) &&
      failed > 0) {
    return std::string("a part of the index did not answer");
  }
  json::object hits;
  if (root.find_field_unordered("hits").get_object().get(hits)) {
    return std::string("the answer has no hits");
  }
  std::uint64_t total = 0;
  json::object total_object;
  if (!hits.find_field_unordered("total").get_object().get(total_object) &&
      !total_object.find_field_unordered("value").get_uint64().get(total)) {
    facts.total = total;
  }
  json::array list;
  if (hits.find_field_unordered("hits").get_array().get(list)) {
    return std::string("the answer has no hits");
  }
  const std::string problem = inspect_hits(list, after, facts);
  if (!problem.empty()) {
    return problem;
  }
  return facts;
}

struct PageReader::Body {
  std::vector<std::string> wanted;
  std::string text;
  json::parser parser;
  json::document document;
  json::array hits;
  json::array_iterator next;
  json::array_iterator end;
  bool open = false;
  std::string joined;

  void visit(json::object source, StatementVisitor& visitor);
  bool value_of(json::value value, FieldValue& out);
  std::size_t find(std::string_view key, std::size_t guess) const;
};

// Fields come in the order they were asked for, so the guess is nearly always right.
std::size_t PageReader::Body::find(std::string_view key, std::size_t guess) const {
  if (guess < wanted.size() && wanted[guess] == key) {
    return guess;
  }
  return static_cast<std::size_t>(std::find(wanted.begin(), wanted.end(), key) - wanted.begin());
}

bool PageReader::Body::value_of(json::value value, FieldValue& out) {
  switch (value.type()) {
    case json::json_type::string:
      out.kind = FieldValue::Kind::Text;
      return !value.get_string().get(out.text);
    case json::json_type::number:
      out.kind = FieldValue::Kind::Integer;
      return !value.get_int64().get(out.integer);
    case json::json_type::boolean:
      out.kind = FieldValue::Kind::Boolean;
      return !value.get_bool().get(out.boolean);
    case json::json_type::array: {
      joined.clear();
      for (auto part : value.get_array()) {
        std::string_view code;
        if (part.get_string().get(code)) {
          return false;
        }
        joined.append(joined.empty() ? "" : "__").append(code);
      }
      out.kind = FieldValue::Kind::Text;
      out.text = joined;
      return true;
    }
    case json::json_type::object:
    case json::json_type::null:
      break;
  }
  out.kind = FieldValue::Kind::Null;
  return true;
}

void PageReader::Body::visit(json::object source, StatementVisitor& visitor) {
  std::size_t guess = 0;
  for (auto field : source) {
    std::string_view key;
    if (field.unescaped_key().get(key)) {
      return;
    }
    const std::size_t number = find(key, guess);
    if (number == wanted.size()) {
      continue;
    }
    guess = number + 1;
    FieldValue value;
    if (value_of(field.value(), value)) {
      visitor.field(number, value);
    }
  }
}

PageReader::PageReader(std::vector<std::string> wanted) : body_(std::make_unique<Body>()) {
  body_->wanted = std::move(wanted);
}

PageReader::~PageReader() = default;

void PageReader::start(std::string body) {
  body_->text = std::move(body);
  body_->text.reserve(body_->text.size() + simdjson::SIMDJSON_PADDING);
  body_->open = false;
  json::object root;
  if (body_->parser.iterate(body_->text.data(), body_->text.size(), body_->text.capacity())
          .get(body_->document) ||
      payload(body_->document).get(root) ||
      root.find_field_unordered("hits").find_field_unordered("hits").get_array().get(body_->hits)) {
    return;
  }
  body_->open = !body_->hits.begin().get(body_->next) && !body_->hits.end().get(body_->end);
}

bool PageReader::read(StatementVisitor& visitor) {
  while (body_->open) {
    if (!(body_->next != body_->end)) {
      body_->open = false;
      break;
    }
    json::object hit;
    json::object source;
    auto element = *body_->next;
    bool go_on = true;
    if (!element.get_object().get(hit) &&
        !hit.find_field_unordered("_source").get_object().get(source)) {
      visitor.begin(0);
      body_->visit(source, visitor);
      go_on = visitor.end();
    }
    ++body_->next;
    if (!go_on) {
      return true;
    }
  }
  return false;
}

}  // namespace fairmon::dsa
