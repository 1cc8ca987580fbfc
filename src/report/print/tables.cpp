#include "report/print/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/words.hpp"

namespace fairmon::report {

namespace {

constexpr std::size_t kMostRows = 200;

std::string count_text(const std::optional<std::uint64_t>& count) {
  return count ? grouped(*count) : "–";
}

std::string flip_text(const Group& group) {
  if (!group.flip) {
    return "";
  }
  return *group.flip ? "yes" : "no";
}

std::string verdict_of(const Group& group) {
  return group.judged ? (group.remark.empty() ? "judged" : "judged; " + group.remark)
                      : "not judged: " + group.remark;
}

bool has_tests(const Finding& finding) {
  return std::any_of(finding.groups.begin(), finding.groups.end(),
                     [](const Group& group) { return group.fisher.has_value(); });
}

TextTable variants(std::string title, std::string remark, std::string what,
                   const std::vector<Variant>& lines, const std::string& value) {
  TextTable table;
  table.title = std::move(title);
  table.remark = std::move(remark);
  const auto any = [&](auto member) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const Variant& line) { return !(line.*member).empty(); });
  };
  struct Shown {
    std::string head;
    std::string Variant::* member;
  };
  std::vector<Shown> columns = {{std::move(what), &Variant::what}};
  for (const Shown& column :
       {Shown{value, &Variant::value}, Shown{"at the end", &Variant::at_end},
        Shown{"at any time", &Variant::ever}, Shown{"how sure, at the end", &Variant::sure}}) {
    if (any(column.member)) {
      columns.push_back(column);
    }
  }
  for (const Shown& column : columns) {
    table.head.push_back(column.head);
  }
  for (const Variant& line : lines) {
    TextTable::Row row;
    for (const Shown& column : columns) {
      row.cells.push_back(line.*column.member);
    }
    row.as_set = line.as_set;
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string value_name(const Finding& finding) {
  switch (finding.requirement.comparison) {
    case GroupComparison::Ratio:
      return "ratio";
    case GroupComparison::Difference:
      return "difference";
    case GroupComparison::None:
      return finding.measure.empty() ? "value" : finding.measure;
  }
  return {};
}

TextTable quarter_table(const Finding& finding) {
  TextTable table;
  table.title = "By quarter";
  table.remark = "Each quarter by itself: rate of the quarter's decisions, and their number.";
  // Many groups do not fit side by side.
  constexpr std::size_t kSideBySide = 5;
  const bool all = finding.quarter_groups.size() <= kSideBySide;
  table.head = {"quarter"};
  if (all) {
    table.head.insert(table.head.end(), finding.quarter_groups.begin(),
                      finding.quarter_groups.end());
  } else {
    table.head.insert(table.head.end(), {"lowest", "highest"});
  }
  table.head.push_back(value_name(finding));
  table.head.emplace_back("threshold");
  for (const QuarterLine& line : finding.quarters) {
    TextTable::Row row;
    row.cells = {line.name};
    if (all) {
      row.cells.insert(row.cells.end(), line.groups.begin(), line.groups.end());
    } else {
      row.cells.insert(row.cells.end(), {line.lowest, line.highest});
    }
    row.cells.push_back(line.comparison);
    for (std::string& cell : row.cells) {
      cell = cell.empty() ? "–" : cell;
    }
    row.cells.push_back(line.answer);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

TextTable group_table(const Finding& finding) {
  const bool tests = has_tests(finding);
  TextTable table;
  table.title = "By group";
  table.head = {"group",
                "decisions",
                "positive",
                "rate",
                fmt::format("interval {:.4g}", finding.level),
                "ratio to best"};
  table.numbers = {1, 2, 3, 4, 5};
  if (tests) {
    table.head.insert(table.head.end(), {"p (Fisher)", "std. dev.", "one flips it"});
    table.numbers.insert({6, 7});
  }
  table.head.emplace_back("judged");
  for (const Group& group : finding.groups) {
    if (table.rows.size() >= kMostRows) {
      table.below =
          counted(finding.groups.size() - kMostRows, "further group is", "further groups are") +
          " in the JSON report. ";
      break;
    }
    TextTable::Row row;
    row.cells = {
        group.name,
        count_text(group.trials),
        count_text(group.hits),
        group.rate ? number(*group.rate) : "–",
        group.bounds ? number(group.bounds->low) + " … " + number(group.bounds->high) : "–",
        group.ratio ? number(*group.ratio) : "–"};
    if (tests) {
      row.cells.push_back(group.fisher ? small(*group.fisher) : "");
      row.cells.push_back(group.deviations ? fmt::format("{:.2f}", *group.deviations) : "");
      row.cells.push_back(flip_text(group));
    }
    row.cells.push_back(verdict_of(group));
    row.unjudged = !group.judged;
    table.rows.push_back(std::move(row));
  }
  if (tests) {
    table.below +=
        "p: Fisher’s exact test, two-sided, against the group of the largest rate, at one look. "
        "std. dev.: the difference in pooled standard deviations; 2 is the customary line. one "
        "flips it: one decision the other way would change the side of the threshold.";
  }
  return table;
}

TextTable episode_table(const Finding& finding) {
  TextTable table;
  table.title = "When it was violated";
  const bool instances =
      std::any_of(finding.episodes.begin(), finding.episodes.end(),
                  [](const EpisodeLine& line) { return !line.instance.empty(); });
  table.head = {"from", "until", "worst", "at", "who, at about that time"};
  table.numbers = {2};
  if (instances) {
    table.head.insert(table.head.begin(), "for");
    table.numbers = {3};
  }
  for (const EpisodeLine& line : finding.episodes) {
    TextTable::Row row;
    row.cells = {line.begin, line.end.empty() ? "the end of the data" : line.end,
                 line.worst ? number(*line.worst) : "–", line.worst_at,
                 !line.said.empty() ? line.said : line.groups};
    if (instances) {
      row.cells.insert(row.cells.begin(), line.instance);
    }
    table.rows.push_back(std::move(row));
  }
  if (finding.num_episodes > finding.episodes.size()) {
    table.below = "The first " + grouped(finding.episodes.size()) + " of " +
                  grouped(finding.num_episodes) + " are listed.";
  }
  return table;
}

namespace {

TextTable::Row difference_row(const Difference& difference) {
  const bool both = difference.before && difference.after;
  TextTable::Row row;
  row.cells = {difference.instance.empty() ? "all" : difference.instance,
               value_text(difference.before),
               value_text(difference.after),
               both ? fmt::format("{:+.4g}", difference.change()) : "",
               difference.rates() ? fmt::format("{:+.3f} … {:+.3f}", difference.bounds->low,
                                                difference.bounds->high)
                                  : "",
               verdict_of(difference)};
  row.as_set = difference.certain();
  return row;
}

}  // namespace

std::vector<TextTable> comparison_tables(const ComparisonPart& part) {
  std::vector<TextTable> tables;
  for (const Difference& difference : part.comparison.differences) {
    if (tables.empty() || tables.back().title != difference.stream) {
      TextTable table;
      table.title = difference.stream;
      table.head = {"group",      part.names.before, part.names.after,
                    "difference", "bounds",          "this run is"};
      table.numbers = {1, 2, 3, 4};
      tables.push_back(std::move(table));
    }
    if (tables.back().rows.size() < kMostRows) {
      tables.back().rows.push_back(difference_row(difference));
    } else {
      tables.back().below = "Further groups are in the JSON report.";
    }
  }
  return tables;
}

std::vector<TextTable> sensitivity_tables(const Finding& finding) {
  std::vector<TextTable> tables;
  if (!finding.thresholds.empty()) {
    tables.push_back(variants("Another threshold", "", "change", finding.thresholds, "threshold"));
  }
  if (!finding.levels.empty()) {
    tables.push_back(variants("Another level",
                              "How sure the trials make the answer at the end of the data.",
                              "level", finding.levels, ""));
  }
  if (!finding.without.empty()) {
    tables.push_back(variants(
        "Without one group",
        "From the table, so at the very end of the data. At any time: at up to 512 moments of the "
        "run.",
        "without", finding.without, value_name(finding)));
  }
  if (!finding.windows.empty()) {
    tables.push_back(variants("Other windows",
                              "The same data judged again, beside the run, with all windows of the "
                              "specification half and twice as long.",
                              "windows", finding.windows, value_name(finding)));
  }
  if (!finding.quarters.empty()) {
    tables.push_back(quarter_table(finding));
  }
  return tables;
}

}  // namespace fairmon::report
