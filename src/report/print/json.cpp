#include <nlohmann/json.hpp>

#include "report/compare/as_json.hpp"
#include "report/print/render.hpp"

namespace fairmon::report {

using nlohmann::ordered_json;

namespace {

template <class Value>
ordered_json maybe(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json group_json(const Group& group) {
  ordered_json json = {
      {"group", group.name},         {"n", maybe(group.trials)}, {"hits", maybe(group.hits)},
      {"rate", maybe(group.rate)},   {"lower", nullptr},         {"upper", nullptr},
      {"ratio", maybe(group.ratio)}, {"judged", group.judged},   {"remark", group.remark}};
  if (group.bounds) {
    json["lower"] = group.bounds->low;
    json["upper"] = group.bounds->high;
  }
  if (group.fisher) {
    json["fisher_p"] = *group.fisher;
    json["standard_deviations"] = maybe(group.deviations);
    json["flips"] = maybe(group.flip);
  }
  return json;
}

ordered_json variants_json(const std::vector<Variant>& lines) {
  ordered_json list = ordered_json::array();
  for (const Variant& line : lines) {
    ordered_json one = {{"what", line.what}};
    const auto add = [&](const char* key, const std::string& text) {
      if (!text.empty()) {
        one[key] = text;
      }
    };
    add("value", line.value);
    add("at_end", line.at_end);
    add("ever", line.ever);
    add("sure", line.sure);
    if (line.as_set) {
      one["as_set"] = true;
    }
    list.push_back(std::move(one));
  }
  return list;
}

ordered_json quarters_json(const Finding& finding) {
  ordered_json list = ordered_json::array();
  for (const QuarterLine& line : finding.quarters) {
    ordered_json groups = ordered_json::object();
    for (std::size_t i = 0; i < line.groups.size() && i < finding.quarter_groups.size(); ++i) {
      groups[finding.quarter_groups[i]] = line.groups[i];
    }
    list.push_back({{"quarter", line.name},
                    {"groups", std::move(groups)},
                    {"comparison", line.comparison},
                    {"answer", line.answer}});
  }
  return list;
}

ordered_json episodes_json(const Finding& finding) {
  ordered_json list = ordered_json::array();
  for (const EpisodeLine& line : finding.episodes) {
    list.push_back({{"instance", line.instance},
                    {"from", line.begin},
                    {"until", line.end.empty() ? ordered_json(nullptr) : ordered_json(line.end)},
                    {"firings", line.firings},
                    {"worst", maybe(line.worst)},
                    {"worst_at", line.worst_at},
                    {"said", line.said}});
  }
  return list;
}

ordered_json requirement_json(const Requirement& requirement) {
  return {{"condition", requirement.condition},
          {"threshold", requirement.measure ? ordered_json(requirement.threshold) : nullptr},
          {"violated", requirement.above ? "above" : "below"},
          {"comparison", requirement.comparison == GroupComparison::Ratio        ? "ratio"
                         : requirement.comparison == GroupComparison::Difference ? "difference"
                                                                                 : "none"}};
}

ordered_json finding_json(const Finding& finding) {
  ordered_json groups = ordered_json::array();
  for (const Group& group : finding.groups) {
    groups.push_back(group_json(group));
  }
  return {{"title", finding.title},
          {"requirement", requirement_json(finding.requirement)},
          {"state", state_name(finding.state)},
          {"sureness", sureness_name(finding.sureness)},
          {"stretch_from",
           finding.stretch_from.empty() ? ordered_json() : ordered_json(finding.stretch_from)},
          {"level", finding.level},
          {"answer", finding.answer},
          {"measure", finding.measure},
          {"value", maybe(finding.value)},
          {"rates", finding.rates},
          {"groups", std::move(groups)},
          {"left_out", maybe(finding.left_out)},
          {"notes", finding.notes},
          {"num_episodes", finding.num_episodes},
          {"num_firings", finding.num_firings},
          {"episodes", episodes_json(finding)},
          {"sensitivity",
           {{"threshold", variants_json(finding.thresholds)},
            {"level", variants_json(finding.levels)},
            {"without", variants_json(finding.without)},
            {"windows", variants_json(finding.windows)},
            {"quarters", quarters_json(finding)}}}};
}

ordered_json facts_json(const std::vector<Fact>& facts) {
  ordered_json list = ordered_json::array();
  for (const Fact& fact : facts) {
    list.push_back({{"what", fact.what}, {"value", fact.value}});
  }
  return list;
}

}  // namespace

std::string_view state_name(State state) {
  switch (state) {
    case State::NeverJudged:
      return "never judged";
    case State::Kept:
      return "kept";
    case State::Undecided:
      return "undecided";
    case State::ViolatedBefore:
      return "violated earlier";
    case State::Violated:
      return "violated";
  }
  return {};
}

std::string_view sureness_name(Sureness sureness) {
  switch (sureness) {
    case Sureness::Unknown:
      return "unknown";
    case Sureness::Violated:
      return "violated";
    case Sureness::Kept:
      return "kept";
    case Sureness::Undecided:
      return "undecided";
  }
  return {};
}

std::string to_json(const Report& report) {
  ordered_json findings = ordered_json::array();
  for (const Finding& finding : report.findings) {
    findings.push_back(finding_json(finding));
  }
  ordered_json columns = ordered_json::array();
  for (const Column& column : report.columns) {
    columns.push_back({{"input", column.input},
                       {"type", column.type},
                       {"column", column.column},
                       {"missing", column.missing}});
  }
  ordered_json definitions = ordered_json::array();
  for (const Definition& definition : report.definitions) {
    definitions.push_back(
        {{"name", definition.name}, {"words", definition.words}, {"formula", definition.formula}});
  }
  ordered_json json = {{"title", report.title},
                       {"question", report.question},
                       {"warnings", report.warnings},
                       {"findings", std::move(findings)},
                       {"data", facts_json(report.data)},
                       {"columns", std::move(columns)},
                       {"not_shown", report.not_shown},
                       {"definitions", std::move(definitions)},
                       {"specification", report.specification},
                       {"provenance", facts_json(report.provenance)}};
  if (report.comparison) {
    json["comparison"] = as_json(report.comparison->comparison, report.comparison->names);
  }
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace fairmon::report
