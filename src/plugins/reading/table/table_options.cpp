#include "plugins/reading/table/table_options.hpp"

#include <algorithm>
#include <utility>

#include "support/nearest.hpp"
#include "support/text.hpp"

namespace fairmon::plugins {

std::vector<OptionInfo> table_input_options() {
  std::vector<OptionInfo> table = common_input_options();
  for (OptionInfo& option : table) {
    if (option.name == "follow") {
      option.summary = "wait for new rows at the end of the table";
    } else if (option.name == "missing") {
      option.summary = "a text that stands for a missing value, besides null";
    }
  }
  const auto add = [&](std::string name, OptionKind kind, std::string placeholder,
                       std::string summary) -> OptionInfo& {
    OptionInfo option;
    option.name = std::move(name);
    option.kind = kind;
    option.placeholder = std::move(placeholder);
    option.summary = std::move(summary);
    option.group = "rows";
    table.push_back(std::move(option));
    return table.back();
  };
  add("table", OptionKind::Text, "TABLE", "the table or view that holds the events");
  add("query", OptionKind::Text, "SQL", "a query whose rows are the events, in place of a table");
  add("key", OptionKind::Text, "COLUMN",
      "column that grows with every new row and tells rows apart: rows come in its order, and a "
      "run goes on behind the last one read");
  OptionInfo& poll =
      add("poll", OptionKind::Duration, "TIME", "with --follow: how often to look for new rows");
  poll.default_value = "1s";
  poll.incidental = true;
  return table;
}

Result<TableInput> read_table_options(const OptionValues& values) {
  auto common = read_common_options(values);
  if (!common) {
    return std::move(common).error();
  }
  TableInput input;
  input.common = std::move(*common);
  // `#` is an ordinary text here: a database has its own way to leave a value out.
  std::erase(input.common.decode.missing, "#");
  input.table = values.text("table");
  const std::string given = values.text("query");
  std::string_view query = support::trimmed(given);
  while (query.ends_with(';')) {
    query = support::trimmed(query.substr(0, query.size() - 1));
  }
  input.query = query;
  if (input.table.empty() == input.query.empty()) {
    return Error(ErrorCode::Usage, "say which rows to read: either --table TABLE or --query SQL");
  }
  input.key = values.text("key");
  input.poll = std::chrono::milliseconds(values.duration("poll").ns / 1'000'000);
  if (input.poll.count() < 1) {
    return Error(ErrorCode::Usage, "--poll is a span of time from 1ms on");
  }
  return input;
}

Result<std::size_t> find_column(const std::vector<std::string>& columns, const std::string& name,
                                const std::string& what) {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found != columns.end()) {
    return static_cast<std::size_t>(found - columns.begin());
  }
  std::string message = what + " names `" + name + "`, which is no column of the data";
  if (const auto near = support::nearest(name, columns)) {
    message += "; did you mean `" + *near + "`?";
  }
  return Error(ErrorCode::Usage, std::move(message));
}

}  // namespace fairmon::plugins
