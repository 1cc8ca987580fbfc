#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace fairmon::report::html {

/// How many plots may still be drawn, and how many were not.
struct PlotBudget {
  std::size_t left = 0;
  std::size_t left_out = 0;
};

/// Tables of up to so many rows are not cut by the end of a page; longer ones repeat their head.
inline constexpr std::size_t kWholeRows = 14;

class Table {
 public:
  /// `numbers`: columns that are aligned to the right.
  void head(const std::vector<std::string>& cells, std::set<std::size_t> numbers = {});
  void row(const std::vector<std::string>& cells, std::string_view kind = {});
  [[nodiscard]] std::string text() const;

 private:
  std::set<std::size_t> numbers_;
  bool wide_ = false;  ///< so many columns that they need small letters
  std::string head_;
  std::string rows_;
};

[[nodiscard]] std::string state_badge(State state);
[[nodiscard]] std::string figures(const std::vector<Plot>& plots, const Report& report,
                                  PlotBudget& budget);
[[nodiscard]] std::string finding_section(const Finding& finding, const Report& report,
                                          PlotBudget& budget);
[[nodiscard]] std::string comparison_section(const ComparisonPart& part);
[[nodiscard]] std::string about_intervals();

}  // namespace fairmon::report::html
