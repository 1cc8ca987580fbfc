#include "dsa/client/query.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"
#include "support/number.hpp"

namespace fairmon::dsa {

namespace {

/// JSON as it is sent. The library's trees need memory while they are destroyed, where nothing may
/// fail; texts do not.
using Json = std::string;

template <class Scalar>
Json scalar(const Scalar& value) {
  return nlohmann::json(value).dump();
}

/// An object with one member.
Json object(std::string_view name, const Json& value) {
  return "{" + scalar(name) + ":" + value + "}";
}

Json array(const std::vector<Json>& parts) {
  Json text;
  for (const Json& part : parts) {
    text += (text.empty() ? "[" : ",") + part;
  }
  return text.empty() ? "[]" : text + "]";
}

Json texts(const std::vector<std::string>& words) {
  std::vector<Json> parts;
  parts.reserve(words.size());
  for (const std::string& word : words) {
    parts.push_back(scalar(word));
  }
  return array(parts);
}

constexpr Duration kOneSecond{kNanosPerSecond};
constexpr Duration kOneDay{kSecondsPerDay * kNanosPerSecond};

Json any_of(const std::vector<Json>& parts) {
  if (parts.size() == 1) {
    return parts.front();
  }
  return object("bool", "{\"should\":" + array(parts) + ",\"minimum_should_match\":1}");
}

Json none_of(const Json& part) { return object("bool", object("must_not", array({part}))); }

/// `{"term":{name:value}}`, with any word for the kind of test.
Json test_of(std::string_view kind, std::string_view name, const Json& value) {
  return object(kind, object(name, value));
}

std::optional<bool> boolean_word(std::string_view word) {
  if (word == "true" || word == "Yes" || word == "yes") {
    return true;
  }
  if (word == "false" || word == "No" || word == "no") {
    return false;
  }
  return std::nullopt;
}

/// Instants from `from` on and before `to`. Bare days are never sent: the server rounds them, up or
/// down depending on the comparison.
Json date_range(const std::string& name, std::optional<Timestamp> from,
                std::optional<Timestamp> to) {
  Json bounds;
  if (from) {
    bounds += "\"gte\":" + scalar(instant_text(*from));
  }
  if (to) {
    bounds += (bounds.empty() ? "\"lt\":" : ",\"lt\":") + scalar(instant_text(*to));
  }
  return test_of("range", name, "{" + bounds + "}");
}

/// One value of a field as the server compares it.
Json equals(const Field& field, const std::string& value) {
  const std::string name(field.query_name);
  if (field.mapping == Mapping::Boolean) {
    return test_of("term", name, scalar(boolean_word(value).value_or(false)));
  }
  if (field.mapping == Mapping::Long) {
    return test_of("term", name, scalar(support::parse_number<std::int64_t>(value).value_or(0)));
  }
  if (field.mapping == Mapping::CodeList) {
    return test_of("match", name, scalar(value));
  }
  if (field.mapping == Mapping::Date) {
    return date_range(name, parse_instant(value), *parse_instant(value) + kOneDay);
  }
  return test_of("term", name, scalar(value));
}

std::vector<Json> chosen_filters(const Query& query) {
  std::map<std::string, std::vector<std::string>> by_field;
  for (const auto& [name, value] : query.chosen) {
    by_field[name].push_back(value);
  }
  std::vector<Json> filters;
  for (const auto& [name, values] : by_field) {
    const Field& field = *find_field(name);
    if (field.mapping == Mapping::Keyword && values.size() > 1) {
      filters.push_back(test_of("terms", field.query_name, texts(values)));
      continue;
    }
    std::vector<Json> parts;
    for (const std::string& value : values) {
      parts.push_back(equals(field, value));
    }
    filters.push_back(any_of(parts));
  }
  return filters;
}

/// The text of a constant the server can compare a keyword with; the server turns empty texts into
/// nothing, so they cannot be asked for.
std::optional<std::string> keyword_constant(const Value& constant) {
  const auto* text = std::get_if<std::string>(&constant.content());
  if (text == nullptr || text->empty() || text->size() > 256 || text->front() == ' ' ||
      text->back() == ' ') {
    return std::nullopt;
  }
  return *text;
}

/// A specification compares dates as texts, in which the order is that of time. Comparisons with
/// `2025-11-01` and `2025-11-01T10:00:00Z` alike become ranges of whole seconds, wide enough to
/// hold every statement that passes.
std::optional<Json> date_test(const std::string& name, const Filter& filter) {
  const auto* text = std::get_if<std::string>(&filter.constant.content());
  const auto at =
      text != nullptr && (text->size() == 10 || (text->size() > 10 && (*text)[10] == 'T'))
          ? parse_instant(*text)
          : std::nullopt;
  if (!at) {
    return std::nullopt;
  }
  const Timestamp from{at->ns / kNanosPerSecond * kNanosPerSecond};
  const Timestamp to = from + kOneSecond;
  switch (filter.test) {
    case FilterTest::Equal:
      return date_range(name, from, to);
    case FilterTest::Greater:
    case FilterTest::GreaterEqual:
      return date_range(name, from, std::nullopt);
    case FilterTest::Less:
    case FilterTest::LessEqual:
      return date_range(name, std::nullopt, to);
    case FilterTest::NotEqual:
      break;
  }
  return std::nullopt;
}

std::optional<Json> number_test(const std::string& name, const Filter& filter) {
  Json number;
  if (const auto* whole = std::get_if<std::int64_t>(&filter.constant.content())) {
    number = scalar(*whole);
  } else if (const auto* natural = std::get_if<std::uint64_t>(&filter.constant.content())) {
    number = scalar(*natural);
  } else {
    return std::nullopt;
  }
  const auto range = [&](const char* bound) {
    return test_of("range", name, object(bound, number));
  };
  switch (filter.test) {
    case FilterTest::Equal:
      return test_of("term", name, number);
    case FilterTest::NotEqual:
      return none_of(test_of("term", name, number));
    case FilterTest::Less:
      return range("lt");
    case FilterTest::LessEqual:
      return range("lte");
    case FilterTest::Greater:
      return range("gt");
    case FilterTest::GreaterEqual:
      return range("gte");
  }
  return std::nullopt;
}

/// A test as a query, or nothing if it cannot be said exactly or as a superset.
std::optional<Json> translate_test(const Filter& filter) {
  const Field* field = find_field(filter.input);
  if (field == nullptr) {
    return std::nullopt;
  }
  const std::string name(field->query_name);
  if (field->mapping == Mapping::Date) {
    return date_test(name, filter);
  }
  if (field->mapping == Mapping::Long) {
    return number_test(name, filter);
  }
  const bool equal = filter.test == FilterTest::Equal;
  if (!equal && filter.test != FilterTest::NotEqual) {
    return std::nullopt;
  }
  if (field->mapping == Mapping::Boolean) {
    const auto* flag = std::get_if<bool>(&filter.constant.content());
    if (flag == nullptr) {
      return std::nullopt;
    }
    return test_of("term", name, scalar(*flag == equal));
  }
  if (field->mapping != Mapping::Keyword) {
    return std::nullopt;
  }
  const auto constant = keyword_constant(filter.constant);
  if (!constant) {
    // `x != ""` says only that there is a value: a test fails for absent inputs.
    return equal ? std::nullopt : std::optional<Json>(test_of("exists", "field", scalar(name)));
  }
  const Json term = test_of("term", name, scalar(*constant));
  return equal ? term : none_of(term);
}

/// An over-approximation of the filter: an untranslatable part of a conjunction is dropped, of a
/// disjunction it drops the disjunction.
std::optional<Json> translate(const Filter& filter) {
  switch (filter.kind) {
    case FilterKind::True:
      return std::nullopt;
    case FilterKind::Test:
      return translate_test(filter);
    case FilterKind::And: {
      std::vector<Json> parts;
      for (const Filter& part : filter.parts) {
        if (auto translated = translate(part)) {
          parts.push_back(std::move(*translated));
        }
      }
      if (parts.empty()) {
        return std::nullopt;
      }
      if (parts.size() == 1) {
        return parts.front();
      }
      return test_of("bool", "filter", array(parts));
    }
    case FilterKind::Or: {
      if (filter.parts.empty()) {
        return std::nullopt;  // nothing is wanted; the server has no way to say that
      }
      std::vector<Json> parts;
      for (const Filter& part : filter.parts) {
        auto translated = translate(part);
        if (!translated) {
          return std::nullopt;
        }
        parts.push_back(std::move(*translated));
      }
      return any_of(parts);
    }
  }
  return std::nullopt;
}

Json query_part(const Query& query) {
  std::vector<Json> filters = chosen_filters(query);
  filters.insert(filters.begin(), date_range("created_at", query.from, query.to));
  if (auto derived = translate(query.derived)) {
    filters.push_back(std::move(*derived));
  }
  return test_of("bool", "filter", array(filters));
}

std::string possible_values(std::string_view field) {
  std::string text;
  for (const std::string_view code : codes(field)) {
    text += (text.empty() ? "" : ", ") + std::string(code);
  }
  return text;
}

}  // namespace

Result<void> check_chosen(const Query& query) {
  for (const auto& [name, value] : query.chosen) {
    const Field* field = find_field(name);
    if (field == nullptr || field->mapping == Mapping::Text ||
        field->mapping == Mapping::NotIndexed) {
      return Error(ErrorCode::Usage, "the database cannot filter by `" + name +
                                         "`; `fairmon dsa fields` lists what it can filter by");
    }
    if (field->mapping == Mapping::Boolean && !boolean_word(value)) {
      return Error(ErrorCode::Usage, "`" + name + "` is true or false, not `" + value + "`");
    }
    if (field->mapping == Mapping::Long && !support::parse_number<std::int64_t>(value)) {
      return Error(ErrorCode::Usage,
                   "`" + name + "` is a whole number of 64 bits, not `" + value + "`");
    }
    if (field->mapping == Mapping::Date && (value.size() != 10 || !parse_instant(value))) {
      return Error(ErrorCode::Usage,
                   "`" + name + "` is a day like 2025-11-26, not `" + value + "`");
    }
    const auto known = codes(name);
    if (!known.empty() && std::find(known.begin(), known.end(), value) == known.end()) {
      return Error(ErrorCode::Usage, "`" + value + "` is no value of `" + name +
                                         "`; possible are " + possible_values(name));
    }
  }
  return {};
}

std::string search_body(const Query& query, std::uint32_t size, std::optional<Cursor> after) {
  std::vector<std::string> source = query.source_fields;
  for (const char* needed : {"id", "created_at"}) {
    if (std::find(source.begin(), source.end(), needed) == source.end()) {
      source.emplace_back(needed);
    }
  }
  Json body = "{\"size\":" + scalar(size) +
              ",\"track_total_hits\":true,\"_source\":" + texts(source) +
              ",\"query\":" + query_part(query) + R"(,"sort":[{"created_at":"asc"},{"id":"asc"}])";
  if (after) {
    body += ",\"search_after\":" + array({scalar(after->created_ms), scalar(after->id)});
  }
  return body + "}";
}

std::string count_body(const Query& query) { return object("query", query_part(query)); }

std::string describe_derived(const Query& query) {
  const auto derived = translate(query.derived);
  return derived ? nlohmann::ordered_json::parse(*derived).dump(2) : "nothing";
}

}  // namespace fairmon::dsa
