#pragma once

#include <fairmon/result.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "server/app_state.hpp"
#include "server/tls/tls.hpp"

namespace fairmon::server {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free one
  /// Serve the page from this folder instead of the packed files; for work on the page.
  std::filesystem::path web_root;
  /// When there are more, those go first that have not shown the token yet, the oldest before the
  /// others: whoever just connects and stays silent locks nobody out.
  std::size_t max_connections = 64;
  std::chrono::milliseconds header_timeout{20'000};  ///< for a request to come
};

/// Listens, answers, and keeps pages up to date, all on the thread that calls `run`; answers are
/// computed by a few helper threads.
class Server {
 public:
  /// Binds the address (and its IPv6 twin on loopback). Sets the gate's port.
  [[nodiscard]] static Result<std::unique_ptr<Server>> bind(AppState& state, ServerOptions options);
  ~Server();

  [[nodiscard]] std::uint16_t port() const noexcept;
  /// New connections are encrypted with this certificate; older ones go on as they are. From any
  /// thread.
  void encrypt_with(std::shared_ptr<TlsContext> tls);
  /// Returns after `stop`, or after an interrupt or termination signal if they are handled here.
  /// SIGHUP calls `on_hang_up` if there is one.
  void run(bool handle_signals, const std::function<void()>& on_hang_up = {});
  /// May be called from any thread.
  void stop();

 private:
  struct Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::server
