#include "cli/plugin_text.hpp"

#include <vector>

#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

std::string value_of(const OptionInfo& option) {
  if (option.kind == OptionKind::Flag) {
    return {};
  }
  return " " + (option.placeholder.empty() ? std::string("VALUE") : option.placeholder);
}

std::string details_of(const OptionInfo& option) {
  std::string text = option.summary;
  if (!option.choices.empty()) {
    text += "; one of ";
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
      text += (i == 0 ? "" : ", ") + option.choices[i];
    }
  }
  if (!option.default_value.empty()) {
    text += "; default " + option.default_value;
  }
  if (option.repeatable) {
    text += "; may be repeated";
  }
  if (option.required) {
    text += "; required";
  }
  if (!option.environment.empty()) {
    text += "; also read from the variable " + option.environment;
  }
  return text;
}

template <typename Plugin>
std::string text_of(const Plugin& plugin, std::string_view kind) {
  std::string out = std::string(plugin.name) + " (" + std::string(kind) +
                    "): " + std::string(plugin.summary) + "\n\n" +
                    std::string(plugin.documentation);
  for (const OptionInfo& option : plugin.options()) {
    out += "\n  --" + option.name + value_of(option) + "\n      " + details_of(option) + "\n";
  }
  return out;
}

/// Characters that mean something in a Markdown table.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '|' ? "\\|" : std::string(1, c);
  }
  return out;
}

template <typename Plugin>
std::string markdown_of(const Plugin& plugin, std::string_view kind) {
  std::string out = "### " + std::string(kind) + " `" + std::string(plugin.name) + "`\n\n" +
                    std::string(plugin.documentation) + "\n";
  if (plugin.options().empty()) {
    return out + "It has no options.\n\n";
  }
  out += "| Option | Meaning |\n| --- | --- |\n";
  for (const OptionInfo& option : plugin.options()) {
    out += "| `--" + option.name + escaped(value_of(option)) + "` | " +
           escaped(details_of(option)) + " |\n";
  }
  return out + "\n";
}

}  // namespace

std::string plugins_list(const PluginRegistry& plugins) {
  const auto line = [](std::string_view name, std::string_view summary) {
    return "  " + std::string(name) + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') +
           std::string(summary) + "\n";
  };
  std::string out = "inputs\n";
  for (const InputPlugin* plugin : plugins.inputs()) {
    out += line(plugin->name, plugin->summary);
  }
  out += "\noutputs\n";
  for (const OutputPlugin* plugin : plugins.outputs()) {
    out += line(plugin->name, plugin->summary);
  }
  return out + "\n`fairmon plugins NAME` tells more about one.\n";
}

Result<std::string> plugin_text(const PluginRegistry& plugins, const std::string& name) {
  std::string out;
  if (const InputPlugin* input = plugins.find_input(name)) {
    out += text_of(*input, "input");
  }
  if (const OutputPlugin* output = plugins.find_output(name)) {
    out += (out.empty() ? "" : "\n") + text_of(*output, "output");
  }
  if (!out.empty()) {
    return out;
  }
  std::vector<std::string> names;
  for (const InputPlugin* plugin : plugins.inputs()) {
    names.emplace_back(plugin->name);
  }
  for (const OutputPlugin* plugin : plugins.outputs()) {
    names.emplace_back(plugin->name);
  }
  std::string message = "there is no plugin `" + name + "`";
  if (const auto near = support::nearest(name, names)) {
    message += "; did you mean `" + *near + "`?";
  }
  return Error(ErrorCode::Usage, std::move(message));
}

std::string plugins_markdown(const PluginRegistry& plugins) {
  std::string out = "## Inputs\n\n";
  for (const InputPlugin* plugin : plugins.inputs()) {
    out += markdown_of(*plugin, "Input");
  }
  out += "## Outputs\n\n";
  for (const OutputPlugin* plugin : plugins.outputs()) {
    out += markdown_of(*plugin, "Output");
  }
  while (out.ends_with("\n\n")) {
    out.pop_back();
  }
  return out;
}

}  // namespace fairmon::cli
