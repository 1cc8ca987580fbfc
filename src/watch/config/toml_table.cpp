#include "watch/config/toml_table.hpp"

#include <fmt/format.h>
// The only file that knows the TOML library.
#include <toml++/toml.h>

#include <algorithm>

#include "support/nearest.hpp"

namespace fairmon::watch {

struct TomlTable::Body {
  std::shared_ptr<const toml::table> root;  ///< keeps `here` alive
  const toml::table* here = nullptr;
  std::string name;
  std::vector<std::string> known;
};

namespace {

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date; write it in quotes";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

/// A value as the text of an option; nothing if it is no single value.
std::optional<std::string> option_text(const toml::node& node) {
  if (const auto* text = node.as_string()) {
    return text->get();
  }
  if (const auto* integer = node.as_integer()) {
    return std::to_string(integer->get());
  }
  if (const auto* real = node.as_floating_point()) {
    return fmt::format("{}", real->get());
  }
  return std::nullopt;
}

std::string located(const std::string& name, std::uint32_t line, const std::string& message) {
  return name + (line > 0 ? ":" + std::to_string(line) : "") + ": " + message;
}

}  // namespace

Result<TomlTable> TomlTable::parse(std::string_view text, const std::string& name) {
  try {
    auto root = std::make_shared<const toml::table>(toml::parse(text, name));
    auto body = std::make_shared<Body>();
    body->here = root.get();
    body->root = std::move(root);
    body->name = name;
    return TomlTable(std::move(body));
  } catch (const toml::parse_error& error) {
    return Error(ErrorCode::Usage,
                 located(name, error.source().begin.line,
                         "this is not TOML: " + std::string(error.description())));
  }
}

bool TomlTable::has(std::string_view key) const { return body_->here->contains(key); }

std::uint32_t TomlTable::line() const { return body_->here->source().begin.line; }

std::uint32_t TomlTable::line_of(std::string_view key) const {
  const toml::node* node = body_->here->get(key);
  return node == nullptr ? line() : node->source().begin.line;
}

Error TomlTable::error(std::uint32_t line, const std::string& message) const {
  return {ErrorCode::Usage, located(body_->name, line, message)};
}

Result<std::optional<std::string>> TomlTable::text(std::string_view key) {
  body_->known.emplace_back(key);
  const toml::node* node = body_->here->get(key);
  if (node == nullptr) {
    return std::optional<std::string>();
  }
  if (const auto* text = node->as_string()) {
    return std::optional<std::string>(text->get());
  }
  return error(line_of(key),
               "`" + std::string(key) + "` is a text in quotes, not " + kind_of(*node));
}

Result<std::optional<std::int64_t>> TomlTable::integer(std::string_view key, std::int64_t low,
                                                       std::int64_t high) {
  body_->known.emplace_back(key);
  const toml::node* node = body_->here->get(key);
  if (node == nullptr) {
    return std::optional<std::int64_t>();
  }
  const auto* integer = node->as_integer();
  if (integer == nullptr || integer->get() < low || integer->get() > high) {
    return error(line_of(key), "`" + std::string(key) + "` is a whole number from " +
                                   std::to_string(low) + " to " + std::to_string(high));
  }
  return std::optional<std::int64_t>(integer->get());
}

Result<std::optional<double>> TomlTable::number(std::string_view key, double low, double high) {
  body_->known.emplace_back(key);
  const toml::node* node = body_->here->get(key);
  if (node == nullptr) {
    return std::optional<double>();
  }
  const auto value = node->value<double>();
  if (!value || !(*value >= low && *value <= high)) {
    return error(line_of(key), "`" + std::string(key) + "` is a number from " +
                                   std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

Result<std::vector<std::string>> TomlTable::texts(std::string_view key) {
  body_->known.emplace_back(key);
  std::vector<std::string> found;
  const toml::node* node = body_->here->get(key);
  if (node == nullptr) {
    return found;
  }
  const Error wrong =
      error(line_of(key), "`" + std::string(key) + "` is a text or a list of texts, in quotes");
  if (const auto* text = node->as_string()) {
    return std::vector<std::string>{text->get()};
  }
  const auto* list = node->as_array();
  if (list == nullptr) {
    return wrong;
  }
  for (const toml::node& element : *list) {
    if (!element.is_string()) {
      return wrong;
    }
    found.push_back(element.as_string()->get());
  }
  return found;
}

Result<std::optional<TomlTable>> TomlTable::table(std::string_view key) {
  body_->known.emplace_back(key);
  const toml::node* node = body_->here->get(key);
  if (node == nullptr) {
    return std::optional<TomlTable>();
  }
  if (!node->is_table()) {
    return error(line_of(key), "`" + std::string(key) + "` is a table: [… ." + std::string(key) +
                                   "] with its keys below, not " + kind_of(*node));
  }
  return std::optional(
      TomlTable(std::make_shared<Body>(Body{body_->root, node->as_table(), body_->name, {}})));
}

Result<std::vector<TomlTable>> TomlTable::tables(std::string_view key) {
  body_->known.emplace_back(key);
  std::vector<TomlTable> found;
  const toml::node* node = body_->here->get(key);
  if (node == nullptr) {
    return found;
  }
  const auto* list = node->as_array();
  if (list == nullptr || !list->is_homogeneous(toml::node_type::table)) {
    return error(line_of(key), "`" + std::string(key) +
                                   "` may come several times; begin each "
                                   "with double brackets: [[… ." +
                                   std::string(key) + "]]");
  }
  for (const toml::node& element : *list) {
    found.push_back(
        TomlTable(std::make_shared<Body>(Body{body_->root, element.as_table(), body_->name, {}})));
  }
  return found;
}

Result<std::vector<std::pair<std::string, TomlTable>>> TomlTable::children() {
  std::vector<std::pair<std::string, TomlTable>> found;
  for (const auto& [key, node] : *body_->here) {
    const std::string name(key.str());
    auto child = table(name);
    if (!child) {
      return std::move(child).error();
    }
    found.emplace_back(name, std::move(**child));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.second.line() < b.second.line(); });
  return found;
}

Result<std::vector<std::pair<std::string, std::string>>> TomlTable::rest() {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [key, node] : *body_->here) {
    const std::string name(key.str());
    if (std::find(body_->known.begin(), body_->known.end(), name) != body_->known.end()) {
      continue;
    }
    body_->known.push_back(name);
    const auto* flag = node.as_boolean();
    const auto* list = node.as_array();
    if (flag != nullptr && flag->get()) {
      found.emplace_back(name, "");
    } else if (list != nullptr) {
      for (const toml::node& element : *list) {
        const auto text = option_text(element);
        if (!text) {
          return error(line_of(name), "`" + name + "` is a list of texts or numbers");
        }
        found.emplace_back(name, *text);
      }
    } else if (const auto text = option_text(node)) {
      found.emplace_back(name, *text);
    } else if (flag == nullptr) {
      return error(
          line_of(name),
          "`" + name + "` is a text, a number, true, false or a list, not " + kind_of(node));
    }
  }
  return found;
}

Result<void> TomlTable::finish(std::string_view what) const {
  for (const auto& [key, node] : *body_->here) {
    const std::string name(key.str());
    if (std::find(body_->known.begin(), body_->known.end(), name) != body_->known.end()) {
      continue;
    }
    const auto near = support::nearest(name, body_->known);
    std::string listed;
    for (const std::string& known : body_->known) {
      listed += (listed.empty() ? "" : ", ") + known;
    }
    return error(node.source().begin.line,
                 "`" + name + "` is no key of " + std::string(what) +
                     (near ? "; did you mean `" + *near + "`?" : "; there are " + listed));
  }
  return {};
}

}  // namespace fairmon::watch
