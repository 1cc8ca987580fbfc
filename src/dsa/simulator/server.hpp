#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "dsa/simulator/api.hpp"

namespace fairmon::dsa::simulator {

/// Serves a simulated research API on loopback until it is destroyed. For tests and demonstrations.
class Server {
 public:
  /// Port 0: any free one.
  [[nodiscard]] static Result<std::unique_ptr<Server>> start(ApiSettings settings,
                                                             std::uint16_t port);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept;
  [[nodiscard]] std::string base_url() const;
  [[nodiscard]] const Api& api() const noexcept;

 private:
  struct Body;
  explicit Server(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::dsa::simulator
