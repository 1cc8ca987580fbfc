#include "watch/service/service.hpp"

#include <nlohmann/json.hpp>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "ledger/crypto/libcrypto.hpp"
#include "plugins/inputs/push/push_options.hpp"
#include "server/access/login.hpp"
#include "server/http/router.hpp"
#include "server/http/static_files.hpp"
#include "support/limits.hpp"
#include "watch/metrics/exposition.hpp"
#include "watch/metrics/health.hpp"
#include "watch/service/overview.hpp"

namespace fairmon::watch {

namespace {

using nlohmann::json;
using server::error_response;
using server::Request;
using server::Response;
using std::chrono::milliseconds;

constexpr std::string_view kEvents = "/v1/monitors/{}/events";
constexpr milliseconds kTick{100};

/// Whether pushed events could be read at all.
Result<void> check_push(const MonitorConfig& monitor, const Spec& spec) {
  const auto values = OptionValues::check(plugins::push::push_options(), monitor.input.options);
  if (!values) {
    return values.error();
  }
  const auto input = plugins::push::read_push_options(*values);
  if (!input) {
    return input.error();
  }
  SourceContext context;
  context.schema = spec.input_schema();
  context.symbols = std::make_shared<SymbolTable>();
  const auto bound = plugins::push::bind_pushed(context, *input);
  return bound ? Result<void>() : Result<void>(bound.error());
}

/// Whether some user may push to the monitor.
bool has_pusher(const ServiceConfig& config, const std::string& monitor) {
  const auto pushes = [&](const server::User& user) {
    return server::may(user.role, server::Permission::Push) &&
           (user.monitors.empty() ||
            std::find(user.monitors.begin(), user.monitors.end(), monitor) != user.monitors.end());
  };
  return std::any_of(config.access.users.begin(), config.access.users.end(), pushes);
}

/// Whether users push to monitors that exist, and whether the certificate can be used.
Result<std::shared_ptr<server::TlsContext>> check_access(const ServiceConfig& config) {
  for (const server::User& user : config.access.users) {
    for (const std::string& name : user.monitors) {
      if (config.find(name) == nullptr) {
        return Error(ErrorCode::Usage, "the user `" + user.name + "` may push to `" + name +
                                           "`, but there is no such monitor");
      }
    }
  }
  if (config.access.tls.empty()) {
    return std::shared_ptr<server::TlsContext>();
  }
  return server::TlsContext::load(config.access.tls);
}

/// Files of the page: the overview, and what it is made of.
bool is_page(const Request& request) {
  return request.path == "/" || request.path == "/icon.svg" || request.path.starts_with("/assets/");
}

Response page_file(Request& request) {
  request.path = request.path == "/" ? "/overview.html" : request.path;
  return server::static_file(request, {});
}

std::string monotonic_microseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::to_string(now.tv_sec * 1'000'000 + now.tv_nsec / 1000);
}

}  // namespace

Result<CheckedConfig> check_config(const std::filesystem::path& file, const ServiceTools& tools) {
  auto config = read_config(file, *tools.plugins);
  if (!config) {
    return std::move(config).error();
  }
  CheckedConfig checked{std::move(*config), {}, nullptr};
  auto tls = check_access(checked.config);
  if (!tls) {
    return std::move(tls).error();
  }
  checked.tls = std::move(*tls);
  for (const MonitorConfig& monitor : checked.config.monitors) {
    const std::string doing = "checking the monitor `" + monitor.name + "`";
    auto spec = tools.compile(monitor.spec.string());
    if (!spec) {
      return std::move(spec).error().with_context(doing);
    }
    if (monitor.is_pushed()) {
      if (auto fits = check_push(monitor, *spec); !fits) {
        return std::move(fits).error().with_context(doing);
      }
      if (monitor.tokens.empty() && !names_loopback(checked.config.address) &&
          !has_pusher(checked.config, monitor.name)) {
        return Error(ErrorCode::Usage, "the service listens on " + checked.config.address +
                                           ", so the monitor `" + monitor.name +
                                           "` needs tokens; `fairmon watch --new-token` makes one");
      }
    }
    checked.specs.push_back(std::move(*spec));
  }
  return checked;
}

Service::Service(std::filesystem::path config_file, ServiceTools tools)
    : config_file_(std::move(config_file)), tools_(std::move(tools)) {}

Service::~Service() { monitors_.clear(); }

Result<void> Service::run() {
  auto checked = check_config(config_file_, tools_);
  if (!checked) {
    return std::move(checked).error();
  }
  if (auto loaded = ledger::load_crypto(); !loaded) {
    return loaded;
  }
  if (auto begun = begin(std::move(*checked)); !begun) {
    return begun;
  }
  listener_->run();
  notifier_.send("STOPPING=1\nSTATUS=writing checkpoints\n");
  tools_.log(6, "stopping");
  monitors_.clear();
  return {};
}

Result<void> Service::begin(CheckedConfig checked) {
  config_ = checked.config;
  ListenerOptions options;
  options.address = config_.address;
  options.port = config_.port;
  options.max_connections = config_.max_connections;
  options.tls = checked.tls;
  auto listener = Listener::bind(options, *this);
  if (!listener) {
    return std::move(listener).error();
  }
  listener_ = std::move(*listener);
  door_ = std::make_unique<Door>(config_, listener_->port());
  note("started");
  for (const int signal : {SIGINT, SIGTERM}) {
    listener_->on_signal(signal, [this] { listener_->stop(); });
  }
  listener_->on_signal(SIGHUP, [this] { reload(); });
  const bool encrypted = checked.tls != nullptr;
  if (!encrypted && !names_loopback(config_.address)) {
    tools_.log(4,
               "connections are not encrypted: give certificate and key in [tls], or put a "
               "proxy with TLS before the service");
  }
  apply(std::move(checked));
  listener_->every(kTick, [this] { tick(); });
  keep_watchdog_quiet();
  const std::string where =
      (encrypted ? "https://" : "http://") +
      (config_.address.find(':') == std::string::npos ? config_.address
                                                      : "[" + config_.address + "]") +
      ":" + std::to_string(listener_->port());
  tools_.log(6, "listening on " + where);
  notifier_.send("READY=1\nSTATUS=listening on " + where + "\n");
  return {};
}

/// From the thread that answers: while it hangs, nobody says that all is well.
void Service::keep_watchdog_quiet() {
  if (const auto span = notifier_.watchdog()) {
    listener_->every(std::max(milliseconds(50), *span / 3),
                     [this] { notifier_.send("WATCHDOG=1\n"); });
  }
}

void Service::tick() {
  const auto now = std::chrono::steady_clock::now();
  for (const auto& [name, monitor] : monitors_) {
    monitor->tick(now);
  }
}

/// Everything is checked before anything is changed.
void Service::reload() {
  notifier_.send("RELOADING=1\nMONOTONIC_USEC=" + monotonic_microseconds() + "\n");
  auto checked = check_config(config_file_, tools_);
  if (!checked) {
    tools_.log(3, "the configuration was not loaded again, everything goes on as before: " +
                      checked.error().to_string());
  } else {
    const ServiceConfig& next = checked->config;
    if (next.address != config_.address || next.port != config_.port ||
        next.state != config_.state || next.max_connections != config_.max_connections ||
        next.access.audit != config_.access.audit ||
        next.access.tls.empty() != config_.access.tls.empty()) {
      tools_.log(4,
                 "listen, state, max_connections, audit and whether there is TLS change with "
                 "the next start only");
    }
    if (checked->tls && !config_.access.tls.empty()) {
      listener_->encrypt_with(checked->tls);
    }
    note("loaded the configuration again");
    apply(std::move(*checked));
    tools_.log(6, "the configuration was loaded again");
  }
  notifier_.send("READY=1\n");
}

void Service::apply(CheckedConfig checked) {
  config_.max_body = checked.config.max_body;
  door_->replace(checked.config);
  for (auto known = monitors_.begin(); known != monitors_.end();) {
    const bool gone = checked.config.find(known->first) == nullptr;
    if (gone) {
      tools_.log(6, known->first + ": stopped, it is no longer in the configuration");
    }
    known = gone ? monitors_.erase(known) : std::next(known);
  }
  for (std::size_t i = 0; i < checked.config.monitors.size(); ++i) {
    MonitorConfig& wanted = checked.config.monitors[i];
    Spec& spec = checked.specs[i];
    auto& monitor = monitors_[wanted.name];
    if (!monitor) {
      MonitorTools tools{tools_.plugins, config_.state / "monitors", server::Access::wall_clock,
                         tools_.log};
      monitor = std::make_unique<WatchedMonitor>(wanted, std::move(spec), std::move(tools));
      monitor->start();
    } else if (monitor->config() != wanted || monitor->spec().digest() != spec.digest()) {
      tools_.log(6, wanted.name + ": goes on with the new configuration");
      monitor->change(wanted, std::move(spec));
    }
  }
}

WatchedMonitor* Service::find(const std::string& name) {
  const auto found = monitors_.find(name);
  return found == monitors_.end() ? nullptr : found->second.get();
}

/// Nobody is kept from working because the disk is full; but it is told.
void Service::note(const std::string& what) {
  if (const auto written = door_->note(what); !written) {
    tools_.log(3, written.error().message);
  }
}

Result<std::uint64_t, Response> Service::admit(const Request& request) {
  if (server::is_login(request)) {
    return std::uint64_t{limits::kGuestBody};
  }
  std::vector<std::string> arguments;
  if (!server::match_path(kEvents, request.path, arguments)) {
    return std::uint64_t{0};
  }
  if (request.method != "POST") {
    Response response = error_response(405, "wrong-method", "events are sent with POST");
    response.headers.emplace_back("Allow", "POST");
    return response;
  }
  const WatchedMonitor* monitor = find(arguments.front());
  const Response unknown =
      error_response(404, "no-monitor", "there is no monitor `" + arguments.front() + "`");
  if (monitor == nullptr && door_->is_frank()) {
    return unknown;
  }
  // Who has no token does not learn which monitors there are.
  auto caller = door_->admit(request, server::Permission::Push,
                             monitor == nullptr ? nullptr : &monitor->config());
  if (!caller || monitor == nullptr) {
    return caller ? unknown : std::move(caller).error();
  }
  if (!monitor->config().is_pushed()) {
    return error_response(409, "not-pushed",
                          "the monitor `" + arguments.front() +
                              "` reads files; give it "
                              "kind = \"push\" as its input");
  }
  return config_.max_body;
}

void Service::handle(Request request, Reply reply) {
  if (server::match_path(kEvents, request.path, request.arguments)) {
    WatchedMonitor* monitor = find(request.arguments.front());
    if (monitor == nullptr || monitor->port() == nullptr) {
      Response response = error_response(503, "not-ready", "the monitor cannot take events now");
      response.headers.emplace_back("Retry-After", "5");
      reply(std::move(response));
      return;
    }
    monitor->port()->take(request, std::move(reply));
    return;
  }
  if (server::is_login(request)) {
    reply(door_->log_in(request));
    return;
  }
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const auto caller = door_->admit(request, endpoint_permission(request), nullptr);
  if (!reads) {
    reply(error_response(405, "wrong-method", "this address is only read"));
  } else if (request.path == "/healthz") {
    reply(server::json_response("{\"status\":\"ok\"}\n"));
  } else if (request.path == "/readyz") {
    reply(readiness());
  } else if (is_page(request)) {
    // Its files hold no data; what it shows it asks for.
    reply(request.path == "/" && !caller && caller.error().status == 401 ? server::go_to_login()
                                                                         : page_file(request));
  } else if (!caller) {
    reply(caller.error());
  } else if (request.path == "/v1/monitors") {
    reply(states());
  } else if (request.path == "/v1/overview") {
    reply(server::json_response(overview_json(monitors_, server::Access::wall_clock())));
  } else if (request.path == "/metrics") {
    reply(metrics(request));
  } else {
    reply(error_response(404, "not-found", "there is nothing at " + request.path));
  }
}

Response Service::readiness() const {
  json waiting = json::array();
  for (const auto& [name, monitor] : monitors_) {
    const MonitorState state = monitor->picture().state;
    if (state != MonitorState::Running && state != MonitorState::Finished) {
      waiting.push_back(name);
    }
  }
  const bool ready = waiting.empty();
  const json body = {{"status", ready ? "ready" : "not ready"}, {"waiting_for", waiting}};
  return server::json_response(body.dump() + "\n", ready ? 200 : 503);
}

Response Service::states() const {
  json all = json::array();
  for (const auto& [name, monitor] : monitors_) {
    const MonitorPicture picture = monitor->picture();
    json one = {{"name", name},
                {"state", state_name(picture.state)},
                {"epoch", picture.epoch},
                {"restarts", picture.restarts},
                {"events", picture.num_events},
                {"triggers", picture.num_triggers},
                {"bad", picture.num_bad},
                {"late", picture.num_late}};
    if (!picture.error.empty()) {
      one["error"] = picture.error;
    }
    if (const auto& log = monitor->log()) {
      const eventlog::LogFacts facts = log->facts();
      one["pushed"] = facts.end;
      one["waiting"] = facts.end - std::min(facts.end, monitor->desk()->judged());
      one["duplicates"] = facts.num_duplicates;
    }
    all.push_back(std::move(one));
  }
  return server::json_response(all.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

Response Service::metrics(const Request& request) const {
  std::vector<MetricFamily> families;
  collect_service(listener_->num_connections(), families);
  for (const auto& [name, monitor] : monitors_) {
    collect_health(*monitor, families);
    monitor->metrics().collect(families);
  }
  const ExpositionFormat format = exposition_format(request.header("accept"));
  Response response;
  response.content_type = content_type(format);
  response.body = exposition(families, format);
  return response;
}

}  // namespace fairmon::watch
