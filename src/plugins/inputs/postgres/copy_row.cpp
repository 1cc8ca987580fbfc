#include "plugins/inputs/postgres/copy_row.hpp"

namespace fairmon::plugins::postgres {

namespace {

/// The character that a letter behind a backslash stands for.
char meant_by(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return letter;
  }
}

}  // namespace

const std::vector<std::optional<std::string_view>>& CopyRow::split(std::string_view row) {
  fields_.clear();
  const bool escaped = row.find('\\') != std::string_view::npos;
  plain_.clear();
  // Views into it stay valid: what is unescaped is never longer.
  plain_.reserve(escaped ? row.size() : 0);
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(row.find('\t', begin), row.size());
    const std::string_view field = row.substr(begin, end - begin);
    if (field == "\\N") {
      fields_.emplace_back();
    } else if (!escaped || field.find('\\') == std::string_view::npos) {
      fields_.emplace_back(field);
    } else {
      const std::size_t from = plain_.size();
      for (std::size_t i = 0; i < field.size(); ++i) {
        const bool special = field[i] == '\\' && i + 1 < field.size();
        plain_ += special ? meant_by(field[++i]) : field[i];
      }
      fields_.emplace_back(std::string_view(plain_).substr(from));
    }
    if (end == row.size()) {
      return fields_;
    }
    begin = end + 1;
  }
}

}  // namespace fairmon::plugins::postgres
