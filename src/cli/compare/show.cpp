#include "cli/compare/show.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/display_width.hpp"

namespace fairmon::cli {

namespace {

using TableRow = std::array<std::string, 7>;

std::string value_text(const std::optional<Finding>& finding) {
  if (!finding) {
    return "–";
  }
  std::string text = fmt::format("{:.4g}", finding->value);
  if (finding->hits && finding->trials) {
    text += fmt::format(" ({} of {})", *finding->hits, *finding->trials);
  } else if (finding->trials) {
    text += fmt::format(" (n {})", *finding->trials);
  }
  return text;
}

std::string verdict_of(const Difference& difference) {
  if (!difference.before || !difference.after) {
    return difference.before ? "only in the first" : "only in the second";
  }
  if (!difference.rates()) {
    return "no bounds";
  }
  return !difference.certain() ? "undecided" : difference.change() > 0.0 ? "higher" : "lower";
}

/// `├──•──┤` around the zero line `|`, from −reach to reach.
std::string bar(const Difference& difference, double reach) {
  constexpr int kHalf = 12;
  const auto place = [&](double value) {
    const double share = std::clamp(value / reach, -1.0, 1.0);
    return static_cast<std::size_t>(std::lround(share * kHalf) + kHalf);
  };
  std::array<const char*, 2 * kHalf + 1> cells;
  cells.fill(" ");
  cells[kHalf] = "│";
  if (difference.rates()) {
    for (std::size_t i = place(difference.bounds->low); i <= place(difference.bounds->high); ++i) {
      cells[i] = "─";
    }
    cells[place(difference.change())] = "●";
  }
  std::string text;
  for (const char* cell : cells) {
    text += cell;
  }
  return text;
}

double reach_of(const Comparison& comparison) {
  double reach = 0.0;
  for (const Difference& difference : comparison.differences) {
    if (difference.rates()) {
      reach =
          std::max({reach, std::abs(difference.bounds->low), std::abs(difference.bounds->high)});
    }
  }
  return reach > 0.0 ? reach : 1.0;
}

TableRow row_of(const Difference& difference, double reach) {
  const bool both = difference.before && difference.after;
  return {difference.stream + (difference.instance.empty() ? "" : "(" + difference.instance + ")"),
          value_text(difference.before),
          value_text(difference.after),
          both ? fmt::format("{:+.4g}", difference.change()) : "",
          difference.rates()
              ? fmt::format("[{:+.3f}, {:+.3f}]", difference.bounds->low, difference.bounds->high)
              : "",
          bar(difference, reach),
          verdict_of(difference)};
}

std::string meaning(const Comparison& comparison) {
  std::string text;
  if (comparison.num_rates > 0) {
    text += fmt::format("All {} bounds hold together with a probability of at least {:g} %, ",
                        comparison.num_rates, comparison.level * 100.0);
    text +=
        comparison.same_cases
            ? "whatever the cases of both runs, which are the same, have to do with each other.\n"
            : "if no case stands in both runs (otherwise say --same-cases).\n";
  } else {
    text += "No rate stands in both runs with its trials and hits, so there are no bounds.\n";
  }
  if (!comparison.same_specification) {
    text += "The two runs had different specifications: a difference may come from there.\n";
  }
  return text;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const RunNames& names) {
  const double reach = reach_of(comparison);
  std::vector<TableRow> rows = {
      {"", names.before, names.after, "difference", "bounds",
       fmt::format("{:<12}0{:>12}", fmt::format("−{:.2g}", reach), fmt::format("+{:.2g}", reach)),
       ""}};
  for (const Difference& difference : comparison.differences) {
    rows.push_back(row_of(difference, reach));
  }
  std::array<std::size_t, 7> widths{};
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], support::display_width(row[i]));
    }
  }
  std::string text;
  for (const TableRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] - support::display_width(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + "\n" + meaning(comparison);
}

std::string comparison_json(const Comparison& comparison, const RunNames& names) {
  using Json = nlohmann::ordered_json;
  const auto side = [](const std::optional<Finding>& finding) {
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
              {"differences", std::move(rows)}}
             .dump(2) +
         "\n";
}

}  // namespace fairmon::cli
