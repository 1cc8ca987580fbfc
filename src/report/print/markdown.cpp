#include "report/print/render.hpp"
#include "report/print/tables.hpp"
#include "report/words.hpp"

namespace fairmon::report {

namespace {

/// What would end a cell or begin markup.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '|' || c == '*' || c == '_' || c == '`' || c == '<' || c == '[' || c == '\\'
               ? std::string("\\") + c
               : (c == '\n' || c == '\r' ? std::string(" ") : std::string(1, c));
  }
  return out;
}

std::string rows_of(const TextTable& table) {
  std::string out = "|";
  for (const std::string& head : table.head) {
    out += " " + cell(head) + " |";
  }
  out += "\n|";
  for (std::size_t i = 0; i < table.head.size(); ++i) {
    out += table.numbers.contains(i) ? " ---: |" : " --- |";
  }
  out += "\n";
  for (const TextTable::Row& row : table.rows) {
    out += "|";
    for (const std::string& text : row.cells) {
      out += row.as_set && !text.empty() ? " **" + cell(text) + "** |" : " " + cell(text) + " |";
    }
    out += "\n";
  }
  return out + "\n";
}

std::string table_of(const TextTable& table) {
  std::string out = "### " + cell(table.title) + "\n\n";
  out += table.remark.empty() ? "" : table.remark + "\n\n";
  return out + rows_of(table) + (table.below.empty() ? "" : table.below + "\n\n");
}

std::string fact_rows(const std::vector<Fact>& facts) {
  TextTable table;
  table.head = {"what", "value"};
  for (const Fact& fact : facts) {
    table.rows.push_back({{fact.what, fact.value}});
  }
  return rows_of(table);
}

std::string fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) {
    fence += '`';
  }
  return fence + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string opening_of(const Report& report) {
  std::string out = "# " + cell(report.title) + "\n\n";
  out += report.question.empty() ? "" : report.question + "\n\n";
  out += "## The answer\n\n";
  for (const std::string& warning : report.warnings) {
    out += "> " + cell(warning) + "\n\n";
  }
  for (const Finding& finding : report.findings) {
    out += "**" + std::string(state_name(finding.state)) + ":** " + cell(finding.title) + ".";
    for (const std::string& sentence : finding.answer) {
      out += " " + cell(sentence);
    }
    out += "\n\n";
  }
  for (const Section& section : report.sections) {
    out += "### " + section.heading + "\n\n" + section.markdown + "\n\n";
  }
  return out;
}

std::string finding_of(const Finding& finding) {
  std::string out = "## " + cell(finding.title) + "\n\n";
  for (const std::string& note : finding.notes) {
    out += "> " + cell(note) + "\n\n";
  }
  if (!finding.groups.empty()) {
    out += table_of(group_table(finding));
  }
  if (finding.left_out) {
    out += "Decisions without a group label, left out: " + grouped(*finding.left_out) + ".\n\n";
  }
  if (!finding.episodes.empty()) {
    out += table_of(episode_table(finding));
  }
  for (const TextTable& table : sensitivity_tables(finding)) {
    out += table_of(table);
  }
  return out;
}

}  // namespace

std::string to_markdown(const Report& report) {
  std::string out = opening_of(report);
  for (const Finding& finding : report.findings) {
    out += finding_of(finding);
  }
  if (report.comparison) {
    out += "## Compared with " + cell(report.comparison->names.before) + "\n\n" +
           meaning_of(report.comparison->comparison) + "\n";
    for (const TextTable& table : comparison_tables(*report.comparison)) {
      out += table_of(table);
    }
  }
  out += "## The data\n\n" + fact_rows(report.data);
  TextTable columns;
  columns.head = {"input", "type", "read from", "missing"};
  columns.numbers = {3};
  for (const Column& column : report.columns) {
    columns.rows.push_back({{column.input, column.type, column.column, grouped(column.missing)}});
  }
  out += rows_of(columns) + "## What was not shown\n\n";
  for (const std::string& item : report.not_shown) {
    out += "- " + cell(item) + "\n";
  }
  out += "\n";
  for (const Section& section : report.closing) {
    out += "## " + section.heading + "\n\n" + section.markdown + "\n\n";
  }
  out += "## Definitions\n\n";
  for (const Definition& definition : report.definitions) {
    out += "**" + cell(definition.name) + "** " + cell(definition.words) + "\n\n";
    out += definition.formula.empty() ? "" : fenced(definition.formula);
  }
  out += "## The specification\n\n" + fenced(report.specification);
  out += report.expanded.empty() ? "" : "### Written out\n\n" + fenced(report.expanded);
  return out + "## How it was made\n\n" + fact_rows(report.provenance);
}

}  // namespace fairmon::report
