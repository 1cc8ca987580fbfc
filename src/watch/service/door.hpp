#pragma once

#include <fairmon/result.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/access/access.hpp"
#include "watch/config/config.hpp"

namespace fairmon::watch {

/// An address of the service, and what it asks of whoever calls it. `{}` stands for one part.
struct Endpoint {
  std::string_view method;
  std::string_view pattern;
  server::Permission needs;
};
/// All of them, but for those of logging in.
[[nodiscard]] std::span<const Endpoint> endpoints();
/// For an address that is not known, what reading asks.
[[nodiscard]] server::Permission endpoint_permission(const server::Request& request);

/// Whether an address is one of this machine that no other reaches.
[[nodiscard]] bool names_loopback(std::string_view address);

/// Who may ask the service for what.
class Door {
 public:
  Door(const ServiceConfig& config, std::uint16_t port);

  /// Goes on with another configuration.
  void replace(const ServiceConfig& config);
  /// Who asks, or why not (401, 403, 421, 429). `monitor` is the one that events are for.
  [[nodiscard]] Result<server::Caller, server::Response> admit(const server::Request& request,
                                                               server::Permission needs,
                                                               const MonitorConfig* monitor);
  /// Answers what belongs to logging in.
  [[nodiscard]] server::Response log_in(const server::Request& request);
  /// Writes down what the service does by itself.
  [[nodiscard]] Result<void> note(const std::string& what) { return access_->note_own(what); }
  /// Whether somebody without a token learns which monitors there are.
  [[nodiscard]] bool is_frank() const { return loopback_ && !named_; }

 private:
  [[nodiscard]] bool is_open(const server::Request& request, server::Permission needs,
                             const MonitorConfig* monitor) const;
  [[nodiscard]] bool is_own_host(std::string_view host) const;

  std::string cookie_name_;
  std::unique_ptr<server::Access> access_;
  bool loopback_ = true;
  bool named_ = false;    ///< whether the configuration names users or a proxy
  bool readable_ = true;  ///< whether there are no tokens for reading
  std::vector<std::string> host_names_;
};

}  // namespace fairmon::watch
