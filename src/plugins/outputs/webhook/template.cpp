#include <set>

#include "plugins/outputs/webhook/message.hpp"
#include "support/nearest.hpp"

namespace fairmon::plugins::webhook {

namespace {

constexpr std::string_view kLabel = "labels.";

/// Calls `part(text, is_name)` for what stands outside and inside of `${…}`.
template <typename Part>
void each_part(std::string_view text, Part&& part) {
  while (!text.empty()) {
    const std::size_t begin = text.find("${");
    const std::size_t end = begin == text.npos ? text.npos : text.find('}', begin);
    if (end == text.npos) {
      part(text, false);
      return;
    }
    if (begin > 0) {
      part(text.substr(0, begin), false);
    }
    part(text.substr(begin + 2, end - begin - 2), true);
    text.remove_prefix(end + 1);
  }
}

std::string shown(const Json& value) {
  return value.is_string() ? value.get<std::string>()
         : value.is_null() ? std::string()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json value_of(std::string_view name, const Json& facts) {
  const bool label = name.starts_with(kLabel);
  const Json& from = label ? facts.at("labels") : facts;
  const auto found = from.find(std::string(label ? name.substr(kLabel.size()) : name));
  return found == from.end() ? Json(nullptr) : *found;
}

Json filled(const std::string& text, const Json& facts) {
  std::string result;
  std::optional<Json> only;
  std::size_t parts = 0;
  each_part(text, [&](std::string_view part, bool is_name) {
    ++parts;
    if (is_name) {
      only = value_of(part, facts);
      result += shown(*only);
    } else {
      result += part;
    }
  });
  return parts == 1 && only ? *only : Json(result);
}

void fill_all(Json& node, const Json& facts) {
  if (node.is_string()) {
    node = filled(node.get<std::string>(), facts);
  } else if (node.is_structured()) {
    for (Json& child : node) {
      fill_all(child, facts);
    }
  }
}

void collect_names(const Json& node, std::set<std::string>& names) {
  if (node.is_string()) {
    each_part(node.get_ref<const std::string&>(), [&](std::string_view part, bool is_name) {
      if (is_name) {
        names.insert(std::string(part));
      }
    });
  } else if (node.is_structured()) {
    for (const Json& child : node) {
      collect_names(child, names);
    }
  }
}

}  // namespace

Result<Template> Template::parse(std::string_view text, const std::string& file) {
  Json body;
  try {
    body = Json::parse(text);
  } catch (const Json::parse_error& error) {
    return Error(ErrorCode::Usage, "the template `" + file + "` is no JSON near byte " +
                                       std::to_string(error.byte) +
                                       "; names such as ${message} stand inside of texts");
  }
  std::set<std::string> names;
  collect_names(body, names);
  const Json facts = facts_of(Notice());
  std::vector<std::string> known;
  for (const auto& [name, value] : facts.items()) {
    known.push_back(name);
  }
  for (const std::string& name : names) {
    if (facts.contains(name) || name.starts_with(kLabel)) {
      continue;
    }
    std::string message = "the template `" + file + "` names ${" + name + "}, which does not exist";
    if (const auto near = support::nearest(name, known)) {
      message += "; did you mean ${" + *near + "}?";
    } else {
      message += "; `fairmon plugins webhook` lists the names";
    }
    return Error(ErrorCode::Usage, std::move(message));
  }
  return Template(std::move(body));
}

Json Template::fill(const Notice& notice) const {
  Json body = body_;
  fill_all(body, facts_of(notice));
  return body;
}

}  // namespace fairmon::plugins::webhook
