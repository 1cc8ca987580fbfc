#include <nlohmann/json.hpp>

#include <algorithm>

#include "intake/table.hpp"

namespace fairmon::intake {

namespace {

std::string cell_text(const nlohmann::json& value) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  return value.is_null() ? ""
                         : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

bool looks_like_json_lines(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

Table preview_json_lines(std::string_view text, bool whole, std::size_t max_rows) {
  Table table;
  std::vector<nlohmann::ordered_json> records;
  std::size_t begin = 0;
  while (begin < text.size() && records.size() < max_rows) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos && !whole) {
      break;  // a line that is cut off
    }
    auto record = nlohmann::ordered_json::parse(text.substr(begin, end - begin), nullptr, false);
    if (record.is_object()) {
      records.push_back(std::move(record));
    }
    begin = end == std::string_view::npos ? text.size() : end + 1;
  }
  table.complete = whole && begin >= text.size();
  for (const auto& record : records) {
    for (const auto& [name, value] : record.items()) {
      if (std::find(table.columns.begin(), table.columns.end(), name) == table.columns.end()) {
        table.columns.push_back(name);
      }
    }
  }
  for (const auto& record : records) {
    std::vector<std::string> row;
    for (const std::string& column : table.columns) {
      row.push_back(record.contains(column) ? cell_text(nlohmann::json(record[column])) : "");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace fairmon::intake
