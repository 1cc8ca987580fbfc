#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/report.hpp"

/// The tables of a finding as texts, the same for HTML and Markdown.
namespace fairmon::report {

struct TextTable {
  std::string title;
  std::string remark;  ///< below the title
  std::vector<std::string> head;
  std::set<std::size_t> numbers;  ///< columns aligned to the right
  struct Row {
    std::vector<std::string> cells;
    bool as_set = false;
    bool unjudged = false;
  };
  std::vector<Row> rows;
  std::string below;
};

[[nodiscard]] TextTable group_table(const Finding& finding);
[[nodiscard]] TextTable episode_table(const Finding& finding);
/// This run beside another one, stream by stream.
[[nodiscard]] std::vector<TextTable> comparison_tables(const ComparisonPart& part);
/// Thresholds, levels, single groups left out, quarters: those that there are.
[[nodiscard]] std::vector<TextTable> sensitivity_tables(const Finding& finding);

}  // namespace fairmon::report
