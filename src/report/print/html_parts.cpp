#include "report/print/html_parts.hpp"

#include <fmt/format.h>

#include "report/print/escape.hpp"
#include "report/print/svg.hpp"
#include "report/print/tables.hpp"
#include "report/words.hpp"

namespace fairmon::report::html {

namespace {

/// A date and the like, which no line should cut.
bool is_short(const std::string& cell) {
  constexpr std::size_t kDate = 10;
  return cell.size() <= kDate && cell.find(' ') == std::string::npos;
}

}  // namespace

void Table::head(const std::vector<std::string>& cells, std::set<std::size_t> numbers) {
  constexpr std::size_t kMany = 8;
  wide_ = cells.size() > kMany;
  numbers_ = std::move(numbers);
  head_ = "<thead><tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    head_ += (numbers_.contains(i) ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">") +
             escaped(cells[i]) + "</th>";
  }
  head_ += "</tr></thead>";
}

void Table::row(const std::vector<std::string>& cells, std::string_view kind) {
  rows_ += kind.empty() ? "<tr>" : "<tr class=\"" + std::string(kind) + "\">";
  // A remark takes the place of the cells before it that have nothing to say.
  std::size_t spanned = 0;
  while (kind == "unjudged" && spanned + 2 < cells.size() &&
         (cells[cells.size() - 2 - spanned].empty() || cells[cells.size() - 2 - spanned] == "–")) {
    ++spanned;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i + 1 + spanned >= cells.size() && i + 1 < cells.size()) {
      continue;
    }
    rows_ += i + 1 == cells.size() && spanned > 0 ? fmt::format("<td colspan=\"{}\">", spanned + 1)
             : numbers_.contains(i)               ? "<td class=\"n\">"
             : is_short(cells[i])                 ? "<td class=\"short\">"
                                                  : "<td>";
    rows_ += escaped(cells[i]) + "</td>";
  }
  rows_ += "</tr>\n";
}

std::string Table::text() const {
  return (wide_ ? "<table class=\"wide\">" : "<table>") + head_ + "<tbody>\n" + rows_ +
         "</tbody></table>\n";
}

namespace {

std::string table_of(const TextTable& table) {
  Table html;
  html.head(table.head, table.numbers);
  for (const TextTable::Row& row : table.rows) {
    html.row(row.cells, row.as_set ? "as-set" : row.unjudged ? "unjudged" : "");
  }
  const bool whole = table.rows.size() <= kWholeRows;
  std::string out = std::string(whole ? "<div class=\"block\">" : "<div>") + "<h3>" +
                    escaped(table.title) + "</h3>\n";
  out += table.remark.empty() ? "" : "<p class=\"quiet\">" + escaped(table.remark) + "</p>\n";
  out += html.text();
  out += table.below.empty() ? "" : "<p class=\"quiet\">" + escaped(table.below) + "</p>\n";
  return out + "</div>\n";
}

}  // namespace

std::string state_badge(State state) {
  switch (state) {
    case State::NeverJudged:
      return "<span class=\"state\">never judged</span>";
    case State::Kept:
      return "<span class=\"state\">kept</span>";
    case State::Undecided:
      return "<span class=\"state undecided\">undecided</span>";
    case State::ViolatedBefore:
      return "<span class=\"state earlier\">violated earlier</span>";
    case State::Violated:
      return "<span class=\"state violated\">violated</span>";
  }
  return {};
}

std::string figures(const std::vector<Plot>& plots, const Report& report, PlotBudget& budget) {
  std::string out;
  for (const Plot& plot : plots) {
    if (budget.left == 0) {
      ++budget.left_out;
      continue;
    }
    --budget.left;
    std::string caption = escaped(plot.title);
    caption +=
        plot.num_more_curves > 0 ? fmt::format(" ({} more not drawn)", plot.num_more_curves) : "";
    out +=
        "<figure><figcaption>" + caption + "</figcaption>\n" + svg_of(plot, report) + "</figure>\n";
  }
  return out;
}

std::string finding_section(const Finding& finding, const Report& report, PlotBudget& budget) {
  std::string out = "<h2>" + escaped(finding.title) + "</h2>\n";
  for (const std::string& note : finding.notes) {
    out += "<p class=\"warning\">" + escaped(note) + "</p>\n";
  }
  if (!finding.groups.empty()) {
    out += table_of(group_table(finding));
    if (finding.left_out) {
      out += "<p class=\"quiet\">Decisions without a group label, left out: " +
             grouped(*finding.left_out) + ".</p>\n";
    }
  }
  if (!finding.plots.empty()) {
    out +=
        "<h3>Over time</h3>\n<p class=\"quiet\">Hatched: violated. Dotted: the threshold. Shaded "
        "around a curve: the interval.</p>\n";
    out += figures(finding.plots, report, budget);
  }
  if (!finding.episodes.empty()) {
    out += table_of(episode_table(finding));
  }
  const std::vector<TextTable> tables = sensitivity_tables(finding);
  if (!tables.empty()) {
    out += "<h3>Would the answer change?</h3>\n";
  }
  for (const TextTable& table : tables) {
    out += table_of(table);
  }
  return out;
}

std::string comparison_section(const ComparisonPart& part) {
  std::string out = "<h2>Compared with " + escaped(part.names.before) + "</h2>\n";
  if (part.comparison.num_rates > 0) {
    out += "<figure><figcaption>What changed</figcaption>\n" +
           comparison_svg(part.comparison, part.names) + "</figure>\n";
  }
  out += "<p class=\"quiet\">" + escaped(meaning_of(part.comparison)) + "</p>\n";
  for (const TextTable& table : comparison_tables(part)) {
    out += table_of(table);
  }
  return out;
}

std::string about_intervals() {
  return "<p class=\"quiet\">Intervals hold for all groups and at all times at once with the level "
         "given: however often one looks, the average chance behind the decisions of any group "
         "leaves its interval in at most the remaining share of runs. Nothing is assumed about how "
         "chances change. For rates over a window they hold for one look only.</p>\n";
}

}  // namespace fairmon::report::html
