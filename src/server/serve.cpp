#include "server/serve.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "ledger/crypto/libcrypto.hpp"
#include "server/access/access.hpp"
#include "server/examples.hpp"
#include "server/option_policy.hpp"
#include "server/server.hpp"
#include "server/stop_signals.hpp"
#include "server/targets.hpp"

extern char** environ;

namespace fairmon::server {

namespace fs = std::filesystem;

namespace {

constexpr std::uint16_t kUsualPort = 8787;

fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value);
}

/// Asks the desktop to show the address. A machine without one is no reason to fail, nor to fill
/// the terminal with the names of browsers that were not found.
void open_browser(const std::string& address) {
  std::string program = "xdg-open";
  std::string argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  // Nobody waits for the browser's end; it gets the signal as usual.
  std::signal(SIGCHLD, SIG_IGN);
  posix_spawnattr_t manners;
  posix_spawnattr_init(&manners);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGCHLD);
  posix_spawnattr_setsigdefault(&manners, &usual);
  posix_spawnattr_setflags(&manners, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t silence;
  posix_spawn_file_actions_init(&silence);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&silence, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), &silence, &manners, arguments, environ);
  posix_spawn_file_actions_destroy(&silence);
  posix_spawnattr_destroy(&manners);
}

Result<std::unique_ptr<Server>> bind(AppState& state, const ServeOptions& options) {
  ServerOptions wanted;
  wanted.address = options.address;
  wanted.web_root = options.web_root;
  wanted.port = options.port.value_or(kUsualPort);
  auto bound = Server::bind(state, wanted);
  if (!bound && !options.port) {
    wanted.port = 0;
    return Server::bind(state, wanted);
  }
  return bound;
}

/// What the page opens with, from the command line or an example.
Result<RunSettings> opening_settings(const ServeOptions& options, AppState& state) {
  RunSettings settings;
  settings.replay_speed = options.replay_speed;
  if (!options.example.empty()) {
    const Example* example = find_example(options.example);
    if (example == nullptr) {
      std::string known;
      for (const Example& item : examples()) {
        known += (known.empty() ? "" : ", ") + item.id;
      }
      return Error(ErrorCode::NotFound,
                   "there is no example " + options.example + "; there are " + known);
    }
    settings.name = example->spec_name;
    settings.spec = example->spec;
    settings.plugin = example->plugin;
    settings.options = example->options;
    settings.start_time = example->start_time;
    if (!example->data.empty()) {
      settings.targets = {"example:" + example->id};
    }
    if (!settings.replay_speed && example->replay_speed > 0.0) {
      settings.replay_speed = example->replay_speed;
    }
    return settings;
  }
  settings.name = options.spec_name;
  settings.spec = options.spec;
  if (!options.data.empty()) {
    const InputPlugin* plugin = state.plugins.input_for_file(options.data);
    settings.plugin = plugin == nullptr ? "csv" : std::string(plugin->name);
    settings.targets = {fs::absolute(options.data).string()};
    settings.options = options.data_options;
  }
  return settings;
}

/// Tells the page what to open with and starts the run if everything is there.
Result<void> prepare(const ServeOptions& options, AppState& state,
                     const std::function<void(const std::string&)>& say) {
  auto settings = opening_settings(options, state);
  if (!settings) {
    return std::move(settings).error();
  }
  Opening& opening = state.opening;
  opening.spec_name = settings->name;
  opening.spec = settings->spec;
  opening.spec_file = options.example.empty() ? options.spec_file : fs::path();
  opening.example = options.example;
  opening.plugin = settings->plugin;
  opening.start_time = settings->start_time;
  opening.replay_speed = settings->replay_speed;
  for (const auto& [name, value] : settings->options) {
    opening.options.emplace_back(name, value);
  }
  if (!settings->targets.empty()) {
    opening.target = settings->targets.front();
    auto file = resolve_target(opening.target, state);
    if (!file) {
      return std::move(file).error();
    }
    opening.data_name = file->name;
    settings->data_name = file->name;
    settings->targets = {file->file.string()};
  }
  const bool has_source = !settings->targets.empty() || !settings->options.empty();
  if (!options.start || settings->spec.empty() || !has_source) {
    return {};
  }
  auto run = state.runs.start(*settings, [&](const InputPlugin& plugin, const auto& given) {
    return checked_options(plugin, given, state, Asker::Operator);
  });
  if (run) {
    opening.run = (*run)->id();
  } else {
    // The page shows the same with the place marked, so the server goes on.
    say("The run could not be started yet:\n" + run.error().to_string());
  }
  return {};
}

/// Whoever reaches the server from elsewhere gets no files of this machine unless that was said.
Result<void> choose_data_root(const ServeOptions& options, AppState& state) {
  std::error_code failed;
  if (!options.data_root.empty()) {
    state.data_root = fs::canonical(options.data_root, failed);
    if (failed || !fs::is_directory(state.data_root, failed)) {
      return Error(ErrorCode::NotFound,
                   "--data-root: there is no folder " + options.data_root.string());
    }
  } else if (state.gate.loopback) {
    state.data_root = options.data.empty() ? fs::current_path(failed)
                                           : fs::absolute(options.data, failed).parent_path();
  }
  return {};
}

std::string own_host_name() {
  std::array<char, 256> name{};
  const bool known = ::gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0';
  return known ? name.data() : "localhost";
}

/// The address for people. All addresses of a machine have no common one, but its name leads there.
std::string address_text(const ServeOptions& options, const std::vector<std::string>& names,
                         bool encrypted, std::uint16_t port) {
  std::string host = options.address;
  if (host == "0.0.0.0" || host == "::") {
    host = own_host_name();
  }
  if (host.find(':') != std::string::npos) {
    host = "[" + host + "]";
  }
  return (encrypted ? "https://" : "http://") + (names.empty() ? host : names.front()) + ":" +
         std::to_string(port) + "/";
}

/// What the file given with `--access` says, applied to the server.
class AccessOfServer {
 public:
  AccessOfServer(const ServeOptions& options, fs::path runs)
      : options_(options), runs_(std::move(runs)) {}

  /// Before the server listens.
  [[nodiscard]] Result<void> read(Gate& gate) {
    if (!options_.access) {
      return {};
    }
    auto config = options_.access();
    if (!config) {
      return std::move(config).error();
    }
    if (auto loaded = ledger::load_crypto(); !loaded) {
      return loaded;
    }
    if (!config->tls.empty()) {
      auto tls = TlsContext::load(config->tls);
      if (!tls) {
        return std::move(tls).error();
      }
      tls_ = std::move(*tls);
    }
    names_ = config->host_names;
    if (config->names_anybody()) {
      const fs::path log = config->audit.empty() ? runs_ / "audit.jsonl" : config->audit;
      gate.access = std::make_shared<Access>(std::move(*config), std::make_unique<AuditLog>(log));
      return gate.access->note_own("started");
    }
    return {};
  }

  /// Everything is checked before anything is changed.
  [[nodiscard]] Result<void> read_again(Gate& gate, Server& server) {
    auto config = options_.access();
    if (!config) {
      return std::move(config).error();
    }
    if (config->tls.empty() != (tls_ == nullptr) ||
        config->names_anybody() != (gate.access != nullptr)) {
      return Error(ErrorCode::Usage, "TLS and users come and go with a new start only");
    }
    if (tls_) {
      auto tls = TlsContext::load(config->tls);
      if (!tls) {
        return std::move(tls).error();
      }
      server.encrypt_with(*tls);
    }
    if (gate.access) {
      gate.access->replace(std::move(*config));
      return gate.access->note_own("users and certificates were read again");
    }
    return {};
  }

  [[nodiscard]] const std::shared_ptr<TlsContext>& tls() const { return tls_; }
  [[nodiscard]] const std::vector<std::string>& host_names() const { return names_; }

 private:
  const ServeOptions& options_;
  fs::path runs_;
  std::shared_ptr<TlsContext> tls_;
  std::vector<std::string> names_;
};

/// Beyond loopback somebody else may listen, and everybody may ask.
Result<void> look_outside(const ServeOptions& options, const Gate& gate, bool encrypted,
                          const std::function<void(const std::string&)>& say) {
  if (gate.loopback) {
    return {};
  }
  if (!options.token && !gate.access) {
    return Error(ErrorCode::Usage, "--no-token works on the loopback address only");
  }
  if (!encrypted) {
    say("warning: the connection is not encrypted; give certificate and key with --access, put a "
        "proxy with TLS before it, or use a tunnel to 127.0.0.1");
  }
  return {};
}

}  // namespace

fs::path default_runs_folder() {
  const fs::path state = environment_path("XDG_STATE_HOME");
  if (!state.empty()) {
    return state / "fairmon" / "runs";
  }
  const fs::path home = environment_path("HOME");
  return (home.empty() ? fs::temp_directory_path() : home / ".local" / "state") / "fairmon" /
         "runs";
}

Result<void> serve(const ServeOptions& options, const PluginRegistry& plugins,
                   const std::function<void(const std::string&)>& say) {
  const fs::path runs = options.runs_folder.empty() ? default_runs_folder() : options.runs_folder;
  AppState state(plugins, runs, options.max_upload_bytes);
  state.advice = options.advice;
  AccessOfServer access(options, runs);
  if (auto read = access.read(state.gate); !read) {
    return read;
  }
  const bool encrypted = access.tls() != nullptr;
  state.gate.token = options.token && !state.gate.access ? random_token() : "";
  auto server = bind(state, options);
  if (!server) {
    return std::move(server).error();
  }
  (*server)->encrypt_with(access.tls());
  std::vector<std::string>& names = state.gate.host_names;
  names = options.host_names;
  names.insert(names.end(), access.host_names().begin(), access.host_names().end());
  const std::vector<std::string> given = names;
  if (options.address == "0.0.0.0" || options.address == "::") {
    names.push_back(own_host_name());
  }
  if (auto safe = look_outside(options, state.gate, encrypted, say); !safe) {
    return safe;
  }
  if (auto rooted = choose_data_root(options, state); !rooted) {
    return rooted;
  }
  // Whoever is told that there is a server may end it, and runs begin here already.
  const StopSignals signals(true);
  if (auto prepared = prepare(options, state, say); !prepared) {
    return prepared;
  }
  const std::string& token = state.gate.token;
  const std::string address = address_text(options, given, encrypted, (*server)->port()) +
                              (token.empty() ? "" : "#token=" + token);
  say("FairMon listens at " + address);
  say("Runs are kept in " + runs.string() + ". Ctrl-C ends.");
  if (options.open_browser) {
    open_browser(address);
  }
  std::function<void()> on_hang_up;
  if (options.access) {
    on_hang_up = [&] {
      const auto again = access.read_again(state.gate, **server);
      say(again ? "users and certificates were read again"
                : "error: " + again.error().to_string() + "; everything goes on as before");
    };
  }
  (*server)->run(true, on_hang_up);
  state.runs.shut_down();
  return {};
}

}  // namespace fairmon::server
