#include "plugins/outputs/webhook/delivery.hpp"

#include <fairmon/version.hpp>

#include <algorithm>
#include <utility>

#include "dsa/client/http.hpp"
#include "ledger/crypto/sha256.hpp"
#include "support/civil_time.hpp"
#include "support/number.hpp"
#include "support/printable.hpp"

namespace fairmon::plugins::webhook {

namespace {

constexpr std::size_t kKeptAnswer = 4096;
constexpr std::size_t kShownAnswer = 200;
constexpr std::int64_t kSecond = 1'000'000'000;

/// In seconds; a date counts as none.
std::optional<std::chrono::seconds> retry_after(const dsa::HttpResponse& response) {
  constexpr std::int64_t kLongest = 3600;
  const std::string_view text = response.header("retry-after");
  if (const auto seconds = support::parse_number<std::uint32_t>(text)) {
    return std::chrono::seconds(std::min<std::int64_t>(*seconds, kLongest));
  }
  return std::nullopt;
}

std::string beginning(const std::string& answer) {
  std::string text = support::printable(answer.substr(0, kShownAnswer));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.empty() ? "" : ": " + text;
}

Attempt judged(dsa::HttpResponse response, const std::string& where) {
  Attempt attempt;
  const int status = response.status;
  attempt.status = status;
  attempt.answer = std::move(response.body);
  const std::string said = where + " answered " + std::to_string(status);
  if (status >= 200 && status < 300) {
    attempt.outcome = Attempt::Outcome::Taken;
  } else if (status == 400 || status == 413 || status == 415 || status == 422) {
    attempt.outcome = Attempt::Outcome::Refused;
    attempt.trouble = said + beginning(attempt.answer);
  } else if (status >= 300 && status < 400) {
    attempt.trouble = said + ", a redirect, which is not followed; name the final address";
  } else {
    attempt.retry_after = retry_after(response);
    attempt.trouble = said + beginning(attempt.answer);
  }
  return attempt;
}

}  // namespace

std::int64_t wall_clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string shown_address(std::string_view url) {
  return support::printable(url.substr(0, host_end(url)));
}

struct Delivery::Connection {
  std::string base;
  dsa::HttpClient client;
};

Delivery::Delivery(WebhookSettings settings, std::function<bool()> cancelled)
    : settings_(std::move(settings)), cancelled_(std::move(cancelled)) {}

Delivery::~Delivery() = default;

std::string Delivery::body_of(const Notice& notice, const Secrets& secrets) const {
  const MessageContext context{wall_clock_ns(), settings_.rules.repeat_ns, secrets.routing_key};
  const Json body = settings_.body ? settings_.body->fill(notice)
                                   : preset_message(settings_.preset, notice, context);
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Attempt Delivery::post(const Notice& notice) {
  const auto secrets = read_secrets(settings_);
  if (!secrets) {
    Attempt attempt;
    attempt.trouble = secrets.error().message;
    return attempt;
  }
  const std::size_t path = host_end(secrets->url);
  const std::string base = secrets->url.substr(0, path);
  if (!connection_ || connection_->base != base) {
    dsa::HttpSettings http;
    http.base_url = base;
    http.user_agent = "fairmon/" + std::string(version());
    http.connect_timeout = std::min(settings_.timeout, std::chrono::seconds(10));
    http.total_timeout = settings_.timeout;
    http.kept_answer = kKeptAnswer;
    http.ca_file = settings_.ca_file;
    http.plain_http = settings_.plain_http;
    http.cancelled = cancelled_;
    connection_.reset(new Connection{base, dsa::HttpClient(std::move(http))});
  }
  const std::string body = body_of(notice, *secrets);
  std::vector<std::string> headers = secrets->headers;
  headers.push_back("Idempotency-Key: " + notice.id());
  headers.push_back("FairMon-Alarm: " + notice.alarm);
  if (!secrets->secret.empty()) {
    const std::string time = std::to_string(wall_clock_ns() / kSecond);
    headers.push_back("FairMon-Signature: t=" + time +
                      ",v1=" + ledger::hmac_sha256_hex(secrets->secret, time + "." + body));
  }
  const std::string rest = secrets->url.substr(path);
  auto answer = connection_->client.post(rest.starts_with('?') ? "/" + rest : rest, body, headers);
  if (answer) {
    return judged(*std::move(answer), shown_address(base));
  }
  Attempt attempt;
  attempt.trouble = answer.error().message;
  return attempt;
}

}  // namespace fairmon::plugins::webhook
