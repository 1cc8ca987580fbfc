#include "watch/push/body.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "plugins/reading/csv/dialect.hpp"
#include "plugins/writing/json_text.hpp"
#include "support/text.hpp"

namespace fairmon::watch {

namespace {

using eventlog::LoggedEvent;
using nlohmann::json;
using Events = Result<std::vector<LoggedEvent>, BodyTrouble>;

BodyTrouble trouble(std::size_t event, std::string message) {
  return {false, event, std::move(message)};
}

std::string header(const std::map<std::string, std::string>& headers, const std::string& name) {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string() : found->second;
}

/// Without parameters such as the character set.
std::string media_type(const std::map<std::string, std::string>& headers) {
  std::string type = header(headers, "content-type");
  type.resize(std::min(type.size(), type.find(';')));
  std::transform(type.begin(), type.end(), type.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::string(support::trimmed(type));
}

std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Lines that are blank count for nothing, but for the numbers of those behind them.
Events read_lines(const std::string& body) {
  std::vector<LoggedEvent> events;
  std::string_view rest = body;
  while (!rest.empty()) {
    const std::string_view line = support::trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(
        std::min(rest.size(), rest.find('\n') == rest.npos ? rest.size() : rest.find('\n') + 1));
    if (!line.empty()) {
      events.push_back({{}, std::string(line)});
    }
  }
  return events;
}

Events read_csv(const std::string& body) {
  const plugins::csv::Dialect dialect = plugins::csv::detect_dialect(body);
  std::vector<LoggedEvent> events;
  std::vector<std::string> names;
  std::size_t at = 0;
  while (at < body.size()) {
    // A record ends at a line end outside of quotes.
    std::size_t end = at;
    for (bool quoted = false; end < body.size() && (quoted || body[end] != '\n'); ++end) {
      quoted ^= body[end] == dialect.quote;
    }
    std::string_view record = std::string_view(body).substr(at, end - at);
    at = end + 1;
    record.remove_suffix(record.ends_with('\r') ? 1 : 0);
    if (record.empty()) {
      continue;
    }
    auto fields = plugins::csv::split_record(record, dialect);
    if (names.empty()) {
      names = std::move(fields);
      continue;
    }
    if (fields.size() != names.size()) {
      return trouble(events.size() + 1, "this row has " + std::to_string(fields.size()) +
                                            " fields, the header " + std::to_string(names.size()));
    }
    std::string text = "{";
    for (std::size_t i = 0; i < names.size(); ++i) {
      text += i == 0 ? "" : ",";
      plugins::append_json_string(text, names[i]);
      text += ':';
      if (fields[i].empty() || fields[i] == "#") {
        text += "null";
      } else {
        plugins::append_json_string(text, fields[i]);
      }
    }
    events.push_back({{}, text + "}"});
  }
  return events;
}

/// One CloudEvent in the structured form.
Result<LoggedEvent, BodyTrouble> cloud_event(const json& event, std::size_t number,
                                             const std::string& time_field) {
  const auto attribute = [&](const char* name) {
    const auto found = event.find(name);
    return found != event.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!event.is_object() || attribute("specversion").empty()) {
    return trouble(number, "this is no CloudEvent: it has no specversion");
  }
  const std::string id = attribute("id");
  const std::string source = attribute("source");
  if (id.empty() || source.empty()) {
    return trouble(number, "a CloudEvent needs an id and a source");
  }
  const auto data = event.find("data");
  if (data == event.end() || !data->is_object()) {
    return trouble(number, "the data of this CloudEvent are not a JSON object");
  }
  json record = *data;
  if (!time_field.empty() && !record.contains(time_field) && !attribute("time").empty()) {
    record[time_field] = attribute("time");
  }
  return LoggedEvent{source + "\n" + id, text_of(record)};
}

Events cloud_events(const json& list, const std::string& time_field) {
  std::vector<LoggedEvent> events;
  for (const json& one : list) {
    auto event = cloud_event(one, events.size() + 1, time_field);
    if (!event) {
      return std::move(event).error();
    }
    events.push_back(std::move(*event));
  }
  return events;
}

/// The attributes of a CloudEvent in the binary form stand in headers.
std::optional<json> binary_cloud_event(const std::map<std::string, std::string>& headers) {
  if (header(headers, "ce-specversion").empty()) {
    return std::nullopt;
  }
  json event;
  for (const char* name : {"specversion", "id", "source", "time"}) {
    const std::string value = header(headers, std::string("ce-") + name);
    if (!value.empty()) {
      event[name] = value;
    }
  }
  return event;
}

Events read_json(const std::string& body, const std::string& type,
                 const std::map<std::string, std::string>& headers, const std::string& time_field) {
  const std::string_view text = support::trimmed(body);
  auto binary = binary_cloud_event(headers);
  if (type == "application/json" && !binary && text.starts_with('{')) {
    // The decoder judges it as it stands.
    return std::vector<LoggedEvent>{{{}, std::string(text)}};
  }
  const json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) {
    return trouble(0, "the body is not valid JSON");
  }
  if (binary) {
    (*binary)["data"] = value;
    return cloud_events(json::array({*binary}), time_field);
  }
  if (type == "application/cloudevents+json") {
    return cloud_events(json::array({value}), time_field);
  }
  if (!value.is_array()) {
    return trouble(0, "expected a JSON object or a list of them");
  }
  if (type == "application/cloudevents-batch+json") {
    return cloud_events(value, time_field);
  }
  std::vector<LoggedEvent> events;
  for (const json& one : value) {
    events.push_back({{}, text_of(one)});
  }
  return events;
}

}  // namespace

Result<std::vector<LoggedEvent>, BodyTrouble> read_body(
    const std::string& body, const std::map<std::string, std::string>& headers,
    const std::string& time_field) {
  const std::string type = media_type(headers);
  if (type == "text/csv") {
    return read_csv(body);
  }
  if (type == "application/x-ndjson" || type == "application/jsonl" ||
      type == "application/json-lines" || type == "application/x-jsonlines") {
    return read_lines(body);
  }
  if (type == "application/json" || type == "application/cloudevents+json" ||
      type == "application/cloudevents-batch+json") {
    return read_json(body, type, headers, time_field);
  }
  return BodyTrouble{true, 0,
                     "the content type is `" + type +
                         "`; send application/json, application/x-ndjson, text/csv, "
                         "application/cloudevents+json or application/cloudevents-batch+json"};
}

}  // namespace fairmon::watch
