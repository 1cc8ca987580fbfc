#include "cli/dsa/statement_lines.hpp"

#include "plugins/writing/csv_text.hpp"
#include "plugins/writing/json_text.hpp"

namespace fairmon::cli {

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
      csv_ ? plugins::append_csv_field(out, value.text)
           : plugins::append_json_string(out, value.text);
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
