#include "cli/compare/show.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/compare/as_json.hpp"
#include "support/display_width.hpp"

namespace fairmon::cli {

namespace {

using TableRow = std::array<std::string, 7>;

/// `├──•──┤` around the zero line `|`, from −reach to reach.
std::string bar(const report::Difference& difference, double reach) {
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

TableRow row_of(const report::Difference& difference, double reach) {
  const bool both = difference.before && difference.after;
  return {difference.stream + (difference.instance.empty() ? "" : "(" + difference.instance + ")"),
          report::value_text(difference.before),
          report::value_text(difference.after),
          both ? fmt::format("{:+.4g}", difference.change()) : "",
          difference.rates()
              ? fmt::format("[{:+.3f}, {:+.3f}]", difference.bounds->low, difference.bounds->high)
              : "",
          bar(difference, reach),
          report::verdict_of(difference)};
}

}  // namespace

std::string comparison_text(const report::Comparison& comparison, const report::RunNames& names) {
  const double reach = report::reach_of(comparison);
  std::vector<TableRow> rows = {
      {"", names.before, names.after, "difference", "bounds",
       fmt::format("{:<12}0{:>12}", fmt::format("−{:.2g}", reach), fmt::format("+{:.2g}", reach)),
       ""}};
  for (const report::Difference& difference : comparison.differences) {
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
  return text + "\n" + report::meaning_of(comparison);
}

std::string comparison_json(const report::Comparison& comparison, const report::RunNames& names) {
  return report::as_json(comparison, names).dump(2) + "\n";
}

}  // namespace fairmon::cli
