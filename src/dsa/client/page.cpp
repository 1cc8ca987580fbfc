#include "dsa/client/page.hpp"

#include <simdjson.h>

#include "dsa/client/instant.hpp"

namespace fairmon::dsa {

namespace {

namespace dom = simdjson::dom;

// The documentation shows an envelope that the service does not send; accept both.
bool payload(const dom::element& root, dom::object& object) {
  dom::object outer;
  if (root.get_object().get(outer)) {
    return false;
  }
  object = outer;
  dom::element hits;
  dom::object inner;
  if (outer["hits"].get(hits) && !outer["data"].get_object().get(inner)) {
    object = inner;
  }
  return true;
}

/// Why the search behind a page cannot be trusted, or nothing.
std::string trouble_of_search(const dom::object& page) {
  bool timed_out = false;
  if (!page["timed_out"].get_bool().get(timed_out) && timed_out) {
    return "the search ran out of time";
  }
  std::int64_t failed = 0;
  if (!page["_shards"]["failed"].get_int64().get(failed) && failed > 0) {
    return "a part of the index did not answer";
  }
  return {};
}

/// The total, unless the server says that there may be more.
std::optional<std::uint64_t> exact_total(const dom::object& page) {
  std::uint64_t total = 0;
  std::string_view relation;
  const bool vague =
      !page["hits"]["total"]["relation"].get_string().get(relation) && relation != "eq";
  return vague || page["hits"]["total"]["value"].get_uint64().get(total) ? std::nullopt
                                                                         : std::optional(total);
}

std::optional<Cursor> cursor_of(const dom::element& hit) {
  Cursor cursor;
  std::string_view text;
  if (hit["_source"]["id"].get_int64().get(cursor.id) ||
      hit["_source"]["created_at"].get_string().get(text)) {
    return std::nullopt;
  }
  const auto time = parse_instant(text);
  cursor.created_ms = time ? time->ns / 1'000'000 : 0;
  return time ? std::optional(cursor) : std::nullopt;
}

}  // namespace

struct Page::Body {
  dom::document document;
  dom::array hits;
};

Page::Page(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Page::~Page() = default;
Page::Page(Page&&) noexcept = default;
Page& Page::operator=(Page&&) noexcept = default;

Result<Page, std::string> Page::parse(std::string body, std::optional<Cursor> after) {
  // The parser's own memory is kept; the document gets a copy of the texts and goes with the page.
  thread_local dom::parser parser;
  Page page(std::make_unique<Body>());
  dom::element root;
  const auto parse_into = [&] {
    body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
    return parser.parse_into_document(page.body_->document, body.data(), body.size(), false)
        .get(root);
  };
  auto error = parse_into();
  if (error == simdjson::STRING_ERROR && mend_lone_surrogates(body)) {
    error = parse_into();
  }
  dom::object object;
  if (error || !payload(root, object)) {
    return std::string("the answer is not complete");
  }
  if (std::string trouble = trouble_of_search(object); !trouble.empty()) {
    return trouble;
  }
  if (object["hits"]["hits"].get_array().get(page.body_->hits)) {
    return std::string("the answer has no hits");
  }
  page.total_ = exact_total(object);
  page.last_ = after.value_or(Cursor());
  bool any = after.has_value();
  for (const dom::element hit : page.body_->hits) {
    const auto place = cursor_of(hit);
    if (!place) {
      return std::string("a hit has no id or no time");
    }
    if (any && *place <= page.last_) {
      return "statements are out of order: " + std::to_string(place->id) + " after " +
             std::to_string(page.last_.id);
    }
    page.last_ = *place;
    any = true;
    ++page.num_hits_;
  }
  return page;
}

struct PageReader::Walk {
  std::vector<std::string> wanted;
  std::optional<Page> page;
  dom::array::iterator next;
  dom::array::iterator end;
  std::string joined;

  void visit(const dom::object& source, StatementVisitor& visitor);
  FieldValue value_of(const dom::element& value);
  [[nodiscard]] std::size_t find(std::string_view key, std::size_t guess) const;
};

// Fields mostly come in the order they were asked for.
std::size_t PageReader::Walk::find(std::string_view key, std::size_t guess) const {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::size_t candidate = guess + i < wanted.size() ? guess + i : guess + i - wanted.size();
    if (wanted[candidate] == key) {
      return candidate;
    }
  }
  return wanted.size();
}

FieldValue PageReader::Walk::value_of(const dom::element& value) {
  FieldValue out;
  switch (value.type()) {
    case dom::element_type::STRING:
      out.kind = FieldValue::Kind::Text;
      out.text = value.get_string().value_unsafe();
      break;
    case dom::element_type::INT64:
      out.kind = FieldValue::Kind::Integer;
      out.integer = value.get_int64().value_unsafe();
      break;
    case dom::element_type::BOOL:
      out.kind = FieldValue::Kind::Boolean;
      out.boolean = value.get_bool().value_unsafe();
      break;
    case dom::element_type::ARRAY: {
      joined.clear();
      const dom::array parts = value.get_array().value_unsafe();
      for (const dom::element part : parts) {
        std::string_view code;
        if (!part.get_string().get(code)) {
          joined.append(joined.empty() ? "" : "__").append(code);
        }
      }
      out.kind = FieldValue::Kind::Text;
      out.text = joined;
      break;
    }
    case dom::element_type::OBJECT:
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE:
    case dom::element_type::NULL_VALUE:
      break;
  }
  return out;
}

void PageReader::Walk::visit(const dom::object& source, StatementVisitor& visitor) {
  std::size_t guess = 0;
  for (const auto field : source) {
    const std::size_t number = find(field.key, guess);
    if (number == wanted.size()) {
      continue;
    }
    guess = number + 1;
    visitor.field(number, value_of(field.value));
  }
}

PageReader::PageReader(std::vector<std::string> wanted) : walk_(std::make_unique<Walk>()) {
  walk_->wanted = std::move(wanted);
}

PageReader::~PageReader() = default;

void PageReader::start(Page page) {
  walk_->page.emplace(std::move(page));
  walk_->next = walk_->page->body_->hits.begin();
  walk_->end = walk_->page->body_->hits.end();
}

bool PageReader::read(StatementVisitor& visitor) {
  while (walk_->page && walk_->next != walk_->end) {
    dom::object source;
    const bool found = !(*walk_->next)["_source"].get_object().get(source);
    ++walk_->next;
    if (!found) {
      continue;
    }
    visitor.begin();
    walk_->visit(source, visitor);
    if (!visitor.end()) {
      return true;
    }
  }
  walk_->page.reset();
  return false;
}

}  // namespace fairmon::dsa
