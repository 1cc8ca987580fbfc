#include <nlohmann/json.hpp>

#include "cli/plugin_text.hpp"

namespace fairmon::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_name(OptionKind kind) {
  switch (kind) {
    case OptionKind::Text:
      return "text";
    case OptionKind::Flag:
      return "flag";
    case OptionKind::Integer:
      return "integer";
    case OptionKind::Number:
      return "number";
    case OptionKind::Choice:
      return "choice";
    case OptionKind::Path:
      return "path";
    case OptionKind::Duration:
      return "duration";
    case OptionKind::Date:
      return "date";
    case OptionKind::Pair:
      return "pair";
    case OptionKind::Secret:
      return "secret";
  }
  return "text";
}

template <typename Plugin>
Json json_of(const Plugin& plugin, std::string_view role) {
  Json entry = {{"role", role}, {"name", plugin.name}, {"summary", plugin.summary}};
  entry["options"] = Json::array();
  for (const OptionInfo& option : plugin.options()) {
    entry["options"].push_back({{"name", option.name},
                                {"kind", kind_name(option.kind)},
                                {"summary", option.summary},
                                {"placeholder", option.placeholder},
                                {"group", option.group},
                                {"choices", option.choices},
                                {"default", option.default_value},
                                {"repeatable", option.repeatable},
                                {"required", option.required}});
  }
  return entry;
}

}  // namespace

std::string plugins_json(const PluginRegistry& plugins) {
  Json list = Json::array();
  for (const InputPlugin* plugin : plugins.inputs()) {
    list.push_back(json_of(*plugin, "input"));
  }
  for (const OutputPlugin* plugin : plugins.outputs()) {
    list.push_back(json_of(*plugin, "output"));
  }
  return list.dump(1) + "\n";
}

}  // namespace fairmon::cli
