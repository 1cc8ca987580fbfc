#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "watch/config/config.hpp"
#include "watch/http/listener.hpp"
#include "watch/monitor/watched.hpp"
#include "watch/service/door.hpp"
#include "watch/service/notify.hpp"

namespace fairmon::watch {

/// What the service gets from the program around it.
struct ServiceTools {
  const PluginRegistry* plugins = nullptr;
  /// Reads and compiles a specification with its findings; the error holds the diagnostics.
  std::function<Result<Spec>(const std::string& file)> compile;
  /// One line without its end; severity as in syslog.
  std::function<void(int severity, const std::string& line)> log;
};

/// A configuration together with its compiled specifications, in the order of the monitors.
struct CheckedConfig {
  ServiceConfig config;
  std::vector<Spec> specs;
  std::shared_ptr<server::TlsContext> tls;  ///< nothing: connections are not encrypted
};

/// Reads the configuration and everything it names, and finds out whether it could run.
[[nodiscard]] Result<CheckedConfig> check_config(const std::filesystem::path& file,
                                                 const ServiceTools& tools);

/// `fairmon watch`: monitors as the configuration lists them, and HTTP around them.
class Service final : public RequestHandler {
 public:
  Service(std::filesystem::path config_file, ServiceTools tools);
  ~Service() override;

  /// Returns after an interrupt or termination signal, or with the reason why it cannot begin.
  [[nodiscard]] Result<void> run();

  [[nodiscard]] Result<std::uint64_t, server::Response> admit(
      const server::Request& request) override;
  void handle(server::Request request, Reply reply) override;

 private:
  Result<void> begin(CheckedConfig checked);
  void reload();
  void apply(CheckedConfig checked);
  void tick();
  void keep_watchdog_quiet();
  void note(const std::string& what);
  [[nodiscard]] WatchedMonitor* find(const std::string& name);
  [[nodiscard]] server::Response readiness() const;
  [[nodiscard]] server::Response states() const;
  [[nodiscard]] server::Response metrics(const server::Request& request) const;

  std::filesystem::path config_file_;
  ServiceTools tools_;
  ServiceConfig config_;
  Notifier notifier_;
  std::unique_ptr<Listener> listener_;
  std::unique_ptr<Door> door_;
  /// Before the listener they end: replies that wait in them go through it.
  std::map<std::string, std::unique_ptr<WatchedMonitor>> monitors_;
};

}  // namespace fairmon::watch
