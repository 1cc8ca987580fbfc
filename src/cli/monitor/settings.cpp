#include "cli/monitor/settings.hpp"

namespace fairmon::cli {

void add_settings(std::vector<std::pair<std::string, std::string>>& settings,
                  std::span<const OptionInfo> table, const OptionValues& values,
                  const std::string& where) {
  for (const OptionInfo& option : table) {
    if (option.incidental || option.kind == OptionKind::Secret) {
      continue;
    }
    std::string value = option.kind == OptionKind::Flag
                            ? (values.flag(option.name) ? "given" : kNotGiven)
                            : values.text(option.name);
    if (option.repeatable) {
      value.clear();
      for (const std::string& one : values.all(option.name)) {
        value += (value.empty() ? "" : " ") + one;
      }
    }
    settings.emplace_back("--" + option.name + where, std::move(value));
  }
}

}  // namespace fairmon::cli
