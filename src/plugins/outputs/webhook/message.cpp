#include "plugins/outputs/webhook/message.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/civil_time.hpp"

namespace fairmon::plugins::webhook {

namespace {

Json number_of(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json labels_of(const Labels& labels) {
  Json object = Json::object();
  for (const auto& [name, value] : labels) {
    object[name] = value;
  }
  return object;
}

Json evidence_of(const Notice& notice, const Evidence& evidence) {
  return {{"stream", evidence.stream},
          {"instance", evidence.instance},
          {"value", number_of(evidence.value)},
          {"n", evidence.trials ? Json(*evidence.trials) : Json(nullptr)},
          {"lower", number_of(evidence.lower)},
          {"upper", number_of(evidence.upper)},
          {"as_of", time_text(notice, evidence.as_of_ns)}};
}

Json violation_of(const Notice& notice, const Violation& violation) {
  Json object = {{"trigger", violation.trigger},
                 {"title", violation.title},
                 {"instance", violation.instance},
                 {"labels", labels_of(violation.labels)},
                 {"message", violation.message},
                 {"since", time_text(notice, violation.since_ns)},
                 {"firings", violation.firings},
                 {"value", number_of(violation.value)},
                 {"threshold", number_of(violation.threshold)},
                 {"state", violation.state.empty() ? Json(nullptr) : Json(violation.state)}};
  Json evidence = Json::array();
  for (const Evidence& one : violation.evidence) {
    evidence.push_back(evidence_of(notice, one));
  }
  object["evidence"] = std::move(evidence);
  return object;
}

/// The value that stands for the alarm as a whole: of the first violation, whose message is shown.
Json first_evidence(const Notice& notice, const char* name) {
  if (notice.violations.empty() || notice.violations.front().evidence.empty()) {
    return nullptr;
  }
  return evidence_of(notice, notice.violations.front().evidence.front()).at(name);
}

}  // namespace

std::string time_text(const Notice& notice, std::int64_t time_ns) {
  std::string text;
  if (notice.start_ns) {
    support::append_rfc3339(text, *notice.start_ns + time_ns);
  } else {
    support::append_seconds(text, time_ns);
  }
  return text;
}

std::string wall_text(std::int64_t time_ns) {
  std::string text;
  support::append_rfc3339(text, time_ns / 1'000'000'000 * 1'000'000'000);
  return text;
}

std::string headline(const Notice& notice) {
  const Violation first = notice.violations.empty() ? Violation() : notice.violations.front();
  std::string text = notice.test ? "[test] " : "";
  text += notice.source + ": ";
  text +=
      first.message.empty() ? (first.title.empty() ? first.trigger : first.title) : first.message;
  text += first.instance.empty() ? "" : " (" + first.instance + ")";
  const std::uint64_t others =
      notice.more + (notice.violations.empty() ? 0 : notice.violations.size() - 1);
  text += others == 0 ? "" : fmt::format(" and {} more", others);
  return text;
}

Json facts_of(const Notice& notice) {
  const Violation first = notice.violations.empty() ? Violation() : notice.violations.front();
  Json violations = Json::array();
  for (const Violation& violation : notice.violations) {
    violations.push_back(violation_of(notice, violation));
  }
  return {{"version", 1},
          {"alarm", notice.alarm},
          {"id", notice.id()},
          {"kind", kind_name(notice.kind)},
          {"test", notice.test},
          {"source", notice.source},
          {"headline", headline(notice)},
          {"trigger", first.trigger},
          {"title", first.title},
          {"message", first.message},
          {"instance", first.instance},
          {"labels", labels_of(notice.labels)},
          {"since", time_text(notice, notice.since_ns)},
          {"at", time_text(notice, notice.at_ns)},
          {"ended", notice.ended_ns ? Json(time_text(notice, *notice.ended_ns)) : Json(nullptr)},
          {"noted", wall_text(notice.noted_ns)},
          {"reason", notice.reason},
          {"value", number_of(first.value)},
          {"threshold", number_of(first.threshold)},
          {"n", first_evidence(notice, "n")},
          {"lower", first_evidence(notice, "lower")},
          {"upper", first_evidence(notice, "upper")},
          {"state", first.state.empty() ? Json(nullptr) : Json(first.state)},
          {"firings", first.firings},
          {"violations", std::move(violations)},
          {"more_violations", notice.more}};
}

}  // namespace fairmon::plugins::webhook
