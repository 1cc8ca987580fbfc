#include <nlohmann/json.hpp>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/dsa/actions.hpp"
#include "cli/report.hpp"
#include "dsa/schema.hpp"

namespace fairmon::cli {

namespace {

bool filterable(const dsa::Field& field) {
  return field.mapping != dsa::Mapping::Text && field.mapping != dsa::Mapping::NotIndexed;
}

std::string as_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const dsa::Field& field : dsa::fields()) {
    list.push_back({{"name", field.name},
                    {"type", field.type},
                    {"summary", field.summary},
                    {"filterable", filterable(field)},
                    {"in_api", field.mapping != dsa::Mapping::NotIndexed},
                    {"in_dumps", !field.dump_column.empty()},
                    {"always_present", field.always_present},
                    {"codes", std::vector<std::string_view>(dsa::codes(field.name).begin(),
                                                            dsa::codes(field.name).end())}});
  }
  return list.dump(2) + '\n';
}

std::string as_table() {
  std::size_t width = 0;
  for (const dsa::Field& field : dsa::fields()) {
    width = std::max(width, field.name.size());
  }
  std::string out = "f: can be filtered by the service   d: in daily dumps\n\n";
  for (const dsa::Field& field : dsa::fields()) {
    std::string line(field.name);
    line.resize(width + 2, ' ');
    line += field.type;
    line.resize(width + 10, ' ');
    line += filterable(field) ? 'f' : ' ';
    line += field.dump_column.empty() ? "   " : "d  ";
    out += line + std::string(field.summary) + '\n';
    for (const std::string_view code : dsa::codes(field.name)) {
      if (field.name != "territorial_scope" && field.name != "category_addition") {
        out += std::string(width + 13, ' ') + std::string(code) + '\n';
      }
    }
  }
  return out;
}

}  // namespace

int dsa_fields(const Arguments& arguments) {
  print(arguments.has("json") ? as_json() : as_table());
  return 0;
}

}  // namespace fairmon::cli
