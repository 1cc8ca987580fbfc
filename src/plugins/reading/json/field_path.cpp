#include "plugins/reading/json/field_path.hpp"

#include <charconv>

namespace fairmon::plugins {

namespace {

/// Reads `[3]` or `["name"]` at the start of the text and takes it away.
Result<PathStep, std::string> take_bracket(std::string_view& text) {
  if (text.starts_with("[\"")) {
    const std::size_t close = text.find("\"]", 2);
    if (close == std::string_view::npos) {
      return std::string("a name in brackets has to end with \"]");
    }
    PathStep step = std::string(text.substr(2, close - 2));
    text.remove_prefix(close + 2);
    return step;
  }
  const std::size_t close = text.find(']');
  std::size_t number = 0;
  const char* last = text.data() + (close == std::string_view::npos ? 0 : close);
  if (close == std::string_view::npos ||
      std::from_chars(text.data() + 1, last, number).ptr != last || close == 1) {
    return std::string("brackets have to hold the number of an element, as in [0]");
  }
  text.remove_prefix(close + 1);
  return PathStep(number);
}

}  // namespace

Result<std::vector<PathStep>, std::string> parse_path(std::string_view text) {
  std::vector<PathStep> path;
  bool name_wanted = true;
  while (!text.empty() || (name_wanted && path.empty())) {
    if (text.starts_with('[')) {
      auto step = take_bracket(text);
      if (!step) {
        return std::move(step).error();
      }
      path.push_back(std::move(*step));
    } else {
      const std::size_t end = std::min(text.find_first_of(".["), text.size());
      if (end == 0) {
        return std::string("there is a name missing before or after a point");
      }
      path.emplace_back(std::string(text.substr(0, end)));
      text.remove_prefix(end);
    }
    name_wanted = text.starts_with('.');
    if (name_wanted) {
      text.remove_prefix(1);
      if (text.empty() || text.starts_with('.')) {
        return std::string("there is a name missing before or after a point");
      }
    }
  }
  return path;
}

void PathTree::add(const std::vector<PathStep>& path, std::size_t field) {
  PathTree* node = this;
  for (const PathStep& step : path) {
    auto& child = std::holds_alternative<std::string>(step)
                      ? node->members[std::get<std::string>(step)]
                      : node->elements[std::get<std::size_t>(step)];
    if (!child) {
      child = std::make_unique<PathTree>();
    }
    node = child.get();
  }
  node->fields.push_back(field);
}

}  // namespace fairmon::plugins
