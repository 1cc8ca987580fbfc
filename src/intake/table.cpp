#include "intake/table.hpp"

#include <algorithm>

namespace fairmon::intake {

namespace {

/// Cuts one record off the front of `text`; false if it may go on beyond the end.
bool cut_record(std::string_view& text, char delimiter, char quote,
                std::vector<std::string>& cells) {
  cells.assign(1, {});
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != quote) {
        cells.back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == quote) {
        cells.back() += quote;
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == quote && cells.back().empty()) {
      quoted = true;
    } else if (c == delimiter) {
      cells.emplace_back();
    } else if (c == '\n') {
      if (!cells.back().empty() && cells.back().back() == '\r') {
        cells.back().pop_back();
      }
      text.remove_prefix(i + 1);
      return true;
    } else {
      cells.back() += c;
    }
  }
  text = {};
  return false;
}

/// The delimiter that gives the first records the same number of cells, and most of them.
char guess_delimiter(std::string_view text, char quote) {
  char best = ',';
  std::size_t best_cells = 1;
  for (const char candidate : {',', ';', '\t', '|'}) {
    std::string_view rest = text;
    std::vector<std::string> cells;
    std::size_t width = 0;
    bool even = true;
    for (int i = 0; i < 5 && !rest.empty() && even; ++i) {
      if (!cut_record(rest, candidate, quote, cells) && i > 0) {
        break;
      }
      even = width == 0 || cells.size() == width;
      width = cells.size();
    }
    if (even && width > best_cells) {
      best = candidate;
      best_cells = width;
    }
  }
  return best;
}

}  // namespace

Table preview_table(std::string_view text, bool whole, const TableOptions& options) {
  Table table;
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  table.delimiter =
      options.delimiter == '\0' ? guess_delimiter(text, options.quote) : options.delimiter;
  std::vector<std::string> cells;
  bool first = true;
  while (!text.empty() && table.rows.size() < options.max_rows) {
    const bool ended = cut_record(text, table.delimiter, options.quote, cells);
    if (!ended && !whole) {
      break;  // the record goes on beyond what was read
    }
    if (first && options.header) {
      table.columns = cells;
    } else {
      table.rows.push_back(cells);
    }
    first = false;
  }
  if (!options.header && !table.rows.empty()) {
    for (std::size_t i = 0; i < table.rows.front().size(); ++i) {
      table.columns.push_back(std::to_string(i + 1));
    }
  }
  table.complete = whole && text.empty();
  return table;
}

}  // namespace fairmon::intake
