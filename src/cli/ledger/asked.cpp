#include "cli/ledger/asked.hpp"

#include <array>
#include <set>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/monitor/flags.hpp"

namespace fairmon::cli {

namespace {

/// Where results go and how the work is done; and what names the data in another way.
constexpr std::array<std::string_view, 21> kIdle = {
    "input",        "output",     "quiet",       "fail-on-trigger", "checkpoint",    "every",
    "resume",       "engine",     "batch",       "single-thread",   "csv-in",        "stdin",
    "stdout",       "stderr",     "diagnostics", "statistics",      "output-format", "output-file",
    "replay-speed", "quarantine", "shards"};

/// Decides which verdicts a ledger holds, although it is an option of outputs.
bool selects(std::string_view option) { return option == "verbosity" || option == "debug-streams"; }

std::set<std::string> left_out(const PluginRegistry& plugins) {
  std::set<std::string> names(kIdle.begin(), kIdle.end());
  const auto add = [&](std::string_view plugin, const OptionInfo& option) {
    names.insert(option.name);
    names.insert(std::string(plugin) + "-" + option.name);
  };
  for (const OutputPlugin* plugin : plugins.outputs()) {
    for (const OptionInfo& option : plugin->options()) {
      if (!selects(option.name)) {
        add(plugin->name, option);
      } else if (plugin->name != "ledger") {
        names.insert(std::string(plugin->name) + "-" + option.name);
      }
    }
  }
  for (const InputPlugin* plugin : plugins.inputs()) {
    for (const OptionInfo& option : plugin->options()) {
      if (option.kind == OptionKind::Secret || option.secret_file) {
        add(plugin->name, option);
      }
    }
  }
  return names;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> asked_for(const Arguments& arguments,
                                                           const PluginRegistry& plugins,
                                                           const std::string& input) {
  std::vector<std::pair<std::string, std::string>> asked;
  for (const std::string& data : arguments.all("DATA")) {
    asked.emplace_back("DATA", data);
  }
  if (arguments.has("csv-in")) {
    asked.emplace_back("DATA", arguments.text("csv-in"));
  }
  asked.emplace_back("input", input);
  const std::set<std::string> idle = left_out(plugins);
  for (const Flag& flag : monitor_flags(plugins)) {
    if (!arguments.has(flag.name) || idle.count(flag.name) > 0) {
      continue;
    }
    if (flag.placeholder.empty()) {
      asked.emplace_back(flag.name, "");
    }
    for (const std::string& value : arguments.all(flag.name)) {
      asked.emplace_back(flag.name, value);
    }
  }
  return asked;
}

std::vector<std::string> as_words(const std::vector<std::pair<std::string, std::string>>& asked,
                                  WordsFor what) {
  std::vector<std::string> words;
  for (const auto& [name, value] : asked) {
    const bool shows =
        selects(name) || name == "ledger-verbosity" || name == "ledger-debug-streams";
    if (name != "DATA" && shows == (what == WordsFor::Output)) {
      words.push_back("--" + name + (value.empty() ? "" : "=" + value));
    }
  }
  return words;
}

}  // namespace fairmon::cli
