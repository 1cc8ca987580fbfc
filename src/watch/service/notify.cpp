#include "watch/service/notify.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "support/number.hpp"

namespace fairmon::watch {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

Notifier::Notifier() : address_(environment("NOTIFY_SOCKET")) {
  const auto process = support::parse_number<std::int64_t>(environment("WATCHDOG_PID"));
  const auto span = support::parse_number<std::uint64_t>(environment("WATCHDOG_USEC"));
  if (span && *span > 0 && (!process || *process == ::getpid())) {
    watchdog_ = std::chrono::milliseconds(*span / 1000);
  }
}

void Notifier::send(const std::string& lines) const {
  sockaddr_un address{};
  if (address_.empty() || address_.size() >= sizeof address.sun_path) {
    return;
  }
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, address_.data(), address_.size());
  if (address_.front() == '@') {
    address.sun_path[0] = '\0';  // an abstract name
  }
  const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) {
    return;
  }
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
  // Nobody can be told that this failed; systemd notices by itself.
  static_cast<void>(::sendto(descriptor, lines.data(), lines.size(), MSG_NOSIGNAL,
                             reinterpret_cast<const sockaddr*>(&address), length));
  ::close(descriptor);
}

}  // namespace fairmon::watch
