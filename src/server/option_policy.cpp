#include "server/option_policy.hpp"

#include <algorithm>
#include <cstdlib>

namespace fairmon::server {

namespace {

using Values = std::multimap<std::string, std::string>;

/// The option by which the page chose another address than that of the plugin, or nothing.
const OptionInfo* chosen_address(const InputPlugin& plugin, const Values& given) {
  for (const OptionInfo& option : plugin.options()) {
    const auto [first, last] = given.equal_range(option.name);
    const bool other = std::any_of(
        first, last, [&](const auto& entry) { return entry.second != option.default_value; });
    if (option.address && other) {
      return &option;
    }
  }
  return nullptr;
}

Result<void> keep_secrets(const InputPlugin& plugin, const OptionInfo& address,
                          const Values& values) {
  for (const OptionInfo& option : plugin.options()) {
    if (option.secret_file && values.contains(option.name)) {
      return Error(ErrorCode::Usage, "`" + option.name + "` is only used with " +
                                         address.default_value +
                                         "; for another address enter the secret itself");
    }
    const bool kept = option.kind == OptionKind::Secret && !option.environment.empty() &&
                      !values.contains(option.name) &&
                      std::getenv(option.environment.c_str()) != nullptr;
    if (kept) {
      return Error(ErrorCode::Usage, "the secret in " + option.environment + " is only used with " +
                                         address.default_value + "; for another address enter `" +
                                         option.name + "`");
    }
  }
  return {};
}

Result<void> keep_below_root(const InputPlugin& plugin, const AppState& state, Values& values) {
  for (const OptionInfo& option : plugin.options()) {
    if (option.kind != OptionKind::Path) {
      continue;
    }
    const auto [first, last] = values.equal_range(option.name);
    for (auto entry = first; entry != last; ++entry) {
      auto path = resolve_below(state.data_root, entry->second);
      if (!path) {
        return std::move(path).error().with_context("looking for `" + option.name + "`");
      }
      entry->second = path->string();
    }
  }
  return {};
}

}  // namespace

Result<OptionValues> checked_options(const InputPlugin& plugin, const Values& given,
                                     const AppState& state, Asker asker) {
  Values values = given;
  if (const SourceAdvice* advice = state.advice_for(plugin.name)) {
    if (auto resolved = advice->resolve(values); !resolved) {
      return std::move(resolved).error();
    }
  }
  if (asker == Asker::Operator) {
    return OptionValues::check(plugin.options(), values);
  }
  // Such an input finds its secrets by itself, and a page would choose where they go.
  if (!plugin.on_page) {
    return Error(ErrorCode::Usage, "the input `" + std::string(plugin.name) +
                                       "` is not offered to pages; name it where the server is "
                                       "started, or use `fairmon watch`");
  }
  const OptionInfo* elsewhere = chosen_address(plugin, given);
  if (elsewhere != nullptr) {
    if (auto kept = keep_secrets(plugin, *elsewhere, values); !kept) {
      return std::move(kept).error();
    }
  }
  if (auto kept = keep_below_root(plugin, state, values); !kept) {
    return std::move(kept).error();
  }
  return OptionValues::check(
      plugin.options(), values,
      elsewhere != nullptr ? OptionEnvironment::Ignored : OptionEnvironment::Read);
}

}  // namespace fairmon::server
