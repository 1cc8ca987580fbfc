#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace fairmon::watch {

/// Tells systemd how the service is, over the socket that it names in NOTIFY_SOCKET; without one,
/// nothing happens.
class Notifier {
 public:
  /// Looks at the environment once.
  Notifier();
  /// Lines such as `READY=1`.
  void send(const std::string& lines) const;
  /// How often `WATCHDOG=1` is expected; nothing if it is not.
  [[nodiscard]] std::optional<std::chrono::milliseconds> watchdog() const { return watchdog_; }

 private:
  std::string address_;
  std::optional<std::chrono::milliseconds> watchdog_;
};

}  // namespace fairmon::watch
