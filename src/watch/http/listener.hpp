#pragma once

#include <fairmon/result.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/http/message.hpp"
#include "server/tls/tls.hpp"

namespace fairmon::watch {

/// Answers a request; may be called later and from any thread, once.
using Reply = std::function<void(server::Response)>;

/// What a service does with requests. Called on the listener's thread, which waits for nothing.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  /// Looks at a request before its body is read: how many bytes it may have, or why none.
  [[nodiscard]] virtual Result<std::uint64_t, server::Response> admit(
      const server::Request& request) = 0;
  virtual void handle(server::Request request, Reply reply) = 0;
};

struct ListenerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free one
  std::size_t max_connections = 10'000;
  std::chrono::seconds idle_timeout{120};
  std::chrono::seconds body_timeout{30};
  std::shared_ptr<server::TlsContext> tls;  ///< nothing: connections are not encrypted
};

/// HTTP on one thread, however many connections there are.
class Listener {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Listener>> bind(const ListenerOptions& options,
                                                              RequestHandler& handler);
  ~Listener();

  [[nodiscard]] std::uint16_t port() const noexcept;
  [[nodiscard]] std::size_t num_connections() const noexcept;
  /// Calls `work` again and again while it listens.
  void every(std::chrono::milliseconds period, std::function<void()> work);
  /// Calls `work` when the process gets the signal.
  void on_signal(int signal, std::function<void()> work);
  /// New connections are encrypted with this certificate. On the listener's thread.
  void encrypt_with(std::shared_ptr<server::TlsContext> tls);
  /// Does the work on the listener's thread; from any thread.
  void post(std::function<void()> work);
  /// Returns after `stop`.
  void run();
  void stop();

 private:
  struct Body;
  explicit Listener(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::watch
