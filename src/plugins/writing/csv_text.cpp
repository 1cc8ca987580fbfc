#include "plugins/writing/csv_text.hpp"

namespace fairmon::plugins {

void append_csv_field(std::string& out, std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    out += c;
    if (c == '"') {
      out += '"';
    }
  }
  out += '"';
}

}  // namespace fairmon::plugins
