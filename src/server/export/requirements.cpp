#include <algorithm>
#include <map>
#include <vector>

#include "server/export/html.hpp"

namespace fairmon::server {

namespace {

/// How a trigger with a statement stands: one instance that violates is enough.
std::optional<JudgementChange> standing_of(const DrawnTrigger& trigger,
                                           const std::vector<JudgementChange>& changes) {
  std::map<std::string, JudgementChange> newest;
  for (const JudgementChange& change : changes) {
    if (change.trigger == trigger.index) {
      newest[change.instance] = change;
    }
  }
  std::optional<JudgementChange> standing;
  const auto weight = [](Judgement judgement) {
    return judgement == Judgement::Violated ? 2 : judgement == Judgement::Undecided ? 1 : 0;
  };
  for (const auto& [instance, change] : newest) {
    if (!standing || weight(change.judgement) > weight(standing->judgement)) {
      standing = change;
    }
  }
  return standing;
}

bool has_values(const DrawnTrigger& trigger, const RunHistory& history) {
  for (const Panel& panel : history.panels()) {
    if (std::count(panel.triggers.begin(), panel.triggers.end(), trigger.index) == 0) {
      continue;
    }
    for (const auto& series : history.series()) {
      const auto ours = [&](const DrawnStream& item) { return item.index == series->stream(); };
      if (series->size() > 0 && std::any_of(panel.streams.begin(), panel.streams.end(), ours)) {
        return true;
      }
    }
    return false;
  }
  return history.reached().ns > 0;
}

std::string violated_text(const Episode& open, const RunHistory& history) {
  const std::string since = people_time(open.first, history);
  return is_unjudged_since(open, history)
             ? "Violated when last judged, " + people_time(open.last, history) + ", since " + since
             : "Violated from " + since + " to the end";
}

std::string line(const DrawnTrigger& trigger, const RunHistory& history,
                 const std::vector<JudgementChange>& changes) {
  const Episode* open = nullptr;
  const Episode* worst = nullptr;
  std::size_t count = 0;
  const auto episodes = history.episodes();
  for (const Episode& episode : episodes) {
    if (episode.trigger != trigger.index) {
      continue;
    }
    ++count;
    open = episode.open() ? &episode : open;
    const bool worse =
        episode.worst && (worst == nullptr || episode.worst->remoteness > worst->worst->remoteness);
    worst = worse ? &episode : worst;
  }
  const auto standing = trigger.level ? standing_of(trigger, changes) : std::nullopt;
  std::string said;
  if (open != nullptr) {
    said = violated_text(*open, history);
  } else if (standing) {
    said = (standing->judgement == Judgement::Kept ? "Kept since " : "Undecided since ") +
           people_time(standing->time, history);
  } else {
    said = trigger.level || (count == 0 && !has_values(trigger, history)) ? "Not judged"
           : count == 0                                                   ? "Kept"
                                                                          : "Kept at the end";
  }
  if (open == nullptr && count > 0) {
    said += "; violated in " + std::to_string(count) + (count == 1 ? " episode" : " episodes");
  }
  std::string out = "<li><b>" + said + "</b>";
  if (worst != nullptr) {
    out += ", worst " + short_number(worst->worst->value) + " on " +
           people_time(worst->worst->time, history);
  }
  const std::string& name = trigger.message.empty() ? trigger.name : trigger.message;
  out += ": " + escape_html(worst == nullptr ? name : worst->worst->text);
  return out + (trigger.level ? " (level " + short_number(*trigger.level) + ")</li>" : "</li>");
}

}  // namespace

std::string requirement_list(const RunHistory& history) {
  const auto changes = history.judgements_after(0);
  std::string out;
  for (const DrawnTrigger& trigger : history.triggers()) {
    out += line(trigger, history, changes);
  }
  return out.empty() ? out : "<ul>" + out + "</ul>";
}

}  // namespace fairmon::server
