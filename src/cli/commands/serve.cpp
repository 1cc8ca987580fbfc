#include "server/serve.hpp"

#include <filesystem>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/dsa/advice.hpp"
#include "cli/monitor/plugin_flags.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "support/number.hpp"
#include "watch/config/access_reader.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "the specification to open; none: the gallery", false},
          {"DATA", "the file to run it on", false}};
}

Flag host_name_flag() {
  Flag flag = make_flag("host-name", "NAME",
                        "another name under which pages reach the server, as behind a proxy");
  flag.repeatable = true;
  return flag;
}

std::vector<Flag> flags(const PluginRegistry& plugins) {
  std::vector<Flag> all = {
      make_flag("example", "ID",
                "open and run an example of the gallery, such as compas-operators"),
      make_flag("port", "PORT", "where to listen; otherwise 8787 if it is free, else any"),
      make_flag("listen", "ADDRESS", "IP address to listen on", "127.0.0.1"),
      host_name_flag(),
      make_flag("no-open", "", "do not open the browser"),
      make_flag("no-start", "", "open the specification and the data, but do not run them yet"),
      make_flag("no-token", "", "let every user of this machine in; loopback only"),
      make_flag("access", "FILE", "users with their roles, certificate and key, a TOML file"),
      make_flag("data-root", "FOLDER", "files below this folder may be read by path"),
      make_flag("runs", "FOLDER", "where runs are kept"),
      make_flag("max-upload", "MB", "largest file a page may upload", "2048"),
      make_flag("replay-speed", "N", "seconds of monitor time per second; otherwise at full speed"),
      make_flag("web-root", "FOLDER", "serve the page from a folder, for work on the page itself"),
  };
  for (Flag& input : input_flags(plugins, {"csv", "jsonl"})) {
    all.push_back(std::move(input));
  }
  return all;
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon serve", "the gallery in the browser"},
      {"fairmon serve hiring.lola decisions.csv", "edit, run and watch"},
      {"fairmon serve --no-open --port 9000", "on a machine you reach through a tunnel"},
      {"fairmon serve --listen 0.0.0.0 --access access.toml", "for the users that the file names"},
  };
  return kExamples;
}

Result<double> number(const Arguments& arguments, std::string_view name, double low, double high) {
  const std::string text = arguments.text(name);
  const auto value = support::parse_number<double>(text);
  if (!value || *value < low || *value > high) {
    return Error(ErrorCode::Usage,
                 "--" + std::string(name) + " is `" + text + "`; expected a number");
  }
  return *value;
}

Result<server::ServeOptions> read_options(const Arguments& arguments,
                                          const PluginRegistry& plugins) {
  server::ServeOptions options;
  if (arguments.has("SPEC")) {
    const auto source = load_specification(arguments.text("SPEC"));
    if (!source) {
      return source.error();
    }
    const std::string& name = source->name();
    options.spec_name = name.substr(name.find_last_of('/') + 1);
    options.spec = std::string(source->text());
    if (arguments.text("SPEC") != "-") {
      options.spec_file = std::filesystem::absolute(arguments.text("SPEC"));
    }
  }
  options.advice = {dsa_advice()};
  options.data = arguments.text("DATA");
  if (const InputPlugin* plugin = plugins.input_for_file(options.data)) {
    options.data_options = given_options(arguments, plugin->name, plugin->options());
  }
  options.example = arguments.text("example");
  options.address = arguments.text("listen");
  options.open_browser = !arguments.has("no-open");
  options.start = !arguments.has("no-start");
  options.token = !arguments.has("no-token");
  options.data_root = arguments.text("data-root");
  options.host_names = arguments.all("host-name");
  if (arguments.has("access")) {
    options.access = [file = arguments.text("access")] { return watch::read_access_file(file); };
  }
  options.runs_folder = arguments.text("runs");
  options.web_root = arguments.text("web-root");
  if (arguments.has("port")) {
    const auto port = number(arguments, "port", 0, 65535);
    if (!port) {
      return port.error();
    }
    options.port = static_cast<std::uint16_t>(*port);
  }
  if (arguments.has("replay-speed")) {
    const auto speed = number(arguments, "replay-speed", 1e-9, 1e15);
    if (!speed) {
      return speed.error();
    }
    options.replay_speed = *speed;
  }
  const auto upload = number(arguments, "max-upload", 1, 1e9);
  if (!upload) {
    return upload.error();
  }
  options.max_upload_bytes = static_cast<std::uint64_t>(*upload) << 20U;
  return options;
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  const auto options = read_options(arguments, plugins);
  if (!options) {
    return report(options.error());
  }
  const auto served =
      server::serve(*options, plugins, [](const std::string& line) { print_error(line + "\n"); });
  return served ? static_cast<int>(ExitCode::Fine) : report(served.error());
}

}  // namespace

extern const Command serve;
const Command serve = {
    "serve",
    "ui",
    "show the web interface: editor, data source, live plots",
    "Listens on this machine only, prints an address with a token and opens it in\n"
    "the browser. Everything the page needs is inside the program.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
