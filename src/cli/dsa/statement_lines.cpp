#include "cli/dsa/statement_lines.hpp"

#include <array>
#include <cstdio>

namespace fairmon::cli {

namespace {

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> buffer;
      const int size = std::snprintf(buffer.data(), buffer.size(), "\\u%04x",
                                     static_cast<unsigned>(static_cast<unsigned char>(c)));
      out.append(buffer.data(), static_cast<std::size_t>(size));
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_csv_text(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
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

}  // namespace

std::string StatementLines::header() const {
  std::string line = "time";
  for (const std::string& field : fields_) {
    line += ',' + field;
  }
  return csv_ ? line + '\n' : "";
}

void StatementLines::field(std::size_t number, const dsa::FieldValue& value) {
  std::string& out = values_[number];
  switch (value.kind) {
    case dsa::FieldValue::Kind::Null:
      return;
    case dsa::FieldValue::Kind::Integer:
      out = std::to_string(value.integer);
      return;
    case dsa::FieldValue::Kind::Boolean:
      out = value.boolean ? "true" : "false";
      return;
    case dsa::FieldValue::Kind::Text:
      if (fields_[number] == "created_at") {
        time_ = value.text;
      }
      csv_ ? append_csv_text(out, value.text) : append_json_text(out, value.text);
      return;
  }
}

bool StatementLines::end() {
  text += csv_ ? time_ : "{\"time\":\"" + time_ + '"';
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (csv_) {
      text += ',' + values_[i];
    } else if (!values_[i].empty()) {
      text += ",\"" + fields_[i] + "\":" + values_[i];
    }
  }
  text += csv_ ? "\n" : "}\n";
  return true;
}

}  // namespace fairmon::cli
