#include "cli/monitor/plugin_flags.hpp"

#include <algorithm>

#include "cli/arguments.hpp"

namespace fairmon::cli {

namespace {

/// Letters the released tool's users know.
char letter_of(const std::string& option) {
  if (option == "verbosity") {
    return 'v';
  }
  return option == "output-time-format" ? 'f' : '\0';
}

Flag flag_of(const OptionInfo& option, const std::string& name) {
  Flag flag;
  flag.name = name;
  flag.placeholder = option.kind == OptionKind::Flag
                         ? ""
                         : (option.placeholder.empty() ? "VALUE" : option.placeholder);
  flag.summary = option.summary;
  flag.choices = option.choices;
  flag.default_value = option.default_value;
  flag.environment = option.environment;
  flag.repeatable = option.repeatable;
  return flag;
}

/// Collects the options of all plugins; an option several of them have is one flag.
class FlagTable {
 public:
  void add(std::string_view plugin, std::string_view kind, std::span<const OptionInfo> options) {
    for (const OptionInfo& option : options) {
      const auto shared = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.flag.name == option.name;
      });
      if (shared == entries_.end()) {
        Entry entry{flag_of(option, option.name),
                    std::string(kind),
                    std::string(plugin),
                    option.group,
                    option.summary,
                    std::string(kind)};
        entry.flag.letter = letter_of(option.name);
        entries_.push_back(std::move(entry));
      } else {
        shared->share(plugin, kind, option.summary);
        if (shared->flag.choices != option.choices) {
          shared->flag.choices.clear();  // each plugin checks its own
        }
        if (shared->flag.default_value != option.default_value) {
          shared->flag.default_value.clear();
        }
      }
      add_own(plugin, option);
    }
  }

  /// Those that most plugins share come first.
  std::vector<Flag> take() {
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.kind != b.kind ? a.kind < b.kind : sharers(a) > sharers(b);
    });
    std::vector<Flag> flags;
    for (Entry& entry : entries_) {
      entry.flag.group =
          entry.kind + " " + entry.owners + (entry.topic.empty() ? "" : ": " + entry.topic);
      flags.push_back(std::move(entry.flag));
    }
    return flags;
  }

 private:
  struct Entry {
    Flag flag;
    std::string kind;
    std::string owners;
    std::string topic;
    std::string summary;    ///< of the first owner
    std::string last_kind;  ///< of the latest owner

    /// One more plugin has the option; what it means there is said where it is not the same.
    void share(std::string_view plugin, std::string_view of_kind, const std::string& meaning) {
      owners +=
          ", " + (last_kind == of_kind ? "" : std::string(of_kind) + " ") + std::string(plugin);
      last_kind = of_kind;
      if (meaning != summary) {
        flag.summary += "; " + std::string(plugin) + ": " + meaning;
      }
    }
  };

  static std::ptrdiff_t sharers(const Entry& entry) {
    return std::count(entry.owners.begin(), entry.owners.end(), ',');
  }

  /// `--csv-quote`, which help does not mention.
  void add_own(std::string_view plugin, const OptionInfo& option) {
    Flag own = flag_of(option, std::string(plugin) + "-" + option.name);
    own.hidden = true;
    const bool taken = std::any_of(entries_.begin(), entries_.end(),
                                   [&](const Entry& entry) { return entry.flag.name == own.name; });
    if (!taken) {
      entries_.push_back({std::move(own), "", "", "", "", ""});
    }
  }

  std::vector<Entry> entries_;
};

}  // namespace

std::vector<Flag> plugin_flags(const PluginRegistry& plugins) {
  FlagTable table;
  for (const InputPlugin* plugin : plugins.inputs()) {
    table.add(plugin->name, "input", plugin->options());
  }
  for (const OutputPlugin* plugin : plugins.outputs()) {
    table.add(plugin->name, "output", plugin->options());
  }
  return table.take();
}

std::vector<Flag> input_flags(const PluginRegistry& plugins,
                              const std::vector<std::string_view>& inputs) {
  FlagTable table;
  for (const std::string_view name : inputs) {
    if (const InputPlugin* plugin = plugins.find_input(name)) {
      table.add(plugin->name, "input", plugin->options());
    }
  }
  return table.take();
}

std::multimap<std::string, std::string> given_options(const Arguments& arguments,
                                                      std::string_view plugin,
                                                      std::span<const OptionInfo> table) {
  std::multimap<std::string, std::string> given;
  for (const OptionInfo& option : table) {
    // The plugin's own flag beats the shared one.
    const std::string own = std::string(plugin) + "-" + option.name;
    const std::string& flag = arguments.has(own) ? own : option.name;
    if (!arguments.has(flag)) {
      continue;
    }
    const auto values = arguments.all(flag);
    if (values.empty()) {
      given.emplace(option.name, "");
    }
    for (const std::string& value : values) {
      given.emplace(option.name, value);
    }
  }
  return given;
}

namespace {

/// An input and an output of one run may know options of the same name that mean different things:
/// the address of the one is not that of the other, nor is its token.
Result<void> refuse_double_meaning(const Arguments& arguments, const InputPlugin* input,
                                   const OutputPlugin* output) {
  if (input == nullptr || output == nullptr || input->name == output->name) {
    return {};
  }
  for (const OptionInfo& read : input->options()) {
    for (const OptionInfo& written : output->options()) {
      if (read.name == written.name && read.summary != written.summary &&
          arguments.has(read.name)) {
        return Error(ErrorCode::Usage,
                     "--" + read.name + " means one thing for the input " +
                         std::string(input->name) + " and another for the output " +
                         std::string(output->name) + "; write --" + std::string(input->name) + "-" +
                         read.name + " or --" + std::string(output->name) + "-" + read.name);
      }
    }
  }
  return {};
}

}  // namespace

Result<void> refuse_idle_flags(const Arguments& arguments, const PluginRegistry& plugins,
                               const std::vector<std::string_view>& inputs,
                               const std::vector<std::string_view>& outputs) {
  for (const std::string_view input : inputs) {
    for (const std::string_view output : outputs) {
      if (auto clear = refuse_double_meaning(arguments, plugins.find_input(input),
                                             plugins.find_output(output));
          !clear) {
        return clear;
      }
    }
  }
  const auto chosen = [](const std::vector<std::string_view>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::map<std::string, std::pair<bool, std::string>> flags;  // used?, plugins that know it
  const auto note = [&](const auto& plugin, bool used) {
    for (const OptionInfo& option : plugin.options()) {
      for (const std::string& name : {option.name, std::string(plugin.name) + "-" + option.name}) {
        auto& [any, owners] = flags[name];
        any = any || used;
        owners += (owners.empty() ? "" : ", ") + std::string(plugin.name);
      }
    }
  };
  for (const InputPlugin* plugin : plugins.inputs()) {
    note(*plugin, chosen(inputs, plugin->name));
  }
  for (const OutputPlugin* plugin : plugins.outputs()) {
    note(*plugin, chosen(outputs, plugin->name));
  }
  for (const auto& [name, state] : flags) {
    if (arguments.has(name) && !state.first) {
      const bool several = state.second.find(',') != std::string::npos;
      return Error(ErrorCode::Usage, "--" + name + " belongs to " + state.second + ", " +
                                         (several ? "none of which takes" : "which takes no") +
                                         " part in this run");
    }
  }
  return {};
}

}  // namespace fairmon::cli
