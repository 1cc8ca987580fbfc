#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/plugin_text.hpp"
#include "cli/report.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"NAME", "one plugin; otherwise all are listed", false}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag markdown;
  markdown.name = "markdown";
  markdown.summary = "all plugins and their options as Markdown, for the documentation";
  Flag json;
  json.name = "json";
  json.summary = "all plugins and their options as JSON, for programs";
  return {markdown, json};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon plugins", "inputs and outputs of this program"},
      {"fairmon plugins csv", "what they do and their options"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  if (arguments.has("markdown")) {
    print(plugins_markdown(plugins));
    return static_cast<int>(ExitCode::Fine);
  }
  if (arguments.has("json")) {
    print(plugins_json(plugins));
    return static_cast<int>(ExitCode::Fine);
  }
  if (!arguments.has("NAME")) {
    print(plugins_list(plugins));
    return static_cast<int>(ExitCode::Fine);
  }
  const auto text = plugin_text(plugins, arguments.text("NAME"));
  if (!text) {
    return report(text.error());
  }
  print(*text);
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command plugins;
const Command plugins = {
    "plugins", "", "the inputs and outputs of this program", "", positionals, flags, examples, run};

}  // namespace fairmon::cli::commands
