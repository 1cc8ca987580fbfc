#include "plugins/outputs/webhook/settings.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <tuple>

#include "dsa/client/service_address.hpp"
#include "plugins/secrets/secret_file.hpp"
#include "support/text.hpp"

namespace fairmon::plugins::webhook {

namespace {

constexpr const char* kWhen = "when to tell";
constexpr const char* kWhere = "where to";
constexpr const char* kSecrets = "secrets";
constexpr const char* kDelivery = "delivery";

OptionInfo option(std::string name, OptionKind kind, std::string placeholder, std::string summary,
                  const char* group, std::string default_value = {}) {
  OptionInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.placeholder = std::move(placeholder);
  info.summary = std::move(summary);
  info.group = group;
  info.default_value = std::move(default_value);
  // Alarms are told of verdicts; no verdict depends on how.
  info.incidental = true;
  return info;
}

OptionInfo secret(std::string name, std::string summary) {
  OptionInfo info = option(std::move(name), OptionKind::Path, "FILE", std::move(summary), kSecrets);
  info.secret_file = true;
  return info;
}

void add_when(std::vector<OptionInfo>& table) {
  table.push_back(option("for", OptionKind::Duration, "DURATION",
                         "a condition has to hold so long before it is an alarm", kWhen, "0s"));
  table.push_back(option("resolve-after", OptionKind::Duration, "DURATION",
                         "a condition has to be false so long before the alarm is over", kWhen,
                         "0s"));
  table.push_back(option("repeat", OptionKind::Duration, "DURATION",
                         "tell an alarm that goes on again after so long; 0s: never, but for "
                         "alertmanager 1min",
                         kWhen, "0s"));
  OptionInfo group_by =
      option("group-by", OptionKind::Text, "NAME",
             "one alarm for all that agree in this: a parameter, `trigger`, or `all`", kWhen);
  group_by.repeatable = true;
  table.push_back(std::move(group_by));
  table.push_back(option("group-interval", OptionKind::Duration, "DURATION",
                         "tell after so long that the violations of an alarm became others", kWhen,
                         "5min"));
  OptionInfo clock = option("clock", OptionKind::Choice, "CLOCK",
                            "what passes while no events come: no time (events), time by the "
                            "clock (live); auto: live in a service and with --online",
                            kWhen, "auto");
  clock.choices = {"auto", "events", "live"};
  table.push_back(std::move(clock));
  OptionInfo evidence = option("evidence", OptionKind::Flag, "",
                               "add value, trials and interval of the streams a condition speaks "
                               "of, and whether it is violated, kept or undecided",
                               kWhen);
  evidence.incidental = false;
  table.push_back(std::move(evidence));
}

void add_where(std::vector<OptionInfo>& table) {
  OptionInfo url =
      option("url", OptionKind::Text, "URL", "address that alarms are posted to", kWhere);
  url.address = true;
  table.push_back(std::move(url));
  OptionInfo preset = option("preset", OptionKind::Choice, "FORM",
                             "form of the messages that the receiver knows", kWhere, "fairmon");
  preset.choices = preset_names();
  table.push_back(std::move(preset));
  table.push_back(option("template", OptionKind::Path, "FILE",
                         "a JSON file with ${message} and others in its texts, instead of a preset",
                         kWhere));
  table.push_back(option("source", OptionKind::Text, "NAME",
                         "who tells; in a service the name of the monitor unless given", kWhere,
                         "fairmon"));
  table.push_back(secret("url-file", "file with the address, where that is a secret"));
  table.push_back(secret("secret-file",
                         "file with the key for signatures (HMAC-SHA-256) in FairMon-Signature"));
  table.push_back(secret("token-file", "file with a bearer token"));
  table.push_back(secret("header-file", "file with further headers, one `Name: value` per line"));
  table.push_back(secret("routing-key-file", "file with the routing key of the preset pagerduty"));
}

void add_delivery(std::vector<OptionInfo>& table) {
  table.push_back(option("ca-file", OptionKind::Path, "FILE",
                         "certificates to trust instead of the system's, as PEM", kDelivery));
  table.push_back(option("plain-http", OptionKind::Flag, "",
                         "allow http:// to other machines; then without token and headers",
                         kDelivery));
  table.push_back(option("timeout", OptionKind::Duration, "DURATION",
                         "how long the receiver may take for an answer", kDelivery, "10s"));
  table.push_back(option("first-retry", OptionKind::Duration, "DURATION",
                         "pause before a second try; it doubles from try to try", kDelivery, "1s"));
  table.push_back(option("longest-retry", OptionKind::Duration, "DURATION",
                         "longest pause between tries", kDelivery, "5min"));
  table.push_back(option("last-wait", OptionKind::Duration, "DURATION",
                         "how long the end of the run waits for the receiver", kDelivery, "10s"));
  table.push_back(option("most-bytes", OptionKind::Integer, "N",
                         "largest size of the file in which alarms wait", kDelivery, "67108864"));
}

Result<std::chrono::milliseconds> span_of(const OptionValues& values, const std::string& name,
                                          std::int64_t least_ms) {
  constexpr std::int64_t kMilli = 1'000'000;
  const std::int64_t span = values.duration(name).ns / kMilli;
  if (span < least_ms) {
    return Error(ErrorCode::Usage, "--" + name + " is too short; expected at least " +
                                       std::to_string(least_ms) + " ms");
  }
  return std::chrono::milliseconds(span);
}

Result<Template> read_template(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    return Error(ErrorCode::NotFound, "cannot read the template `" + file + "`");
  }
  return Template::parse(text, file);
}

Result<void> read_rules(const OptionValues& values, WebhookSettings& settings) {
  AlarmRules& rules = settings.rules;
  for (const auto& [name, target] : {std::pair<const char*, std::int64_t*>{"for", &rules.wait_ns},
                                     {"resolve-after", &rules.resolve_ns},
                                     {"repeat", &rules.repeat_ns},
                                     {"group-interval", &rules.group_interval_ns}}) {
    *target = values.duration(name).ns;
    constexpr std::int64_t kYear = 31'536'000'000'000'000;
    if (*target < 0 || *target > 50 * kYear) {
      return Error(ErrorCode::Usage, "--" + std::string(name) +
                                         " is a span of time of up to 50 years, such as 10min");
    }
  }
  constexpr std::int64_t kMinute = 60'000'000'000;
  if (settings.preset == "alertmanager" && rules.repeat_ns == 0) {
    rules.repeat_ns = kMinute;
  }
  // In a configuration a list may stand in one text.
  for (const std::string& text : values.all("group-by")) {
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      rules.group_by.emplace_back(support::trimmed(rest.substr(0, comma)));
      rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
  }
  return {};
}

Result<void> read_delivery(const OptionValues& values, WebhookSettings& settings) {
  const auto timeout = span_of(values, "timeout", 1000);
  const auto first = span_of(values, "first-retry", 10);
  const auto longest = span_of(values, "longest-retry", 10);
  const auto last = span_of(values, "last-wait", 0);
  for (const auto* span : {&timeout, &first, &longest, &last}) {
    if (!*span) {
      return span->error();
    }
  }
  settings.timeout = std::chrono::duration_cast<std::chrono::seconds>(*timeout);
  settings.first_pause = *first;
  settings.longest_pause = std::max(*longest, *first);
  settings.last_wait = *last;
  constexpr std::int64_t kLeast = 4096;
  if (values.integer("most-bytes") < kLeast) {
    return Error(ErrorCode::Usage, "--most-bytes is less than " + std::to_string(kLeast));
  }
  settings.most_bytes = static_cast<std::uint64_t>(values.integer("most-bytes"));
  return {};
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

/// Only what cannot add lines of its own; errors name the line, never its content.
Result<std::vector<std::string>> headers_in(std::string_view text, const std::string& file) {
  std::vector<std::string> headers;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = support::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    if (line.empty()) {
      continue;
    }
    const std::size_t colon = line.find(':');
    const bool good = colon != line.npos && colon > 0 && is_visible(line.substr(0, colon)) &&
                      std::all_of(line.begin(), line.end(),
                                  [](char c) { return (c >= ' ' && c <= '~') || c == '\t'; });
    if (!good) {
      return Error(ErrorCode::Usage, "line " + std::to_string(number) + " of the header file `" +
                                         file + "` is no header; write `Name: value`");
    }
    headers.emplace_back(line);
  }
  return headers;
}

}  // namespace

std::span<const OptionInfo> webhook_options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table;
    add_where(table);
    add_when(table);
    add_delivery(table);
    return table;
  }();
  return kTable;
}

Result<WebhookSettings> read_webhook_settings(const OptionValues& values) {
  WebhookSettings settings;
  settings.url = values.text("url");
  settings.url_file = values.text("url-file");
  if (settings.url.empty() == settings.url_file.empty()) {
    return Error(ErrorCode::Usage,
                 "a webhook needs its address, once: url, or url-file where it is a secret");
  }
  settings.preset = values.text("preset");
  settings.source = values.text("source");
  settings.evidence = values.flag("evidence");
  settings.secret_file = values.text("secret-file");
  settings.token_file = values.text("token-file");
  settings.header_file = values.text("header-file");
  settings.routing_key_file = values.text("routing-key-file");
  settings.ca_file = values.text("ca-file");
  settings.plain_http = values.flag("plain-http");
  const std::string clock = values.text("clock");
  settings.clock = clock == "live"     ? AlarmClock::Live
                   : clock == "events" ? AlarmClock::Events
                                       : AlarmClock::Auto;
  if (settings.preset == "pagerduty" && settings.routing_key_file.empty()) {
    return Error(ErrorCode::Usage, "the preset pagerduty needs routing-key-file");
  }
  if (settings.plain_http && !(settings.token_file + settings.header_file).empty()) {
    return Error(ErrorCode::Usage,
                 "a token or headers from a file would travel unprotected; leave out plain-http "
                 "and use https://");
  }
  if (!values.text("template").empty()) {
    if (values.has("preset")) {
      return Error(ErrorCode::Usage, "a template takes the place of the preset; name one of both");
    }
    auto body = read_template(values.text("template"));
    if (!body) {
      return std::move(body).error();
    }
    settings.body = *std::move(body);
  }
  if (auto read = read_rules(values, settings); !read) {
    return std::move(read).error();
  }
  if (auto read = read_delivery(values, settings); !read) {
    return std::move(read).error();
  }
  return settings;
}

std::size_t host_end(std::string_view url) {
  const std::size_t host = url.find("//");
  const std::size_t end = host == url.npos ? url.npos : url.find_first_of("/?", host + 2);
  return std::min(end, url.size());
}

Result<Secrets> read_secrets(const WebhookSettings& settings) {
  Secrets secrets;
  secrets.url = settings.url;
  std::string token;
  std::string headers;
  for (const auto& [file, what, target] :
       {std::tuple<const std::string&, const char*, std::string*>{
            settings.url_file, "the file with the address", &secrets.url},
        {settings.secret_file, "the file with the key for signatures", &secrets.secret},
        {settings.routing_key_file, "the file with the routing key", &secrets.routing_key},
        {settings.token_file, "the token file", &token},
        {settings.header_file, "the header file", &headers}}) {
    if (file.empty()) {
      continue;
    }
    auto content = read_secret_file(file, what);
    if (!content) {
      return std::move(content).error();
    }
    *target = *std::move(content);
  }
  if (!is_visible(secrets.url) || secrets.url.find('#') != std::string::npos) {
    return Error(ErrorCode::Usage,
                 "the address of the webhook holds a character that belongs into "
                 "no address");
  }
  const auto address = dsa::parse_service_address(
      std::string_view(secrets.url).substr(0, host_end(secrets.url)), settings.plain_http);
  if (!address) {
    return address.error();
  }
  auto more = headers_in(headers, settings.header_file);
  if (!more) {
    return std::move(more).error();
  }
  secrets.headers = *std::move(more);
  if (!token.empty()) {
    if (auto checked = dsa::check_token(token); !checked) {
      return std::move(checked).error();
    }
    secrets.headers.push_back("Authorization: Bearer " + token);
  }
  return secrets;
}

}  // namespace fairmon::plugins::webhook
