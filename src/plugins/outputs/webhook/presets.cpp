#include <algorithm>
#include <array>
#include <utility>

#include "plugins/outputs/webhook/message.hpp"

namespace fairmon::plugins::webhook {

namespace {

Json own_message(const Notice& notice, const MessageContext&) { return facts_of(notice); }

/// Where an alarm began by a clock that the receiver shares.
std::int64_t began_at(const Notice& notice) {
  return notice.start_ns ? *notice.start_ns + notice.since_ns : notice.noted_ns;
}

std::int64_t ended_at(const Notice& notice, const MessageContext& context) {
  return notice.start_ns ? *notice.start_ns + notice.ended_ns.value_or(notice.at_ns)
                         : std::min(notice.noted_ns, context.now_ns);
}

/// Alertmanager's labels are letters, digits and underscores.
std::string label_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    text += plain ? c : '_';
  }
  return text.empty() || (text.front() >= '0' && text.front() <= '9') ? "_" + text : text;
}

std::string joined_facts(const Violation& violation) {
  std::string text;
  for (const Evidence& evidence : violation.evidence) {
    text += (text.empty() ? "" : "; ") + evidence.stream;
    text += evidence.instance.empty() ? "" : "(" + evidence.instance + ")";
    text += " " + Json(evidence.value).dump();
    if (evidence.lower && evidence.upper) {
      text += " [" + Json(*evidence.lower).dump() + ", " + Json(*evidence.upper).dump() + "]";
    }
    text += evidence.trials ? " n " + std::to_string(*evidence.trials) : "";
  }
  return text;
}

/// Labels tell alarms apart there, so they hold nothing that changes while one goes on.
Json alertmanager_message(const Notice& notice, const MessageContext& context) {
  const Json facts = facts_of(notice);
  Json labels = {{"alertname", "FairMon"}, {"source", notice.source}, {"alarm", notice.alarm}};
  for (const auto& [name, value] : notice.labels) {
    labels[label_name(name)] = value;
  }
  if (notice.test) {
    labels["test"] = "true";
  }
  Json annotations = {
      {"summary", headline(notice)}, {"description", facts["message"]}, {"since", facts["since"]}};
  if (!notice.violations.empty()) {
    const std::string evidence = joined_facts(notice.violations.front());
    if (!evidence.empty()) {
      annotations["evidence"] = evidence;
    }
  }
  const bool over = notice.kind == NoticeKind::End;
  const std::int64_t begin = began_at(notice);
  // An alarm nobody repeats is over for Alertmanager; four repeats may get lost.
  const std::int64_t end =
      over ? std::max(ended_at(notice, context), begin) : context.now_ns + 4 * context.repeat_ns;
  Json alert = {{"labels", std::move(labels)},
                {"annotations", std::move(annotations)},
                {"startsAt", wall_text(begin)},
                {"endsAt", wall_text(over && end >= context.now_ns ? context.now_ns : end)}};
  return Json::array({std::move(alert)});
}

std::string title_of(const Notice& notice) {
  switch (notice.kind) {
    case NoticeKind::Begin:
      return "Alarm";
    case NoticeKind::Still:
      return "Alarm goes on";
    case NoticeKind::End:
      break;
  }
  return "Alarm over";
}

std::string since_text(const Notice& notice) {
  std::string text = "since " + time_text(notice, notice.since_ns);
  if (notice.kind == NoticeKind::End && notice.ended_ns) {
    text += ", until " + time_text(notice, *notice.ended_ns);
  }
  return text + (notice.start_ns ? "" : " s of the data");
}

/// `&`, `<` and `>` would be marks of Slack's own, and `<!channel>` would call everybody.
std::string for_slack(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return safe;
}

Json slack_message(const Notice& notice, const MessageContext&) {
  std::string text = "*" + title_of(notice) + "* " + for_slack(headline(notice)) + "\n" +
                     for_slack(since_text(notice));
  for (const Violation& violation : notice.violations) {
    const std::string facts = joined_facts(violation);
    text += facts.empty() ? "" : "\n" + for_slack(facts);
  }
  text += notice.reason.empty() ? "" : "\n" + for_slack(notice.reason);
  return {{"text", text + "\nalarm `" + notice.alarm + "`"}};
}

Json teams_message(const Notice& notice, const MessageContext&) {
  const auto block = [](std::string text, bool strong) {
    Json one = {{"type", "TextBlock"}, {"text", std::move(text)}, {"wrap", true}};
    if (strong) {
      one["weight"] = "Bolder";
    }
    return one;
  };
  Json body = Json::array({block(title_of(notice), true), block(headline(notice), false),
                           block(since_text(notice), false)});
  for (const Violation& violation : notice.violations) {
    const std::string facts = joined_facts(violation);
    if (!facts.empty()) {
      body.push_back(block(facts, false));
    }
  }
  body.push_back(block("alarm " + notice.alarm, false));
  Json card = {{"$schema", "http://adaptivecards.io/schemas/adaptive-card.json"},
               {"type", "AdaptiveCard"},
               {"version", "1.4"},
               {"body", std::move(body)}};
  return {{"type", "message"},
          {"attachments", Json::array({{{"contentType", "application/vnd.microsoft.card.adaptive"},
                                        {"contentUrl", nullptr},
                                        {"content", std::move(card)}}})}};
}

/// Events API v2: the same key from the first event of an incident to its end.
Json pagerduty_message(const Notice& notice, const MessageContext& context) {
  constexpr std::size_t kLongestSummary = 1024;
  Json event = {{"routing_key", context.routing_key},
                {"event_action", notice.kind == NoticeKind::End ? "resolve" : "trigger"},
                {"dedup_key", notice.alarm}};
  if (notice.kind == NoticeKind::End) {
    return event;
  }
  std::string summary = headline(notice);
  if (summary.size() > kLongestSummary) {
    std::size_t end = kLongestSummary;
    while ((static_cast<unsigned char>(summary[end]) & 0xc0U) == 0x80U) {
      --end;
    }
    summary.resize(end);
  }
  event["payload"] = {
      {"summary", std::move(summary)},
      {"source", notice.source},
      {"severity", notice.test ? "info" : "warning"},
      {"timestamp", wall_text(began_at(notice))},
      {"component", notice.violations.empty() ? std::string() : notice.violations.front().trigger},
      {"custom_details", facts_of(notice)}};
  return event;
}

using Maker = Json (*)(const Notice&, const MessageContext&);
constexpr std::array<std::pair<std::string_view, Maker>, 5> kPresets = {
    {{"fairmon", own_message},
     {"alertmanager", alertmanager_message},
     {"slack", slack_message},
     {"teams", teams_message},
     {"pagerduty", pagerduty_message}}};

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : kPresets) {
    names.emplace_back(name);
  }
  return names;
}

Json preset_message(std::string_view preset, const Notice& notice, const MessageContext& context) {
  for (const auto& [name, maker] : kPresets) {
    if (name == preset) {
      return maker(notice, context);
    }
  }
  return own_message(notice, context);
}

}  // namespace fairmon::plugins::webhook
