#include "plugins/reading/csv/dialect.hpp"

#include <array>

namespace fairmon::plugins::csv {

namespace {

/// Number of delimiters of each of the first few lines, outside quotes.
std::vector<std::size_t> counts_per_line(std::string_view sample, const Dialect& dialect) {
  constexpr std::size_t kLines = 8;
  std::vector<std::size_t> counts;
  std::size_t count = 0;
  bool inside = false;
  bool line_empty = true;
  for (const char c : sample) {
    if (dialect.quoting && c == dialect.quote) {
      inside = !inside;
    } else if (!inside && c == '\n') {
      if (!line_empty) {
        counts.push_back(count);
      }
      count = 0;
      line_empty = true;
      if (counts.size() == kLines) {
        break;
      }
      continue;
    } else if (!inside && c == dialect.delimiter) {
      ++count;
    }
    line_empty = line_empty && c == '\r';
  }
  if (counts.empty()) {
    counts.push_back(count);
  }
  return counts;
}

/// Delimiters per line if every line has as many; else 0.
std::size_t steady_count(const std::vector<std::size_t>& counts) {
  for (const std::size_t count : counts) {
    if (count != counts.front()) {
      return 0;
    }
  }
  return counts.front();
}

/// Fields that begin right behind a separator with this quote and end with it before one.
std::size_t quoted_fields(std::string_view sample, char delimiter, char quote) {
  const auto is_border = [&](char c) { return c == delimiter || c == '\n' || c == '\r'; };
  std::size_t found = 0;
  for (std::size_t at = 0; at + 1 < sample.size(); ++at) {
    if (sample[at] == quote && (at == 0 || is_border(sample[at - 1]))) {
      const std::size_t close = sample.find(quote, at + 1);
      if (close != std::string_view::npos &&
          (close + 1 == sample.size() || is_border(sample[close + 1]))) {
        ++found;
        at = close;
      }
    }
  }
  return found;
}

}  // namespace

Dialect detect_dialect(std::string_view sample) {
  constexpr std::array kDelimiters = {',', ';', '\t', '|'};
  Dialect best;
  std::size_t best_steady = 0;
  std::size_t best_header = 0;
  for (const char delimiter : kDelimiters) {
    Dialect candidate;
    candidate.delimiter = delimiter;
    const auto counts = counts_per_line(sample, candidate);
    const std::size_t steady = steady_count(counts);
    // A count that is the same on every line convinces; otherwise the header decides.
    if (steady > best_steady || (best_steady == 0 && counts.front() > best_header)) {
      best = candidate;
      best_steady = steady;
      best_header = counts.front();
    }
  }
  if (quoted_fields(sample, best.delimiter, '\'') > 0 &&
      quoted_fields(sample, best.delimiter, '"') == 0) {
    best.quote = '\'';
  }
  return best;
}

std::vector<std::string> split_record(std::string_view record, const Dialect& dialect) {
  std::vector<std::string> fields;
  std::string scratch;
  std::size_t begin = 0;
  bool inside = false;
  for (std::size_t at = 0; at <= record.size(); ++at) {
    const bool end = at == record.size();
    if (!end && dialect.quoting && record[at] == dialect.quote && (inside || at == begin)) {
      // The second half of a pair opens again: inside, out, inside.
      const bool pair = inside && at + 1 < record.size() && record[at + 1] == dialect.quote;
      inside = !inside || pair;
      at += pair ? 1 : 0;
    } else if (end || (!inside && record[at] == dialect.delimiter)) {
      fields.emplace_back(
          plain_field(record.substr(begin, at - begin), dialect.quote, dialect.quoting, scratch));
      begin = at + 1;
    }
  }
  return fields;
}

std::optional<char> named_character(std::string_view text) {
  if (text == "tab" || text == "\\t") {
    return '\t';
  }
  const bool one = text.size() == 1 && text[0] != '\n' && text[0] != '\r';
  return one ? std::optional(text[0]) : std::nullopt;
}

std::vector<std::string> named_columns(const std::string& list, std::optional<char> delimiter) {
  Dialect dialect;
  dialect.delimiter = list.find(',') == std::string::npos ? delimiter.value_or(',') : ',';
  return split_record(list, dialect);
}

}  // namespace fairmon::plugins::csv
