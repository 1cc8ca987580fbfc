#pragma once

#include <fairmon/plugin.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/outputs/webhook/alarm_book.hpp"
#include "plugins/outputs/webhook/message.hpp"

namespace fairmon::plugins::webhook {

/// Where time comes from while no events come.
enum class AlarmClock : std::uint8_t {
  Auto,    ///< as the run: live or not
  Events,  ///< time stands still
  Live,    ///< time goes on
};

/// Files with secrets are named, not read: they may be replaced while a service runs.
struct WebhookSettings {
  std::string url;
  std::string url_file;
  std::string preset;
  std::optional<Template> body;
  std::string source;
  AlarmRules rules;
  AlarmClock clock = AlarmClock::Auto;
  bool evidence = false;
  std::string secret_file;
  std::string token_file;
  std::string header_file;
  std::string routing_key_file;
  std::string ca_file;
  bool plain_http = false;
  std::chrono::seconds timeout{10};
  std::chrono::milliseconds first_pause{1000};
  std::chrono::milliseconds longest_pause{300'000};
  std::chrono::milliseconds last_wait{10'000};  ///< for the receiver when the run is over
  std::uint64_t most_bytes = std::uint64_t{64} << 20U;
};

/// What is read from files for every message.
struct Secrets {
  std::string url;
  std::string secret;
  std::string routing_key;
  std::vector<std::string> headers;
};

[[nodiscard]] std::span<const OptionInfo> webhook_options();
[[nodiscard]] Result<WebhookSettings> read_webhook_settings(const OptionValues& values);
/// Where the path begins behind `https://host:port`.
[[nodiscard]] std::size_t host_end(std::string_view url);
/// Fails without showing anything of a secret.
[[nodiscard]] Result<Secrets> read_secrets(const WebhookSettings& settings);

}  // namespace fairmon::plugins::webhook
