#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "support/printable.hpp"
#include "support/utf8.hpp"
#include "why/explain.hpp"

namespace fairmon::why {

using nlohmann::ordered_json;

namespace {

/// Rows with their columns below each other.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], support::count_code_points(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] - support::count_code_points(row[i]) + 2, ' ');
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string count_text(const GroupCount& count) {
  if (!count.rate) {
    return "–";
  }
  std::string text = report::number(*count.rate);
  if (count.hits && count.trials) {
    text +=
        fmt::format(" ({} of {})", report::grouped(*count.hits), report::grouped(*count.trials));
  } else if (count.trials) {
    text += fmt::format(" (n {})", report::grouped(*count.trials));
  }
  return text;
}

std::string groups_text(const Explanation& why) {
  std::vector<std::vector<std::string>> rows = {{"", "now", fmt::format("{:.4g}", why.level)}};
  if (why.held_before) {
    rows.front().emplace_back("before " + why.since);
  }
  constexpr std::size_t kMost = 30;
  for (const GroupLine& group : why.groups) {
    if (rows.size() > kMost && !group.largest && !group.smallest) {
      continue;
    }
    std::vector<std::string> row = {
        support::printable(group.name) + (group.largest    ? " (largest)"
                                          : group.smallest ? " (smallest)"
                                                           : ""),
        count_text(group.now),
        group.bounds
            ? report::number(group.bounds->low) + " … " + report::number(group.bounds->high)
            : ""};
    if (why.held_before) {
      row.push_back(count_text(group.then));
    }
    rows.push_back(std::move(row));
  }
  return "\ngroups\n" + aligned(rows) +
         (why.groups.size() >= rows.size()
              ? fmt::format("  … and {} more\n", why.groups.size() + 1 - rows.size())
              : "");
}

std::string events_text(const std::string& heading, const std::vector<EventLine>& events,
                        const Explanation& why) {
  if (events.empty()) {
    return {};
  }
  std::vector<std::vector<std::string>> rows;
  for (const EventLine& event : events) {
    rows.push_back(
        {event.line > 0 ? "line " + std::to_string(event.line)
                        : "event " + report::grouped(event.number),
         event.time, support::printable(event.values),
         event.moved && !why.measure.empty() ? fmt::format("{:+.4g}", *event.moved) : ""});
  }
  return "\n" + heading + "\n" + aligned(rows);
}

}  // namespace

std::string to_text(const Explanation& why) {
  std::string out = why.trigger + (why.instance.empty() ? "" : "(" + why.instance + ")") + " ";
  out += why.title.empty() ? "" : "“" + why.title + "” ";
  out += "fired at " + why.time +
         (why.at_tick ? ", by its clock" : ", event " + report::grouped(why.event)) + "\n";
  out += "\n  " + why.requirement.condition + "\n";
  out += why.with_values != why.requirement.condition ? "  " + why.with_values + "\n" : "";
  if (!why.values.empty()) {
    std::vector<std::vector<std::string>> rows = {{"", "now"}};
    if (why.held_before) {
      rows.front().emplace_back("before " + why.since);
    }
    for (const ValueLine& value : why.values) {
      rows.push_back({value.name, value.now});
      if (why.held_before) {
        rows.back().push_back(value.then.empty() ? "–" : value.then);
      }
    }
    out += "\nvalues\n" + aligned(rows);
  }
  out += why.groups.empty() ? "" : groups_text(why);
  out +=
      why.held_before
          ? fmt::format("\nit holds since {}, and did not before: {} in between\n", why.since,
                        report::counted(why.num_between, "event", "events"))
          : fmt::format("\nit has held since it was judged for the first time, at {}\n", why.since);
  out += events_text("the last events that counted, and what each did to " + why.measure, why.last,
                     why);
  out += events_text(fmt::format("of the last {} that counted, these moved it most",
                                 report::grouped(why.num_tried)),
                     why.movers, why);
  if (!why.kept_by.empty()) {
    out += "\nwhat would have kept it\n";
    for (const std::string& line : why.kept_by) {
      out += "  " + support::printable(line) + "\n";
    }
  }
  return out;
}

namespace {

template <class Value>
ordered_json maybe(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json count_json(const GroupCount& count) {
  return {{"hits", maybe(count.hits)}, {"n", maybe(count.trials)}, {"rate", maybe(count.rate)}};
}

ordered_json events_json(const std::vector<EventLine>& events) {
  ordered_json list = ordered_json::array();
  for (const EventLine& event : events) {
    list.push_back({{"event", event.number},
                    {"line", event.line > 0 ? ordered_json(event.line) : ordered_json(nullptr)},
                    {"time", event.time},
                    {"values", event.values},
                    {"moved", maybe(event.moved)}});
  }
  return list;
}

}  // namespace

std::string to_json(const Explanation& why) {
  ordered_json values = ordered_json::array();
  for (const ValueLine& value : why.values) {
    values.push_back({{"name", value.name},
                      {"now", value.now},
                      {"before", value.then},
                      {"formula", value.formula}});
  }
  ordered_json groups = ordered_json::array();
  for (const GroupLine& group : why.groups) {
    groups.push_back({{"group", group.name},
                      {"now", count_json(group.now)},
                      {"before", count_json(group.then)},
                      {"lower", group.bounds ? ordered_json(group.bounds->low) : nullptr},
                      {"upper", group.bounds ? ordered_json(group.bounds->high) : nullptr},
                      {"largest", group.largest},
                      {"smallest", group.smallest}});
  }
  const ordered_json json = {{"trigger", why.trigger},
                             {"title", why.title},
                             {"instance", why.instance},
                             {"time", why.time},
                             {"event", why.event},
                             {"by_clock", why.at_tick},
                             {"condition", why.requirement.condition},
                             {"with_values", why.with_values},
                             {"measure", why.measure},
                             {"value", maybe(why.value)},
                             {"value_before", maybe(why.value_then)},
                             {"level", why.level},
                             {"values", std::move(values)},
                             {"groups", std::move(groups)},
                             {"since", why.since},
                             {"held_before", why.held_before},
                             {"events_between", why.num_between},
                             {"last_events", events_json(why.last)},
                             {"moved_most", events_json(why.movers)},
                             {"would_have_kept_it", why.kept_by}};
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace fairmon::why
