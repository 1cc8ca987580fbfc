#include "report/compare/as_json.hpp"

#include <nlohmann/json.hpp>

namespace fairmon::report {

nlohmann::ordered_json as_json(const Comparison& comparison, const RunNames& names) {
  using Json = nlohmann::ordered_json;
  const auto side = [](const std::optional<RunValue>& finding) {
    if (!finding) {
      return Json(nullptr);
    }
    Json value{{"value", finding->value}};
    if (finding->trials) {
      value["n"] = *finding->trials;
    }
    if (finding->hits) {
      value["hits"] = *finding->hits;
    }
    return value;
  };
  Json rows = Json::array();
  for (const Difference& difference : comparison.differences) {
    Json row{{"stream", difference.stream},
             {"instance", difference.instance},
             {"before", side(difference.before)},
             {"after", side(difference.after)}};
    if (difference.before && difference.after) {
      row["difference"] = difference.change();
    }
    if (difference.rates()) {
      row["bounds"] = {difference.bounds->low, difference.bounds->high};
      row["certain"] = difference.certain();
    }
    rows.push_back(std::move(row));
  }
  return Json{{"before", names.before},
              {"after", names.after},
              {"level", comparison.level},
              {"same_cases", comparison.same_cases},
              {"same_specification", comparison.same_specification},
              {"differences", std::move(rows)}};
}

}  // namespace fairmon::report
