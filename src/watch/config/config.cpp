#include "watch/config/config.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "support/civil_time.hpp"
#include "support/nearest.hpp"
#include "support/number.hpp"
#include "watch/config/access_reader.hpp"
#include "watch/config/toml_table.hpp"

namespace fairmon::watch {

namespace fs = std::filesystem;

namespace {

/// Takes a configuration apart; each step passes the first error on.
class ConfigReader {
 public:
  ConfigReader(fs::path folder, const PluginRegistry& plugins)
      : folder_(std::move(folder)), plugins_(plugins) {}

  Result<ServiceConfig> read(TomlTable root);

 private:
  Result<void> read_service(TomlTable& root, ServiceConfig& config);
  Result<MonitorConfig> read_monitor(const std::string& name, TomlTable table);
  Result<void> read_policies(TomlTable& table, MonitorConfig& monitor);
  Result<void> read_limits(TomlTable& table, MonitorConfig& monitor);
  Result<void> read_input(TomlTable& table, MonitorConfig& monitor);
  Result<void> read_outputs(TomlTable& table, MonitorConfig& monitor);
  Result<PluginConfig> read_plugin(TomlTable& table, std::string_view targets,
                                   std::span<const OptionInfo> (*options_of)(const PluginRegistry&,
                                                                             const std::string&));

  fs::path folder_;
  const PluginRegistry& plugins_;
};

template <typename Plugin>
std::string names_of(std::span<const Plugin* const> all) {
  std::string names;
  for (const Plugin* plugin : all) {
    names += (names.empty() ? "" : ", ") + std::string(plugin->name);
  }
  return names;
}

std::span<const OptionInfo> input_options(const PluginRegistry& plugins, const std::string& kind) {
  const InputPlugin* plugin = plugins.find_input(kind);
  return plugin == nullptr ? std::span<const OptionInfo>() : plugin->options();
}

std::span<const OptionInfo> output_options(const PluginRegistry& plugins, const std::string& kind) {
  const OutputPlugin* plugin = plugins.find_output(kind);
  return plugin == nullptr ? std::span<const OptionInfo>() : plugin->options();
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
             std::string_view::npos;
}

/// `127.0.0.1:8787`, `[::1]:8787`
bool split_address(const std::string& text, ServiceConfig& config) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) {
    return false;
  }
  const auto port = support::parse_number<std::uint16_t>(text.substr(colon + 1));
  config.address = text.substr(0, colon);
  if (config.address.starts_with('[') && config.address.ends_with(']')) {
    config.address = config.address.substr(1, config.address.size() - 2);
  }
  config.port = port.value_or(0);
  return port.has_value() && !config.address.empty();
}

Result<PluginConfig> ConfigReader::read_plugin(
    TomlTable& table, std::string_view targets,
    std::span<const OptionInfo> (*options_of)(const PluginRegistry&, const std::string&)) {
  PluginConfig plugin;
  plugin.line = table.line();
  auto kind = table.text("kind");
  if (!kind) {
    return std::move(kind).error();
  }
  plugin.kind = kind->value_or("");
  auto named = table.texts(targets);
  if (!named) {
    return std::move(named).error();
  }
  plugin.targets = std::move(*named);
  auto options = table.rest();
  if (!options) {
    return std::move(options).error();
  }
  plugin.options.insert(options->begin(), options->end());
  const auto known = options_of(plugins_, plugin.kind);
  for (const OptionInfo& option : known) {
    const bool is_file = option.kind == OptionKind::Path && option.incidental;
    const auto [begin, end] = plugin.options.equal_range(option.name);
    for (auto given = begin; is_file && given != end; ++given) {
      given->second = (folder_ / given->second).lexically_normal().string();
    }
  }
  if (const auto checked = OptionValues::check(known, plugin.options); !known.empty() && !checked) {
    return table.error(plugin.line, checked.error().message);
  }
  return plugin;
}

Result<void> ConfigReader::read_input(TomlTable& table, MonitorConfig& monitor) {
  auto section = table.table("input");
  if (!section) {
    return std::move(section).error();
  }
  if (!*section) {
    return table.error(table.line(), "the monitor `" + monitor.name +
                                         "` has no input; add [monitor." + monitor.name +
                                         ".input] with kind = \"push\"");
  }
  auto input = read_plugin(**section, "files", input_options);
  if (!input) {
    return std::move(input).error();
  }
  if (plugins_.find_input(input->kind) == nullptr) {
    return table.error(input->line, "there is no input `" + input->kind + "`; there are " +
                                        names_of(plugins_.inputs()));
  }
  for (std::string& target : input->targets) {
    target = (folder_ / target).lexically_normal().string();
  }
  monitor.input = std::move(*input);
  if (monitor.is_pushed() && !monitor.input.targets.empty()) {
    return table.error(monitor.input.line, "pushed events come over HTTP; leave out `files`");
  }
  return {};
}

Result<void> ConfigReader::read_outputs(TomlTable& table, MonitorConfig& monitor) {
  auto sections = table.tables("output");
  if (!sections) {
    return std::move(sections).error();
  }
  std::set<std::string> files;
  for (TomlTable& section : *sections) {
    auto output = read_plugin(section, "target", output_options);
    if (!output) {
      return std::move(output).error();
    }
    if (plugins_.find_output(output->kind) == nullptr) {
      return table.error(output->line, "there is no output `" + output->kind + "`; there are " +
                                           names_of(plugins_.outputs()));
    }
    if (output->targets.size() != 1) {
      return table.error(output->line,
                         "an output needs one target: a file name, or \"-\" for "
                         "standard output");
    }
    const fs::path target = output->targets.front();
    const bool leaves = target.lexically_normal().string().starts_with("..");
    if (target != "-" && (target.is_absolute() || leaves)) {
      return table.error(output->line,
                         "the target `" + target.string() +
                             "` leaves the monitor's own folder; every epoch keeps its outputs "
                             "apart, so name a file without a path");
    }
    if (target != "-" && !files.insert(target.lexically_normal().string()).second) {
      return table.error(output->line, "two outputs write `" + target.string() + "`");
    }
    monitor.outputs.push_back(std::move(*output));
  }
  return {};
}

Result<void> ConfigReader::read_policies(TomlTable& table, MonitorConfig& monitor) {
  const auto choose = [&](std::string_view key,
                          const std::vector<std::string>& choices) -> Result<std::size_t> {
    auto text = table.text(key);
    if (!text) {
      return std::move(text).error();
    }
    if (!*text) {
      return std::size_t{0};
    }
    const auto found = std::find(choices.begin(), choices.end(), **text);
    if (found == choices.end()) {
      std::string listed;
      for (const std::string& choice : choices) {
        listed += (listed.empty() ? "" : ", ") + choice;
      }
      return table.error(table.line_of(key), "`" + std::string(key) + "` is one of " + listed);
    }
    return static_cast<std::size_t>(found - choices.begin());
  };
  const auto bad = choose("on_bad_record", {"skip", "stop"});
  const auto late = bad ? choose("on_late", {"skip", "accept", "stop"}) : bad;
  const auto failing = late ? choose("on_error", {"report", "stop"}) : late;
  if (!failing) {
    return failing.error();
  }
  monitor.on_bad_record = *bad == 0 ? RecordPolicy::Skip : RecordPolicy::Stop;
  monitor.on_late =
      *late == 0 ? LatePolicy::Skip : (*late == 1 ? LatePolicy::AcceptNow : LatePolicy::Stop);
  monitor.on_error = *failing == 0 ? ErrorPolicy::Report : ErrorPolicy::Stop;
  auto every = table.text("checkpoint_every");
  if (!every) {
    return std::move(every).error();
  }
  if (*every) {
    const auto span = support::parse_duration(**every);
    if (!span || *span <= 0) {
      return table.error(table.line_of("checkpoint_every"),
                         "`checkpoint_every` is a span of time such as \"10s\"");
    }
    monitor.checkpoint_every = Duration{*span};
  }
  return {};
}

Result<void> ConfigReader::read_limits(TomlTable& table, MonitorConfig& monitor) {
  auto section = table.table("limits");
  if (!section) {
    return std::move(section).error();
  }
  if (!*section) {
    return {};
  }
  TomlTable& limits = **section;
  const auto waiting = limits.integer("waiting", 1, 1'000'000'000'000);
  const auto remembered = limits.integer("remembered", 0, 100'000'000);
  const auto series = limits.integer("series", 0, 1'000'000);
  const auto rate = limits.number("rate", 0.001, 1e9);
  for (const auto* whole : {&waiting, &remembered, &series}) {
    if (!*whole) {
      return whole->error();
    }
  }
  if (!rate) {
    return rate.error();
  }
  monitor.limits.series = static_cast<std::size_t>(series->value_or(1000));
  monitor.limits.waiting = static_cast<std::uint64_t>(
      waiting->value_or(static_cast<std::int64_t>(monitor.limits.waiting)));
  monitor.limits.remembered = static_cast<std::uint64_t>(
      remembered->value_or(static_cast<std::int64_t>(monitor.limits.remembered)));
  monitor.limits.rate = rate->value_or(0.0);
  return limits.finish("limits");
}

Result<MonitorConfig> ConfigReader::read_monitor(const std::string& name, TomlTable table) {
  MonitorConfig monitor;
  monitor.name = name;
  if (!is_name(name)) {
    return table.error(table.line(), "`" + name +
                                         "` is no name for a monitor; use up to 64 "
                                         "letters, digits, - and _");
  }
  auto spec = table.text("spec");
  if (!spec) {
    return std::move(spec).error();
  }
  if (!*spec) {
    return table.error(table.line(), "the monitor `" + name + "` needs spec = \"FILE\"");
  }
  monitor.spec = (folder_ / **spec).lexically_normal();
  auto tokens = read_tokens(table);
  if (!tokens) {
    return std::move(tokens).error();
  }
  monitor.tokens = std::move(*tokens);
  using Step = Result<void> (ConfigReader::*)(TomlTable&, MonitorConfig&);
  for (const Step step : {&ConfigReader::read_policies, &ConfigReader::read_limits,
                          &ConfigReader::read_input, &ConfigReader::read_outputs}) {
    if (auto done = (this->*step)(table, monitor); !done) {
      return std::move(done).error();
    }
  }
  if (auto done = table.finish("a monitor"); !done) {
    return std::move(done).error();
  }
  return monitor;
}

Result<void> ConfigReader::read_service(TomlTable& root, ServiceConfig& config) {
  auto listen = root.text("listen");
  auto state = root.text("state");
  auto body = root.integer("max_body", 1024, std::int64_t{1} << 30);
  auto connections = root.integer("max_connections", 1, 1'000'000);
  auto tokens = read_tokens(root);
  if (!listen || !state || !body || !connections || !tokens) {
    return !listen   ? listen.error()
           : !state  ? state.error()
           : !body   ? body.error()
           : !tokens ? tokens.error()
                     : connections.error();
  }
  if (*listen && !split_address(**listen, config)) {
    return root.error(root.line_of("listen"),
                      "`listen` is an address and a port, such as \"127.0.0.1:8787\"");
  }
  config.state = (folder_ / state->value_or("state")).lexically_normal();
  config.max_body =
      static_cast<std::uint64_t>(body->value_or(static_cast<std::int64_t>(config.max_body)));
  config.max_connections = static_cast<std::size_t>(
      connections->value_or(static_cast<std::int64_t>(config.max_connections)));
  config.tokens = std::move(*tokens);
  auto access = read_access(root, folder_);
  if (!access) {
    return std::move(access).error();
  }
  config.access = std::move(*access);
  return {};
}

Result<ServiceConfig> ConfigReader::read(TomlTable root) {
  ServiceConfig config;
  if (auto done = read_service(root, config); !done) {
    return std::move(done).error();
  }
  auto monitors = root.table("monitor");
  if (!monitors) {
    return std::move(monitors).error();
  }
  if (auto done = root.finish("the service"); !done) {
    return std::move(done).error();
  }
  if (!*monitors) {
    return root.error(0, "there is no monitor; add [monitor.NAME] with spec = \"FILE\"");
  }
  auto children = (*monitors)->children();
  if (!children) {
    return std::move(children).error();
  }
  for (auto& [name, table] : *children) {
    auto monitor = read_monitor(name, table);
    if (!monitor) {
      return std::move(monitor).error();
    }
    config.monitors.push_back(std::move(*monitor));
  }
  return config;
}

}  // namespace

const MonitorConfig* ServiceConfig::find(std::string_view name) const {
  const auto found = std::find_if(monitors.begin(), monitors.end(),
                                  [&](const MonitorConfig& one) { return one.name == name; });
  return found == monitors.end() ? nullptr : &*found;
}

Result<ServiceConfig> parse_config(std::string_view text, const std::string& name,
                                   const fs::path& folder, const PluginRegistry& plugins) {
  auto root = TomlTable::parse(text, name);
  if (!root) {
    return std::move(root).error();
  }
  return ConfigReader(folder, plugins).read(std::move(*root));
}

Result<std::string> read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad() || fs::is_directory(file)) {
    return Error(ErrorCode::Usage, "cannot read the configuration `" + file.string() + "`");
  }
  return text;
}

Result<ServiceConfig> read_config(const fs::path& file, const PluginRegistry& plugins) {
  auto text = read_text(file);
  if (!text) {
    return std::move(text).error();
  }
  return parse_config(*text, file.string(), fs::absolute(file).parent_path(), plugins);
}

}  // namespace fairmon::watch
