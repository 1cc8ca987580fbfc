#include "plugins/reading/json/survey.hpp"

#include <algorithm>
#include <utility>

#include "support/nearest.hpp"

namespace fairmon::plugins {

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 20); ++i) {
    text += (i == 0 ? "`" : ", `") + names[i] + "`";
  }
  return text;
}

}  // namespace

Result<void> check_seen(const std::vector<std::string>& fields, const std::vector<bool>& seen,
                        const std::vector<std::string>& names, std::size_t num_records) {
  const auto absent = std::find(seen.begin(), seen.end(), false);
  if (absent == seen.end()) {
    return {};
  }
  const std::string& field = fields[static_cast<std::size_t>(absent - seen.begin())];
  std::string message =
      "none of the first " + std::to_string(num_records) + " records has a field `" + field + "`";
  const auto near = support::nearest(field, names);
  message += near ? "; did you mean `" + *near + "`?"
                  : "; map another one with --map INPUT=FIELD, nested ones as in a.b[0].c";
  Error error(ErrorCode::Input, std::move(message));
  error.context.push_back("the fields are " + listed(names));
  error.context.emplace_back("if the field comes later or not at all, say --allow-absent");
  return error;
}

}  // namespace fairmon::plugins
