#include <fmt/format.h>

#include <algorithm>

#include "report/print/escape.hpp"
#include "report/print/html_parts.hpp"
#include "report/print/render.hpp"
#include "report/print/style.hpp"
#include "report/print/svg.hpp"
#include "report/words.hpp"

namespace fairmon::report {

namespace {

std::string list_of(const std::vector<std::string>& items) {
  std::string out = "<ul>\n";
  for (const std::string& item : items) {
    out += "<li>" + escaped(item) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string facts_of(const std::vector<Fact>& facts) {
  html::Table table;
  for (const Fact& fact : facts) {
    table.row({fact.what, fact.value});
  }
  return facts.size() > html::kWholeRows ? table.text()
                                         : "<div class=\"block\">" + table.text() + "</div>\n";
}

std::string summary_of(const Report& report) {
  // One answer and its table make a first page together; several have a page of their own.
  const bool alone = report.findings.size() == 1 && report.sections.empty();
  std::string out = std::string(alone ? "<section>" : "<section class=\"first\">") + "\n<h1>" +
                    escaped(report.title) + "</h1>\n";
  if (!report.question.empty()) {
    out += "<p>" + escaped(report.question) + "</p>\n";
  }
  out += "<h2>The answer</h2>\n";
  for (const std::string& warning : report.warnings) {
    out += "<p class=\"warning\">" + escaped(warning) + "</p>\n";
  }
  for (const Finding& finding : report.findings) {
    out += "<div class=\"answer\">" + html::state_badge(finding.state);
    out += "<strong>" + escaped(finding.title) + "</strong>";
    for (const std::string& sentence : finding.answer) {
      out += "<p>" + escaped(sentence) + "</p>";
    }
    out += "</div>\n";
  }
  for (const Section& section : report.sections) {
    out += "<h3>" + escaped(section.heading) + "</h3>\n" + markdown_as_html(section.markdown);
  }
  return out +
         "<p class=\"quiet\">This report states what the data show under the specification "
         "in the appendix. It is no legal advice.</p>\n</section>\n";
}

std::string data_of(const Report& report) {
  std::string out = "<h2>The data</h2>\n" + facts_of(report.data);
  html::Table table;
  table.head({"input", "type", "read from", "missing"}, {3});
  for (const Column& column : report.columns) {
    table.row({column.input, column.type, column.column, grouped(column.missing)});
  }
  return out + "<h3>Columns</h3>\n" + table.text();
}

std::string definitions_of(const Report& report) {
  std::string out = "<h2>Definitions</h2>\n<dl>\n";
  for (const Definition& definition : report.definitions) {
    out += "<dt>" + escaped(definition.name) + "</dt><dd>" + escaped(definition.words);
    out += definition.formula.empty() ? "" : "<br><code>" + escaped(definition.formula) + "</code>";
    out += "</dd>\n";
  }
  return out + "</dl>\n" + html::about_intervals();
}

std::string page_of(const Report& report, std::size_t most_plots) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>" +
      escaped(report.title) +
      "</title>\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<style>" +
      std::string(kStyle) +
      "</style></head><body>\n<svg width=\"0\" height=\"0\" style=\"position:absolute\" "
      "aria-hidden=\"true\"><defs><pattern id=\"hatch\" width=\"6\" height=\"6\" "
      "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"6\" "
      "height=\"6\" fill=\"#eee\"/><path d=\"M0 0V6\" stroke=\"#aaa\" stroke-width=\"2\"/>"
      "</pattern></defs></svg>\n";
  out += summary_of(report);
  html::PlotBudget budget{most_plots, 0};
  for (const Finding& finding : report.findings) {
    out += html::finding_section(finding, report, budget);
  }
  if (!report.other_plots.empty()) {
    out += "<h2>Other plots</h2>\n" + html::figures(report.other_plots, report, budget);
  }
  if (budget.left_out > 0) {
    out += "<p class=\"warning\">" + counted(budget.left_out, "plot is", "plots are") +
           " left out to keep this file small.</p>\n";
  }
  if (report.comparison) {
    out += html::comparison_section(*report.comparison);
  }
  out += data_of(report);
  out += "<h2>What was not shown</h2>\n" + list_of(report.not_shown);
  for (const Section& section : report.closing) {
    out += "<h2>" + escaped(section.heading) + "</h2>\n" + markdown_as_html(section.markdown);
  }
  out += definitions_of(report);
  out += "<h2>The specification</h2>\n<pre>" + escaped(report.specification) + "</pre>\n";
  if (!report.expanded.empty()) {
    out += "<h3>Written out</h3>\n<pre>" + escaped(report.expanded) + "</pre>\n";
  }
  return out + "<h2>How it was made</h2>\n" + facts_of(report.provenance) + "</body></html>\n";
}

}  // namespace

std::string to_html(const Report& report, std::size_t most_bytes) {
  std::size_t plots = report.other_plots.size();
  for (const Finding& finding : report.findings) {
    plots += finding.plots.size();
  }
  std::string page = page_of(report, plots);
  while (page.size() > most_bytes && plots > 0) {
    plots /= 2;
    page = page_of(report, plots);
  }
  return page;
}

}  // namespace fairmon::report
