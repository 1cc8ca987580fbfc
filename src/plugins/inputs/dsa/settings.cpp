#include "plugins/inputs/dsa/settings.hpp"

#include <fairmon/version.hpp>

#include <algorithm>
#include <vector>

#include "dsa/client/instant.hpp"
#include "dsa/client/service_address.hpp"
#include "plugins/secrets/secret_file.hpp"
#include "support/text.hpp"

namespace fairmon::plugins::inputs {

namespace {

constexpr std::int64_t kDay = dsa::kSecondsPerDay * dsa::kNanosPerSecond;

Result<Timestamp> date_option(const OptionValues& options, const char* name) {
  const auto parsed = dsa::parse_instant(options.text(name));
  if (!parsed) {
    return Error(ErrorCode::Usage, "`" + options.text(name) + "` is no date for --" + name +
                                       "; write 2025-11-26 or 2025-11-26T12:00:00Z");
  }
  return *parsed;
}

OptionInfo option(std::string name, OptionKind kind, std::string summary, std::string placeholder,
                  std::string group) {
  OptionInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.summary = std::move(summary);
  info.placeholder = std::move(placeholder);
  info.incidental = group == "access";
  info.group = std::move(group);
  return info;
}

OptionInfo repeated(OptionInfo info) {
  info.repeatable = true;
  return info;
}

OptionInfo with_default(OptionInfo info, std::string value) {
  info.default_value = std::move(value);
  return info;
}

std::vector<OptionInfo> make_options() {
  std::vector<OptionInfo> table;
  table.push_back(
      option("from", OptionKind::Date, "first day to read (UTC)", "DATE", "which statements"));
  table.back().required = true;
  table.push_back(option("to", OptionKind::Date,
                         "first day no longer to read; one day after --from unless given", "DATE",
                         "which statements"));
  table.push_back(repeated(option("platform", OptionKind::Text, "only statements of this platform",
                                  "NAME", "which statements")));
  table.push_back(repeated(option("language", OptionKind::Text,
                                  "only content in this language, two capital letters", "CODE",
                                  "which statements")));
  table.push_back(repeated(option("category", OptionKind::Text, "only this kind of violation",
                                  "CODE", "which statements")));
  table.push_back(option("detection", OptionKind::Choice,
                         "only content found (true) or not found (false) by automated means",
                         "BOOL", "which statements"));
  table.back().choices = {"true", "false"};
  table.push_back(
      repeated(option("decision", OptionKind::Text, "only decisions automated to this degree",
                      "CODE", "which statements")));
  table.push_back(
      repeated(option("filter", OptionKind::Pair, "only statements whose field has this value",
                      "FIELD=VALUE", "which statements")));
  table.push_back(option("token", OptionKind::Secret, "research token; better kept in a file",
                         "TOKEN", "access"));
  table.back().environment = "FAIRMON_DSA_TOKEN";
  table.push_back(option("token-file", OptionKind::Path,
                         "file with the research token, readable by you alone", "FILE", "access"));
  table.back().secret_file = true;
  table.push_back(
      with_default(option("url", OptionKind::Text, "address of the service", "URL", "access"),
                   "https://transparency.dsa.ec.europa.eu"));
  table.back().address = true;
  table.push_back(with_default(
      option("page-size", OptionKind::Integer,
             "statements asked for at once; the service may grant others", "N", "access"),
      "10000"));
  table.push_back(with_default(
      option("quota", OptionKind::Integer, "requests allowed per window", "N", "access"), "50"));
  table.push_back(with_default(option("quota-window", OptionKind::Duration,
                                      "length of the window of the quota", "DURATION", "access"),
                               "60s"));
  table.push_back(
      with_default(option("attempts", OptionKind::Integer,
                          "how often to ask for a page that does not come", "N", "access"),
                   "8"));
  return table;
}

void add_chosen(dsa::Query& query, const OptionValues& options, const char* option_name,
                const char* field) {
  for (const std::string& value : options.all(option_name)) {
    query.chosen.emplace_back(field, value);
  }
}

}  // namespace

std::span<const OptionInfo> dsa_options() {
  static const std::vector<OptionInfo> kTable = make_options();
  return kTable;
}

Result<std::string> dsa_token(const OptionValues& options) {
  if (!options.text("token").empty()) {
    return std::string(support::trimmed(options.text("token")));
  }
  if (!options.text("token-file").empty()) {
    return read_secret_file(options.text("token-file"), "the token file");
  }
  return Error(ErrorCode::Usage,
               "the research API needs a token: give --token-file FILE or set FAIRMON_DSA_TOKEN; "
               "without one, read the daily dumps with `dsa-dump`");
}

Result<dsa::PagerSettings> dsa_settings(const OptionValues& options) {
  dsa::PagerSettings settings;
  auto token = dsa_token(options);
  if (!token) {
    return std::move(token).error();
  }
  if (auto checked = dsa::check_token(*token); !checked) {
    return std::move(checked).error();
  }
  settings.http.token = std::move(*token);
  auto address = dsa::parse_service_address(options.text("url"));
  if (!address) {
    return std::move(address).error();
  }
  settings.http.base_url = std::move(address->url);
  settings.http.user_agent = "fairmon/" + std::string(version());
  auto from = date_option(options, "from");
  if (!from) {
    return std::move(from).error();
  }
  settings.query.from = *from;
  settings.query.to = *from + Duration{kDay};
  if (!options.text("to").empty()) {
    auto to = date_option(options, "to");
    if (!to) {
      return std::move(to).error();
    }
    settings.query.to = *to;
  }
  if (settings.query.to <= settings.query.from) {
    return Error(ErrorCode::Usage, "--to must be later than --from");
  }
  add_chosen(settings.query, options, "platform", "platform_name");
  add_chosen(settings.query, options, "language", "content_language");
  add_chosen(settings.query, options, "category", "category");
  add_chosen(settings.query, options, "detection", "automated_detection");
  add_chosen(settings.query, options, "decision", "automated_decision");
  for (const auto& [field, value] : options.pairs("filter")) {
    settings.query.chosen.emplace_back(field, value);
  }
  if (auto checked = dsa::check_chosen(settings.query); !checked) {
    return std::move(checked).error();
  }
  const std::int64_t size = options.integer("page-size");
  if (size < 1 || size > 10'000) {
    return Error(ErrorCode::Usage, "--page-size must be between 1 and 10000");
  }
  settings.page_size = static_cast<std::uint32_t>(size);
  constexpr std::int64_t kMost = 1'000'000'000;
  settings.quota_limit =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(options.integer("quota"), 1, kMost));
  settings.max_attempts =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(options.integer("attempts"), 1, kMost));
  settings.quota_window =
      std::chrono::milliseconds(options.duration("quota-window").ns / 1'000'000);
  return settings;
}

}  // namespace fairmon::plugins::inputs
