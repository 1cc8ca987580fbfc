#include "dsa/simulator/render.hpp"

#include <array>
#include <cstdio>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"

namespace fairmon::dsa::simulator {

namespace {

constexpr std::array<std::string_view, 38> kDumpColumns = {"uuid",
                                                           "decision_visibility",
                                                           "decision_visibility_other",
                                                           "end_date_visibility_restriction",
                                                           "decision_monetary",
                                                           "decision_monetary_other",
                                                           "end_date_monetary_restriction",
                                                           "decision_provision",
                                                           "end_date_service_restriction",
                                                           "decision_account",
                                                           "end_date_account_restriction",
                                                           "account_type",
                                                           "decision_ground",
                                                           "decision_ground_reference_url",
                                                           "illegal_content_legal_ground",
                                                           "illegal_content_explanation",
                                                           "incompatible_content_ground",
                                                           "incompatible_content_explanation",
                                                           "incompatible_content_illegal",
                                                           "category",
                                                           "category_addition",
                                                           "category_specification",
                                                           "category_specification_other",
                                                           "content_type",
                                                           "content_type_other",
                                                           "content_language",
                                                           "content_date",
                                                           "content_id_ean",
                                                           "territorial_scope",
                                                           "application_date",
                                                           "decision_facts",
                                                           "source_type",
                                                           "source_identity",
                                                           "automated_detection",
                                                           "automated_decision",
                                                           "platform_name",
                                                           "platform_uid",
                                                           "created_at"};

bool left_out(std::string_view column, bool light) {
  return light &&
         (column == "illegal_content_explanation" || column == "incompatible_content_explanation" ||
          column == "territorial_scope" || column == "decision_facts");
}

// The texts we generate hold two-byte characters at most.
void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\' || c == '/') {
      out += '\\';
      out += text[i];
    } else if (c < 0x80) {
      out += text[i];
    } else {
      const unsigned code = ((c & 0x1FU) << 6U) | (static_cast<unsigned char>(text[++i]) & 0x3FU);
      std::array<char, 8> buffer;
      out.append(buffer.data(), static_cast<std::size_t>(std::snprintf(buffer.data(), buffer.size(),
                                                                       "\\u%04x", code & 0xFFFFU)));
    }
  }
  out += '"';
}

std::string moment_text(std::int64_t seconds, bool api) {
  std::string text = instant_text(Timestamp{seconds * kNanosPerSecond});
  text.resize(19);
  if (api) {
    return text + ".000000Z";
  }
  text[10] = ' ';
  return text;
}

void append_json(std::string& out, const View& view) {
  switch (view.kind) {
    case View::Kind::Unknown:
    case View::Kind::Absent:
      out += "null";
      return;
    case View::Kind::Text:
      append_json_text(out, view.text);
      return;
    case View::Kind::Number:
      out += std::to_string(view.number);
      return;
    case View::Kind::Boolean:
      out += view.boolean ? "true" : "false";
      return;
    case View::Kind::Moment:
      out += '"' + moment_text(view.number, true) + '"';
      return;
    case View::Kind::List:
      out += '[';
      if (!view.text.empty()) {
        append_json_text(out, view.text);
      }
      out += ']';
      return;
  }
}

std::string dump_text(const Statement& statement, std::string_view column) {
  const View view = field_of(statement, column == "platform_uid" ? "puid" : column);
  switch (view.kind) {
    case View::Kind::Unknown:
    case View::Kind::Absent:
      return {};
    case View::Kind::Text:
      return view.text;
    case View::Kind::Number:
      return std::to_string(view.number);
    case View::Kind::Boolean:
      return view.boolean ? "Yes" : "No";
    case View::Kind::Moment:
      return moment_text(view.number, false);
    case View::Kind::List:
      return view.text.empty() ? "[]" : "[\"" + view.text + "\"]";
  }
  return {};
}

// Quotes when needed and doubles quotes, except directly after a backslash: the damage of old
// files.
void append_csv_field(std::string& out, const std::string& text) {
  if (text.find_first_of(",\"\\ \t\r\n") == std::string::npos) {
    out += text;
    return;
  }
  out += '"';
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) {
      out += '"';
    }
    out += text[i];
  }
  out += '"';
}

}  // namespace

const std::vector<std::string>& document_fields() {
  static const std::vector<std::string> kFields = [] {
    std::vector<std::string> names;
    for (const Field& field : fields()) {
      if (field.mapping != Mapping::NotIndexed) {
        names.emplace_back(field.name);
      }
    }
    return names;
  }();
  return kFields;
}

void append_hit(std::string& out, const Statement& statement,
                const std::vector<std::string>& wanted, bool sorted_by_time) {
  const std::string id = std::to_string(statement.id);
  out += R"({"_index":"statement_example_1","_id":")" + id + R"(","_score":null,"_source":{)";
  bool first = true;
  for (const std::string& name : wanted) {
    const View view = field_of(statement, name);
    if (view.kind == View::Kind::Unknown) {
      continue;
    }
    if (!first) {
      out += ',';
    }
    first = false;
    out += '"' + name + "\":";
    append_json(out, view);
  }
  const std::string time =
      sorted_by_time ? std::to_string(statement.created_at * 1'000) + ',' : std::string();
  out += R"(},"sort":[)" + time + id + "]}";
}

std::string dump_header(bool light) {
  std::string header;
  for (const std::string_view column : kDumpColumns) {
    if (!left_out(column, light)) {
      header.append(header.empty() ? "" : ",").append(column);
    }
  }
  return header;
}

void append_dump_row(std::string& out, const Statement& statement, bool light) {
  out += '\n';
  bool first = true;
  for (const std::string_view column : kDumpColumns) {
    if (left_out(column, light)) {
      continue;
    }
    if (!first) {
      out += ',';
    }
    first = false;
    append_csv_field(out, dump_text(statement, column));
  }
}

}  // namespace fairmon::dsa::simulator
