#include "dsa/simulator/predicate.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <limits>

#include "dsa/client/instant.hpp"

namespace fairmon::dsa::simulator {

namespace {

using Json = nlohmann::json;
using Compiled = Result<Predicate, std::string>;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The date a range is compared with, in seconds: ISO text, or milliseconds since 1970.
std::optional<std::int64_t> moment(const Json& value) {
  if (value.is_number_integer()) {
    return value.get<std::int64_t>() / 1000;
  }
  if (!value.is_string() || value.get<std::string>().find(' ') != std::string::npos) {
    return std::nullopt;
  }
  const auto parsed = parse_instant(value.get<std::string>());
  return parsed ? std::optional<std::int64_t>(parsed->ns / kNanosPerSecond) : std::nullopt;
}

bool equals(const View& view, const Json& wanted) {
  switch (view.kind) {
    case View::Kind::Text:
      return wanted.is_string() && wanted.get_ref<const std::string&>() == view.text;
    case View::Kind::Number:
      return wanted.is_number_integer() && wanted.get<std::int64_t>() == view.number;
    case View::Kind::Boolean:
      return wanted.is_boolean() && wanted.get<bool>() == view.boolean;
    case View::Kind::List:
      // Indexed as text: the stored tokens are in lower case.
      return wanted.is_string() && !view.text.empty() &&
             wanted.get_ref<const std::string&>() == lower(view.text);
    case View::Kind::Moment: {
      const auto time = moment(wanted);
      return time && *time / kSecondsPerDay == view.number / kSecondsPerDay;
    }
    case View::Kind::Absent:
    case View::Kind::Unknown:
      return false;
  }
  return false;
}

struct Single {
  std::string field;
  Json value;
};

/// `{"field": value}`, where value may be wrapped as `{"value": …}` or `{"query": …}`.
std::optional<Single> single_member(const Json& object) {
  if (!object.is_object() || object.size() != 1) {
    return std::nullopt;
  }
  Single result{object.begin().key(), object.begin().value()};
  for (const char* wrapper : {"value", "query"}) {
    if (result.value.is_object() && result.value.contains(wrapper)) {
      result.value = Json(result.value[wrapper]);
    }
  }
  return result;
}

std::string malformed(const std::string& name) {
  return "[" + name + "] query malformed, no start_object after query name";
}

Compiled compile_term(const Json& body) {
  auto single = single_member(body);
  if (!single || single->value.is_null()) {
    return malformed("term");
  }
  return Predicate([s = std::move(*single)](const Statement& statement) {
    return equals(field_of(statement, s.field), s.value);
  });
}

Compiled compile_terms(const Json& body) {
  auto single = single_member(body);
  if (!single || !single->value.is_array()) {
    return malformed("terms");
  }
  return Predicate([s = std::move(*single)](const Statement& statement) {
    const View view = field_of(statement, s.field);
    return std::any_of(s.value.begin(), s.value.end(),
                       [&](const Json& wanted) { return equals(view, wanted); });
  });
}

Compiled compile_match(const Json& body) {
  auto single = single_member(body);
  if (!single || !single->value.is_string()) {
    return malformed("match");
  }
  single->value = lower(single->value.get<std::string>());
  return Predicate([s = std::move(*single)](const Statement& statement) {
    return lower(field_of(statement, s.field).text) == s.value.get_ref<const std::string&>();
  });
}

Compiled compile_exists(const Json& body) {
  if (!body.is_object() || !body.contains("field") || !body["field"].is_string()) {
    return malformed("exists");
  }
  return Predicate([field = body["field"].get<std::string>()](const Statement& statement) {
    const View view = field_of(statement, field);
    return view.kind != View::Kind::Absent && view.kind != View::Kind::Unknown &&
           !(view.kind == View::Kind::List && view.text.empty());
  });
}

Compiled compile_range(const Json& body) {
  const auto single = single_member(body);
  if (!single || !single->value.is_object()) {
    return malformed("range");
  }
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  const bool number = single->field == "id" || single->field == "platform_id";
  for (const auto& [bound, value] : single->value.items()) {
    const auto at = number && value.is_number_integer()
                        ? std::optional<std::int64_t>(value.get<std::int64_t>())
                        : moment(value);
    if (!at) {
      return std::string("failed to parse date field [" + value.dump() + "]");
    }
    if (bound == "gte") {
      low = *at;
    } else if (bound == "gt") {
      low = *at + 1;
    } else if (bound == "lt") {
      high = *at - 1;
    } else if (bound == "lte") {
      high = *at;
    } else {
      return std::string("[range] query does not support [" + bound + "]");
    }
  }
  return Predicate([field = single->field, low, high](const Statement& statement) {
    const View view = field_of(statement, field);
    return (view.kind == View::Kind::Moment || view.kind == View::Kind::Number) &&
           view.number >= low && view.number <= high;
  });
}

Result<std::vector<Predicate>, std::string> compile_list(const Json& list) {
  std::vector<Predicate> parts;
  const Json wrapped = list.is_array() ? list : Json::array({list});
  for (const Json& part : wrapped) {
    auto compiled = compile_query(part);
    if (!compiled) {
      return std::move(compiled).error();
    }
    parts.push_back(std::move(*compiled));
  }
  return parts;
}

Compiled compile_bool(const Json& body) {
  std::vector<Predicate> all;
  std::vector<Predicate> any;
  std::vector<Predicate> none;
  if (!body.is_object()) {
    return malformed("bool");
  }
  for (const auto& [name, list] : body.items()) {
    if (name == "minimum_should_match") {
      continue;
    }
    auto* target = name == "filter" || name == "must" ? &all
                   : name == "should"                 ? &any
                   : name == "must_not"               ? &none
                                                      : nullptr;
    if (target == nullptr) {
      return std::string("[bool] query does not support [" + name + "]");
    }
    auto parts = compile_list(list);
    if (!parts) {
      return std::move(parts).error();
    }
    target->insert(target->end(), parts->begin(), parts->end());
  }
  return Predicate([all, any, none](const Statement& statement) {
    const auto holds = [&](const Predicate& p) { return p(statement); };
    return std::all_of(all.begin(), all.end(), holds) &&
           (any.empty() || std::any_of(any.begin(), any.end(), holds)) &&
           std::none_of(none.begin(), none.end(), holds);
  });
}

}  // namespace

Compiled compile_query(const Json& query) {
  if (query.is_null()) {
    return Predicate([](const Statement&) { return true; });
  }
  if (!query.is_object() || query.size() != 1) {
    return std::string("query malformed, must start with start_object");
  }
  const std::string name = query.begin().key();
  const Json& body = query.begin().value();
  if (name == "bool") {
    return compile_bool(body);
  }
  if (name == "term") {
    return compile_term(body);
  }
  if (name == "terms") {
    return compile_terms(body);
  }
  if (name == "range") {
    return compile_range(body);
  }
  if (name == "match" || name == "match_phrase") {
    return compile_match(body);
  }
  if (name == "exists") {
    return compile_exists(body);
  }
  if (name == "match_all") {
    if (!body.is_object()) {
      return malformed("match_all");
    }
    return Predicate([](const Statement&) { return true; });
  }
  return std::string("unknown query [" + name + "]");
}

void mangle_like_php(Json& value) {
  if (value.is_string()) {
    auto& text = value.get_ref<std::string&>();
    const auto first = text.find_first_not_of(" \t\r\n");
    text = first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
    if (text.empty()) {
      value = nullptr;
    }
  } else if (value.is_object() && value.empty()) {
    value = Json::array();
  } else if (value.is_structured()) {
    for (Json& part : value) {
      mangle_like_php(part);
    }
  }
}

}  // namespace fairmon::dsa::simulator
