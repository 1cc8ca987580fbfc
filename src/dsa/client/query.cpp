#include "dsa/client/query.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"
#include "support/number.hpp"

namespace fairmon::dsa {

namespace {

using Json = nlohmann::ordered_json;

constexpr Duration kOneSecond{kNanosPerSecond};
constexpr Duration kOneDay{kSecondsPerDay * kNanosPerSecond};

Json any_of(Json parts) {
  if (parts.size() == 1) {
    return std::move(parts.front());
  }
  return {{"bool", {{"should", std::move(parts)}, {"minimum_should_match", 1}}}};
}

Json none_of(Json part) { return {{"bool", {{"must_not", Json::array({std::move(part)})}}}}; }

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
  Json bounds = Json::object();
  if (from) {
    bounds["gte"] = instant_text(*from);
  }
  if (to) {
    bounds["lt"] = instant_text(*to);
  }
  return {{"range", {{name, std::move(bounds)}}}};
}

/// One value of a field as the server compares it.
Json equals(const Field& field, const std::string& value) {
  const std::string name(field.query_name);
  if (field.mapping == Mapping::Boolean) {
    return {{"term", {{name, boolean_word(value).value_or(false)}}}};
  }
  if (field.mapping == Mapping::Long) {
    return {{"term", {{name, support::parse_number<std::int64_t>(value).value_or(0)}}}};
  }
  if (field.mapping == Mapping::CodeList) {
    return {{"match", {{name, value}}}};
  }
  if (field.mapping == Mapping::Date) {
    return date_range(name, parse_instant(value), *parse_instant(value) + kOneDay);
  }
  return {{"term", {{name, value}}}};
}

Json chosen_filters(const Query& query) {
  std::map<std::string, std::vector<std::string>> by_field;
  for (const auto& [name, value] : query.chosen) {
    by_field[name].push_back(value);
  }
  Json filters = Json::array();
  for (const auto& [name, values] : by_field) {
    const Field& field = *find_field(name);
    if (field.mapping == Mapping::Keyword && values.size() > 1) {
      filters.push_back({{"terms", {{std::string(field.query_name), values}}}});
      continue;
    }
    Json parts = Json::array();
    for (const std::string& value : values) {
      parts.push_back(equals(field, value));
    }
    filters.push_back(any_of(std::move(parts)));
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
    number = *whole;
  } else if (const auto* natural = std::get_if<std::uint64_t>(&filter.constant.content())) {
    number = *natural;
  } else {
    return std::nullopt;
  }
  const auto range = [&](const char* bound) {
    return Json{{"range", {{name, {{bound, std::move(number)}}}}}};
  };
  switch (filter.test) {
    case FilterTest::Equal:
      return Json{{"term", {{name, std::move(number)}}}};
    case FilterTest::NotEqual:
      return none_of(Json{{"term", {{name, std::move(number)}}}});
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
    return Json{{"term", {{name, *flag == equal}}}};
  }
  if (field->mapping != Mapping::Keyword) {
    return std::nullopt;
  }
  const auto constant = keyword_constant(filter.constant);
  if (!constant) {
    // `x != ""` says only that there is a value: a test fails for absent inputs.
    return equal ? std::nullopt : std::optional<Json>(Json{{"exists", {{"field", name}}}});
  }
  Json term = {{"term", {{name, *constant}}}};
  return equal ? std::move(term) : none_of(std::move(term));
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
      Json parts = Json::array();
      for (const Filter& part : filter.parts) {
        if (auto translated = translate(part)) {
          parts.push_back(std::move(*translated));
        }
      }
      if (parts.empty()) {
        return std::nullopt;
      }
      if (parts.size() == 1) {
        return std::move(parts.front());
      }
      return Json{{"bool", {{"filter", std::move(parts)}}}};
    }
    case FilterKind::Or: {
      if (filter.parts.empty()) {
        return std::nullopt;  // nothing is wanted; the server has no way to say that
      }
      Json parts = Json::array();
      for (const Filter& part : filter.parts) {
        auto translated = translate(part);
        if (!translated) {
          return std::nullopt;
        }
        parts.push_back(std::move(*translated));
      }
      return any_of(std::move(parts));
    }
  }
  return std::nullopt;
}

Json query_part(const Query& query) {
  Json filters = Json::array();
  filters.push_back(date_range("created_at", query.from, query.to));
  for (Json& filter : chosen_filters(query)) {
    filters.push_back(std::move(filter));
  }
  if (auto derived = translate(query.derived)) {
    filters.push_back(std::move(*derived));
  }
  return {{"bool", {{"filter", std::move(filters)}}}};
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
  Json body = {{"size", size},
               {"track_total_hits", true},
               {"_source", std::move(source)},
               {"query", query_part(query)},
               {"sort", Json::array({{{"created_at", "asc"}}, {{"id", "asc"}}})}};
  if (after) {
    body["search_after"] = Json::array({after->created_ms, after->id});
  }
  return body.dump();
}

std::string count_body(const Query& query) { return Json{{"query", query_part(query)}}.dump(); }

std::string describe_derived(const Query& query) {
  const auto derived = translate(query.derived);
  return derived ? derived->dump(2) : "nothing";
}

}  // namespace fairmon::dsa
