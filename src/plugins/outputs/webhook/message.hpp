#pragma once

#include <fairmon/result.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/outputs/webhook/notice.hpp"

namespace fairmon::plugins::webhook {

using Json = nlohmann::ordered_json;

/// What a message needs besides its notice.
struct MessageContext {
  std::int64_t now_ns = 0;     ///< the clock on the wall
  std::int64_t repeat_ns = 0;  ///< how often an alarm that goes on is told
  std::string routing_key;     ///< of services that want it in the body
};

/// Forms of messages that receivers know, besides FairMon's own: `fairmon`, `alertmanager`,
/// `slack`, `teams`, `pagerduty`.
[[nodiscard]] std::vector<std::string> preset_names();
[[nodiscard]] Json preset_message(std::string_view preset, const Notice& notice,
                                  const MessageContext& context);

/// Everything that is known of a notice; the message of the preset `fairmon`, and what templates
/// can name.
[[nodiscard]] Json facts_of(const Notice& notice);

/// A JSON text of the user's with `${name}` in its texts. A text that is nothing but `${name}`
/// becomes that value, a number or a list as it is; in longer texts values are written out.
class Template {
 public:
  /// Fails for what is no JSON and for names that do not exist, with the nearest one.
  [[nodiscard]] static Result<Template> parse(std::string_view text, const std::string& file);
  [[nodiscard]] Json fill(const Notice& notice) const;

 private:
  explicit Template(Json body) : body_(std::move(body)) {}
  Json body_;
};

/// One line for people: `FairMon: demographic_parity … (women), since …`.
[[nodiscard]] std::string headline(const Notice& notice);
/// A time of the alarm's clock as the data tell it: a date, or seconds since their beginning.
[[nodiscard]] std::string time_text(const Notice& notice, std::int64_t time_ns);
[[nodiscard]] std::string wall_text(std::int64_t time_ns);

}  // namespace fairmon::plugins::webhook
