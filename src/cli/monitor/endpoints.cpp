#include "cli/monitor/endpoints.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/monitor/plugin_flags.hpp"
#include "cli/monitor/settings.hpp"
#include "plugins/reading/byte_stream.hpp"
#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

struct OutputChoice {
  const OutputPlugin* plugin = nullptr;
  std::string target;
};

template <typename Plugin>
Error unknown_plugin(std::string_view kind, const std::string& name,
                     std::span<const Plugin* const> known) {
  std::vector<std::string> names;
  std::string list;
  for (const Plugin* plugin : known) {
    names.emplace_back(plugin->name);
    list += (list.empty() ? "" : ", ") + names.back();
  }
  std::string message = "there is no " + std::string(kind) + " `" + name + "`; there are " + list;
  if (const auto near = support::nearest(name, names)) {
    message += "; did you mean `" + *near + "`?";
  }
  return {ErrorCode::Usage, std::move(message)};
}

Result<std::vector<std::string>> data_targets(const Arguments& arguments) {
  std::vector<std::string> targets = arguments.all("DATA");
  const int ways = (targets.empty() ? 0 : 1) + (arguments.has("csv-in") ? 1 : 0) +
                   (arguments.has("stdin") ? 1 : 0);
  if (ways > 1) {
    return Error(ErrorCode::Usage, "name the data once: as DATA, with --csv-in, or with --stdin");
  }
  if (arguments.has("csv-in")) {
    targets = {arguments.text("csv-in")};
  } else if (arguments.has("stdin")) {
    targets = {"-"};
  }
  return targets;
}

Result<const InputPlugin*> choose_input(const Arguments& arguments, const PluginRegistry& plugins,
                                        const std::vector<std::string>& targets) {
  if (arguments.has("input")) {
    const std::string name = arguments.text("input");
    const InputPlugin* plugin = plugins.find_input(name);
    if (plugin == nullptr) {
      return unknown_plugin("input", name, plugins.inputs());
    }
    return plugin;
  }
  if (targets.empty()) {
    return Error(ErrorCode::Usage,
                 "no data given: name files, or `-` for standard input, after the specification");
  }
  if (!arguments.has("csv-in") && targets.front() != "-") {
    if (const InputPlugin* plugin = plugins.input_for_file(targets.front())) {
      return plugin;
    }
  }
  return plugins.find_input("csv");
}

std::string standard_target(const Arguments& arguments) {
  if (arguments.has("output-file")) {
    return arguments.text("output-file");
  }
  return arguments.has("stderr") ? "/dev/stderr" : "-";
}

/// The released tool's names: its `json` is one object per line.
std::string plugin_of_format(const std::string& format) {
  return format == "logger" ? "text" : (format == "json" ? "jsonl" : format);
}

Result<std::vector<OutputChoice>> choose_outputs(const Arguments& arguments,
                                                 const PluginRegistry& plugins) {
  std::vector<OutputChoice> choices;
  for (const std::string& word : arguments.all("output")) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const OutputPlugin* plugin = plugins.find_output(name == "logger" ? "text" : name);
    if (plugin == nullptr) {
      return unknown_plugin("output", name, plugins.outputs());
    }
    choices.push_back({plugin, equals == std::string::npos ? "-" : word.substr(equals + 1)});
  }
  if (arguments.has("stdout") + arguments.has("stderr") + arguments.has("output-file") > 1) {
    return Error(ErrorCode::Usage,
                 "--stdout, --stderr and --output-file exclude each other; for several outputs say "
                 "--output NAME=FILE for each");
  }
  const bool by_format = arguments.has("output-format") || arguments.has("output-file") ||
                         arguments.has("stdout") || arguments.has("stderr");
  if (choices.empty() || by_format) {
    const std::string name = plugin_of_format(
        arguments.has("output-format") ? arguments.text("output-format") : "logger");
    choices.push_back({plugins.find_output(name), standard_target(arguments)});
  }
  if (arguments.text("statistics") == "all") {
    choices.push_back({plugins.find_output("stats"), "/dev/stderr"});
  }
  // A person at a terminal also gets the summary, unless they asked for particular outputs.
  const bool drop_in = arguments.has("csv-in") || arguments.has("stdin");
  if (arguments.all("output").empty() && !by_format && !drop_in && !arguments.has("quiet") &&
      ::isatty(STDERR_FILENO) != 0) {
    choices.push_back({plugins.find_output("summary"), "/dev/stderr"});
  }
  return choices;
}

/// The released tool's names for options of the input.
void add_drop_in_options(const Arguments& arguments,
                         std::multimap<std::string, std::string>& given) {
  if (arguments.has("offline") && given.count("time-format") == 0) {
    given.emplace("time-format", arguments.text("offline"));
  }
}

}  // namespace

namespace {

/// The source, with the flags that belong to it and to these outputs.
Result<Endpoints> make_source(const Arguments& arguments, const PluginRegistry& plugins,
                              const std::vector<std::string_view>& output_names) {
  auto targets = data_targets(arguments);
  if (!targets) {
    return std::move(targets).error();
  }
  const auto input = choose_input(arguments, plugins, *targets);
  if (!input) {
    return input.error();
  }
  if (auto used = refuse_idle_flags(arguments, plugins, {(*input)->name}, output_names); !used) {
    return std::move(used).error();
  }
  Endpoints ends;
  auto given = given_options(arguments, (*input)->name, (*input)->options());
  add_drop_in_options(arguments, given);
  auto values = OptionValues::check((*input)->options(), given);
  if (!values) {
    return std::move(values).error();
  }
  auto source = (*input)->make(*values, *targets);
  if (!source) {
    return std::move(source).error();
  }
  ends.input = (*input)->name;
  ends.source = std::move(*source);
  ends.settings.emplace_back("--input", ends.input);
  add_settings(ends.settings, (*input)->options(), *values);
  auto expanded = plugins::expand_targets(*targets);
  for (const std::string& file : expanded ? *expanded : *targets) {
    ends.files.push_back({file, "the data file"});
  }
  for (const OptionInfo& option : (*input)->options()) {
    for (const std::string& file :
         option.kind == OptionKind::Path ? values->all(option.name) : std::vector<std::string>()) {
      ends.files.push_back({file, "the file that the input reads"});
    }
  }
  return ends;
}

}  // namespace

Result<Endpoints> make_source_end(const Arguments& arguments, const PluginRegistry& plugins) {
  return make_source(arguments, plugins, {});
}

Result<Endpoints> make_endpoints(const Arguments& arguments, const PluginRegistry& plugins) {
  const auto outputs = choose_outputs(arguments, plugins);
  if (!outputs) {
    return outputs.error();
  }
  std::vector<std::string_view> output_names;
  for (const OutputChoice& choice : *outputs) {
    output_names.push_back(choice.plugin->name);
  }
  auto made = make_source(arguments, plugins, output_names);
  if (!made) {
    return std::move(made).error();
  }
  Endpoints ends = std::move(*made);
  for (const OutputChoice& choice : *outputs) {
    auto options = OptionValues::check(
        choice.plugin->options(),
        given_options(arguments, choice.plugin->name, choice.plugin->options()));
    if (!options) {
      return std::move(options).error();
    }
    auto sink = choice.plugin->make(*options, choice.target);
    if (!sink) {
      return std::move(sink).error();
    }
    ends.sinks.push_back(std::move(*sink));
    if (choice.plugin->target != TargetKind::RunName) {
      ends.files.push_back({choice.target, "the output", true});
    }
    const std::string where = " of output " + std::to_string(ends.sinks.size());
    ends.settings.emplace_back("the kind" + where, choice.plugin->name);
    add_settings(ends.settings, choice.plugin->options(), *options, where);
    // A summary comes at the end, when progress is no longer shown.
    const bool meanwhile = choice.plugin->name != "summary" && choice.plugin->name != "json";
    ends.writes_to_terminal = ends.writes_to_terminal ||
                              (meanwhile && choice.target == "-" && ::isatty(STDOUT_FILENO) != 0);
  }
  return ends;
}

}  // namespace fairmon::cli
