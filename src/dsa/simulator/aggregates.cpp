#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"
#include "dsa/simulator/api.hpp"

namespace fairmon::dsa::simulator {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMostGroups = 5'000;
constexpr std::array<std::string_view, 12> kAttributes = {
    "automated_decision",         "automated_detection", "category",          "content_type_single",
    "decision_account",           "decision_ground",     "decision_monetary", "decision_provision",
    "decision_visibility_single", "platform_id",         "received_date",     "source_type"};

struct Attributes {
  std::vector<std::string> names;
  OrderedJson shown = OrderedJson::array();
};

/// Names that may be grouped by; the service drops all others without a word. Its list of the rest
/// keeps the old numbers and thereby becomes an object if one in front was dropped.
Attributes allowed_attributes(std::string_view text) {
  Attributes result;
  if (text == "all") {
    result.names.assign(kAttributes.begin(), kAttributes.end());
    result.shown = result.names;
    return result;
  }
  OrderedJson numbered = OrderedJson::object();
  for (std::size_t number = 0; !text.empty(); ++number) {
    const auto end = text.find("__");
    const std::string_view name = text.substr(0, end);
    if (std::find(kAttributes.begin(), kAttributes.end(), name) != kAttributes.end()) {
      result.names.emplace_back(name);
      numbered[std::to_string(number)] = name;
    }
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
  }
  const bool gap =
      !result.names.empty() && !numbered.contains(std::to_string(result.names.size() - 1));
  result.shown = gap ? numbered : OrderedJson(result.names);
  return result;
}

OrderedJson group_value(const View& view) {
  switch (view.kind) {
    case View::Kind::Text:
    case View::Kind::List:
      return view.text;
    case View::Kind::Number:
    case View::Kind::Moment:
      return view.number;
    case View::Kind::Boolean:
      return view.boolean ? 1 : 0;
    case View::Kind::Unknown:
    case View::Kind::Absent:
      break;
  }
  return nullptr;
}

std::string shown_in_key(const OrderedJson& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// "Content removed" for DECISION_VISIBILITY_CONTENT_REMOVED and the like: readable enough.
std::string label_of(std::string_view code) {
  std::string label(code);
  std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

}  // namespace

Response Api::labels() const {
  constexpr std::array<std::pair<const char*, const char*>, 9> kMembers = {
      {{"decision_visibilities", "decision_visibility"},
       {"decision_monetaries", "decision_monetary"},
       {"decision_provisions", "decision_provision"},
       {"decision_accounts", "decision_account"},
       {"categories", "category"},
       {"decision_grounds", "decision_ground"},
       {"automated_decisions", "automated_decision"},
       {"content_types", "content_type"},
       {"source_types", "source_type"}}};
  OrderedJson all = OrderedJson::object();
  for (const auto& [member, field] : kMembers) {
    for (const std::string_view code : codes(field)) {
      all[member][std::string(code)] = label_of(code);
    }
  }
  all["automated_detections"] = {"Yes", "No"};
  Response response;
  response.body = all.dump();
  return response;
}

Response Api::aggregates(std::string_view date_and_attributes) const {
  const auto slash = date_and_attributes.find('/');
  const std::string date(date_and_attributes.substr(0, slash));
  const auto day = parse_instant(date);
  if (date.size() != 10 || !day) {
    return refuse("aggregates date", 400, "the date is not readable");
  }
  const Attributes attributes = allowed_attributes(
      slash == std::string_view::npos ? std::string_view() : date_and_attributes.substr(slash + 1));
  const std::int64_t position =
      day->ns / kNanosPerSecond / kSecondsPerDay - settings_.data.first_day;
  std::string cache_key = settings_.generation == Generation::G1 ? "osa__" : "esa__";
  cache_key += date;
  for (const std::string& name : attributes.names) {
    cache_key += "__" + name;
  }
  std::map<std::string, std::pair<OrderedJson, std::uint64_t>> groups;
  if (position >= 0 && position < static_cast<std::int64_t>(settings_.data.num_days)) {
    const std::uint64_t begin = static_cast<std::uint64_t>(position) * settings_.data.per_day;
    for (std::uint64_t i = begin; i < begin + settings_.data.per_day; ++i) {
      const Statement statement = generator_.at(i);
      OrderedJson group = OrderedJson::object();
      std::string key;
      for (const std::string& name : attributes.names) {
        group[name] = group_value(field_of(statement, name));
        key += (key.empty() ? "" : ",") + name + ':' + shown_in_key(group[name]);
      }
      if (group.contains("platform_id")) {
        group["platform_name"] = platforms()[statement.platform].name;
      }
      auto& known = groups.try_emplace(key, std::move(group), 0).first->second;
      ++known.second;
    }
  }
  OrderedJson list = OrderedJson::array();
  std::uint64_t total = 0;
  for (auto& [key, group] : groups) {
    if (list.size() == kMostGroups) {
      break;
    }
    group.first["permutation"] = key;
    group.first["total"] = group.second;
    total += group.second;
    list.push_back(std::move(group.first));
  }
  Response response;
  response.body = OrderedJson{{"aggregates", std::move(list)},
                              {"total", total},
                              {"total_aggregates", std::min(groups.size(), kMostGroups)},
                              {"date", date},
                              {"attributes", attributes.shown},
                              {"key", cache_key},
                              {"cache", "miss"}}
                      .dump();
  return response;
}

}  // namespace fairmon::dsa::simulator
