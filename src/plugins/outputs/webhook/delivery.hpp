#pragma once

#include <fairmon/result.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "plugins/outputs/webhook/notice.hpp"
#include "plugins/outputs/webhook/settings.hpp"

namespace fairmon::plugins::webhook {

/// What became of one attempt.
struct Attempt {
  enum class Outcome : std::uint8_t {
    Taken,
    Later,    ///< may go better: nobody there, too busy, a mistake of somebody who can mend it
    Refused,  ///< this message will never be taken
  };
  Outcome outcome = Outcome::Later;
  int status = 0;       ///< 0: there was no answer
  std::string answer;   ///< its beginning
  std::string trouble;  ///< one sentence; empty if taken
  std::optional<std::chrono::seconds> retry_after;
};

/// Posts notices to the receiver, signed and with headers from files. Reads no answer but its
/// beginning, follows no redirect. One thread at a time.
class Delivery {
 public:
  /// `cancelled` is asked now and then while it waits; true: give up.
  Delivery(WebhookSettings settings, std::function<bool()> cancelled);
  ~Delivery();
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;

  [[nodiscard]] Attempt post(const Notice& notice);
  /// The body as it would be posted now.
  [[nodiscard]] std::string body_of(const Notice& notice, const Secrets& secrets) const;

 private:
  struct Connection;
  WebhookSettings settings_;
  std::function<bool()> cancelled_;
  std::unique_ptr<Connection> connection_;
};

/// Host and port, without what may be secret.
[[nodiscard]] std::string shown_address(std::string_view url);
[[nodiscard]] std::int64_t wall_clock_ns();

}  // namespace fairmon::plugins::webhook
