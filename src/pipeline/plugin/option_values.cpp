#include <fairmon/plugin.hpp>

#include <algorithm>
#include <cstdlib>

#include "support/civil_time.hpp"
#include "support/nearest.hpp"
#include "support/number.hpp"
#include "support/text.hpp"

namespace fairmon {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

bool is_flag_text(std::string_view text) {
  return text.empty() || text == "true" || text == "false";
}

/// What was expected, if the text does not fit the kind.
std::optional<std::string> misfit(const OptionInfo& option, const std::string& text) {
  switch (option.kind) {
    case OptionKind::Text:
    case OptionKind::Path:
    case OptionKind::Secret:
      return std::nullopt;
    case OptionKind::Flag:
      return is_flag_text(text) ? std::nullopt : std::optional<std::string>("true or false");
    case OptionKind::Integer:
      return support::parse_number<std::int64_t>(text)
                 ? std::nullopt
                 : std::optional<std::string>("a whole number");
    case OptionKind::Number:
      return support::parse_number<double>(text) ? std::nullopt
                                                 : std::optional<std::string>("a number");
    case OptionKind::Choice: {
      if (std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end()) {
        return std::nullopt;
      }
      const auto near = support::nearest(text, option.choices);
      return "one of " + joined(option.choices) +
             (near ? "; did you mean `" + *near + "`?" : std::string());
    }
    case OptionKind::Duration:
      return support::parse_duration(text)
                 ? std::nullopt
                 : std::optional<std::string>("a span of time such as 10s or 1d");
    case OptionKind::Date:
      return support::parse_rfc3339(text)
                 ? std::nullopt
                 : std::optional<std::string>("a date such as 2025-12-01, with or without a time");
    case OptionKind::Pair: {
      const std::size_t equals = text.find('=');
      return equals != std::string::npos && equals > 0
                 ? std::nullopt
                 : std::optional<std::string>("two names joined by `=`, as in score=risk");
    }
  }
  return std::nullopt;
}

const OptionInfo* find(std::span<const OptionInfo> table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const OptionInfo& option) { return option.name == name; });
  return found == table.end() ? nullptr : &*found;
}

Error unknown_option(std::span<const OptionInfo> table, const std::string& name) {
  std::vector<std::string> names;
  for (const OptionInfo& option : table) {
    names.push_back(option.name);
  }
  std::string message = "there is no option `" + name + "`";
  if (const auto near = support::nearest(name, names)) {
    message += "; did you mean `" + *near + "`?";
  }
  return {ErrorCode::Usage, std::move(message)};
}

}  // namespace

Result<OptionValues> OptionValues::check(std::span<const OptionInfo> table,
                                         const std::multimap<std::string, std::string>& given,
                                         OptionEnvironment environment) {
  OptionValues values;
  values.given_ = given;
  for (const OptionInfo& option : table) {
    values.defaults_[option.name] = option.default_value;
    if (environment == OptionEnvironment::Read && given.count(option.name) == 0 &&
        !option.environment.empty()) {
      if (const char* found = std::getenv(option.environment.c_str())) {
        values.given_.emplace(option.name, found);
      }
    }
  }
  for (const auto& [name, text] : values.given_) {
    const OptionInfo* option = find(table, name);
    if (option == nullptr) {
      return unknown_option(table, name);
    }
    if (const auto expected = misfit(*option, text)) {
      const std::string shown = option->kind == OptionKind::Secret ? "…" : text;
      return Error(ErrorCode::Usage,
                   "option `" + name + "` is `" + shown + "`; expected " + *expected);
    }
    if (!option->repeatable && values.given_.count(name) > 1) {
      return Error(ErrorCode::Usage, "option `" + name + "` may be given only once");
    }
  }
  for (const OptionInfo& option : table) {
    if (option.required && values.given_.count(option.name) == 0) {
      return Error(ErrorCode::Usage, "option `" + option.name + "` is needed: " + option.summary);
    }
  }
  return values;
}

bool OptionValues::has(std::string_view name) const { return given_.count(std::string(name)) != 0; }

std::string OptionValues::text(std::string_view name) const {
  const std::string key(name);
  if (const auto found = given_.find(key); found != given_.end()) {
    return found->second;
  }
  const auto fallback = defaults_.find(key);
  return fallback == defaults_.end() ? std::string() : fallback->second;
}

std::vector<std::string> OptionValues::all(std::string_view name) const {
  std::vector<std::string> result;
  const auto [first, last] = given_.equal_range(std::string(name));
  for (auto it = first; it != last; ++it) {
    result.push_back(it->second);
  }
  if (result.empty() && !text(name).empty()) {
    result.push_back(text(name));
  }
  return result;
}

bool OptionValues::flag(std::string_view name) const {
  const std::string value = text(name);
  return value == "true" || (value.empty() && has(name));
}

std::int64_t OptionValues::integer(std::string_view name) const {
  return support::parse_number<std::int64_t>(text(name)).value_or(0);
}

double OptionValues::number(std::string_view name) const {
  return support::parse_number<double>(text(name)).value_or(0.0);
}

Duration OptionValues::duration(std::string_view name) const {
  return Duration{support::parse_duration(text(name)).value_or(0)};
}

std::vector<std::pair<std::string, std::string>> OptionValues::pairs(std::string_view name) const {
  std::vector<std::pair<std::string, std::string>> result;
  for (const std::string& entry : all(name)) {
    const std::size_t equals = entry.find('=');
    result.emplace_back(support::trimmed(std::string_view(entry).substr(0, equals)),
                        support::trimmed(std::string_view(entry).substr(equals + 1)));
  }
  return result;
}

}  // namespace fairmon
