#include <algorithm>
#include <cctype>

#include "intake/inputs.hpp"

namespace fairmon::intake {

namespace {

std::string shell_word(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || std::string_view("_-./=,:").find(c) != std::string_view::npos;
  });
  return plain && !text.empty() ? text : '\'' + text + '\'';
}

}  // namespace

std::string what_next(const Sample& sample, const Roles& roles, const std::string& spec,
                      const std::string& file) {
  std::string groups;
  for (const Part& part : roles.groups) {
    groups += (groups.empty() ? "" : " and ") + part.column->name;
  }
  std::string text =
      spec + " compares `" + roles.decision.expression + "` between groups by " + groups +
      (roles.outcome ? ", also given `" + roles.outcome->expression + "`" : "") + "\n";
  if (roles.decision_is_outcome) {
    text += "`" + roles.decision.column->name +
            "` may be an outcome rather than a decision, but no column looks more like one; name "
            "another with --decision COLUMN\n";
  }
  if (!sample.header) {
    text += "the first line holds no names, so columns are called c1 to c" +
            std::to_string(sample.columns.size()) + "; give them better ones in the file\n";
  }
  if (roles.time == nullptr) {
    text += "no column holds times, so rows are taken as one second apart\n";
  } else if (roles.time_out_of_order) {
    text += "rows are not in the order of `" + roles.time->name +
            "`, so they are taken as one second apart; sort the file to use its times\n";
  }
  if (sample.complete && sample.num_rows < 2 * kSupport) {
    text += "the file has " + std::to_string(sample.num_rows) +
            " rows: too few for anything but large differences to be certain\n";
  }
  const std::string rest = ' ' + shell_word(spec) + ' ' + shell_word(file) + '\n';
  return text + "next:\n  fairmon monitor" + rest + "  fairmon serve" + rest;
}

}  // namespace fairmon::intake
