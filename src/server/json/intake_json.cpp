#include "server/json/intake_json.hpp"

#include <nlohmann/json.hpp>

#include "intake/goals.hpp"

namespace fairmon::server {

using nlohmann::json;

namespace {

constexpr std::size_t kPreviewRows = 8;

json column_to_json(const intake::Column& column) {
  json values = json::array();
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    values.push_back({{"value", column.values[i]}, {"count", column.counts[i]}});
  }
  const bool measured = intake::is_number(column);
  return {{"name", column.name},
          {"number", column.number},
          {"kind", intake::kind_name(column.kind)},
          {"values", values},
          {"manyValues", column.many_values},
          {"missing", column.num_blank + column.num_unknown},
          {"smallest", measured ? json(column.smallest) : json()},
          {"largest", measured ? json(column.largest) : json()},
          {"timeFormat", time_format_name(column.time_format)},
          {"eitherOrder", column.either_order}};
}

intake::GoodWhen good_from_json(const json& value) {
  intake::GoodWhen good;
  good.values = value.value("values", std::vector<std::string>());
  if (const auto cut = value.find("cut"); cut != value.end() && cut->is_number()) {
    good.cut = cut->get<double>();
  }
  good.above = value.value("above", true);
  return good;
}

json verdict_to_json(const intake::Part& part) {
  return {{"column", part.column->name},
          {"good",
           {{"values", part.good.values},
            {"cut", part.good.cut ? json(*part.good.cut) : json()},
            {"above", part.good.above}}},
          {"expression", part.expression}};
}

/// The column of a verdict, and what is good in it if that was said.
std::string verdict_from_json(const json& choices, const char* name, intake::RoleWishes& wishes) {
  const auto found = choices.find(name);
  if (found == choices.end() || !found->is_object()) {
    return {};
  }
  auto column = found->value("column", std::string());
  if (const auto good = found->find("good"); good != found->end() && good->is_object()) {
    wishes.good[column] = good_from_json(*good);
  }
  return column;
}

}  // namespace

Choices choices_from_json(const json& choices) {
  Choices result;
  intake::RoleWishes& wishes = result.wishes;
  for (const json& group : choices.value("groups", json::array())) {
    wishes.groups.push_back(group.at("column").get<std::string>());
    wishes.cuts[wishes.groups.back()] = group.value("cuts", std::vector<double>());
  }
  wishes.decision = verdict_from_json(choices, "decision", wishes);
  wishes.outcome = verdict_from_json(choices, "outcome", wishes);
  wishes.no_outcome = choices.contains("outcome") && choices["outcome"].is_null();
  if (const auto time = choices.find("time"); time != choices.end()) {
    wishes.time = time->is_string() ? time->get<std::string>() : "";
  }
  wishes.time_format = choices.value("timeFormat", "");
  wishes.weight = choices.value("weight", "");
  result.purpose.goals = choices.value("goals", std::vector<std::string>());
  result.purpose.tolerance = choices.value("tolerance", result.purpose.tolerance);
  result.purpose.ratio = choices.value("ratio", result.purpose.ratio);
  result.purpose.level = choices.value("level", result.purpose.level);
  if (const auto over = choices.find("over"); over != choices.end() && over->is_string()) {
    result.purpose.over = over->get<std::string>();
  }
  return result;
}

json choices_to_json(const intake::Roles& roles, const intake::Purpose& purpose) {
  json groups = json::array();
  for (const intake::Part& part : roles.groups) {
    groups.push_back({{"column", part.column->name}, {"cuts", part.cuts}});
  }
  return {{"groups", groups},
          {"decision", verdict_to_json(roles.decision)},
          {"outcome", roles.outcome ? verdict_to_json(*roles.outcome) : json()},
          {"time", roles.time == nullptr ? "" : roles.time->name},
          {"timeFormat", roles.time_format},
          {"weight", roles.weight == nullptr ? "" : roles.weight->name},
          {"goals", purpose.goals},
          {"tolerance", purpose.tolerance},
          {"ratio", purpose.ratio},
          {"level", purpose.level},
          {"over", purpose.over.value_or("")}};
}

json sample_to_json(const intake::Sample& sample) {
  json columns = json::array();
  for (const intake::Column& column : sample.columns) {
    columns.push_back(column_to_json(column));
  }
  json rows = json::array();
  for (std::size_t i = 0; i < std::min(kPreviewRows, sample.rows.size()); ++i) {
    rows.push_back(sample.rows[i]);
  }
  return {{"columns", columns},         {"rows", rows},
          {"numRows", sample.num_rows}, {"complete", sample.complete},
          {"header", sample.header},    {"plugin", sample.json_lines ? "jsonl" : "csv"}};
}

json facts_to_json(const intake::Facts& facts) {
  json groups = json::array();
  for (const intake::GroupFact& group : facts.groups) {
    groups.push_back({{"label", group.label},
                      {"rows", group.num_rows},
                      {"decided", group.num_decided},
                      {"good", group.num_good}});
  }
  return {{"groups", groups}, {"moreGroups", facts.more_groups}};
}

json notes_to_json(const std::vector<intake::LineNote>& notes) {
  json list = json::array();
  for (const intake::LineNote& note : notes) {
    list.push_back({{"line", note.line}, {"count", note.count}, {"words", note.words}});
  }
  return list;
}

json options_to_json(const intake::Sample& sample, const intake::Roles& roles) {
  json list = json::array();
  if (roles.time == nullptr || roles.time_out_of_order) {
    list.push_back({{"name", "input-delay"}, {"value", "1000"}});
  }
  if (!sample.header) {
    std::string names;
    for (const intake::Column& column : sample.columns) {
      names += (names.empty() ? "" : ",") + column.name;
    }
    list.push_back({{"name", "columns"}, {"value", names}});
  }
  return list;
}

json goals_to_json() {
  json list = json::array();
  for (const intake::Goal& goal : intake::goals()) {
    list.push_back({{"id", goal.id},
                    {"question", goal.question},
                    {"demand", goal.demand},
                    {"suits", goal.suits},
                    {"metric", goal.metric},
                    {"needsOutcome", goal.needs_outcome},
                    {"ratio", goal.ratio}});
  }
  return list;
}

}  // namespace fairmon::server
