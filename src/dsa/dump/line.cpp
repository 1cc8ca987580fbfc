#include "dsa/dump/line.hpp"

#include <cstring>

namespace fairmon::dsa {

bool LineSplitter::split(std::string_view line) {
  return split_with(line, false) || split_with(line, true);
}

bool LineSplitter::split_with(std::string_view line, bool backslash_keeps_quote) {
  fields_.clear();
  std::size_t at = 0;
  while (true) {
    FieldPlace field;
    if (at < line.size() && line[at] == '"') {
      const std::size_t begin = ++at;
      while (true) {
        const void* quote =
            at < line.size() ? std::memchr(line.data() + at, '"', line.size() - at) : nullptr;
        if (quote == nullptr) {
          return false;
        }
        at = static_cast<std::size_t>(static_cast<const char*>(quote) - line.data());
        const bool kept = backslash_keeps_quote && at > begin && line[at - 1] == '\\';
        if (kept) {
          ++at;
          continue;
        }
        if (at + 1 < line.size() && line[at + 1] == '"') {
          field.has_quotes = true;
          at += 2;
          continue;
        }
        break;
      }
      field.content = line.substr(begin, at - begin);
      ++at;
      if (at < line.size() && line[at] != ',') {
        return false;
      }
    } else {
      const void* comma =
          at < line.size() ? std::memchr(line.data() + at, ',', line.size() - at) : nullptr;
      const std::size_t end =
          comma == nullptr
              ? line.size()
              : static_cast<std::size_t>(static_cast<const char*>(comma) - line.data());
      field.content = line.substr(at, end - at);
      at = end;
    }
    fields_.push_back(field);
    if (at >= line.size()) {
      break;
    }
    ++at;  // the comma; a field follows, be it empty
  }
  return fields_.size() == num_columns_;
}

std::string_view LineSplitter::text(std::size_t column) {
  const FieldPlace& field = fields_[column];
  if (!field.has_quotes) {
    return field.content;
  }
  unquoted_.clear();
  for (std::size_t i = 0; i < field.content.size(); ++i) {
    unquoted_ += field.content[i];
    if (field.content[i] == '"' && i + 1 < field.content.size() && field.content[i + 1] == '"') {
      ++i;
    }
  }
  return unquoted_;
}

void append_joined_codes(std::string& out, std::string_view json_list) {
  bool first = true;
  std::size_t at = 0;
  while (true) {
    const auto open = json_list.find('"', at);
    const auto close = open == std::string_view::npos ? open : json_list.find('"', open + 1);
    if (close == std::string_view::npos) {
      return;
    }
    out.append(first ? "" : "__").append(json_list.substr(open + 1, close - open - 1));
    first = false;
    at = close + 1;
  }
}

}  // namespace fairmon::dsa
