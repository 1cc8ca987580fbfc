#include "cli/init/start.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "cli/init/parts.hpp"

namespace fairmon::cli {

namespace {

constexpr std::size_t kValuesShown = 6;
/// A rate of fewer cases says little; a group that has fewer takes no part.
constexpr std::size_t kSupport = 30;

std::string_view type_of(const Column& column) {
  switch (column.kind) {
    case ColumnKind::Bool:
      return "Bool";
    case ColumnKind::Integer:
      return "Int64";
    case ColumnKind::Number:
      return "Float64";
    case ColumnKind::Empty:
    case ColumnKind::Date:
    case ColumnKind::Text:
      return "String";
  }
  return "String";
}

std::string listed(const std::vector<std::string>& items, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + items[i];
  }
  return items.size() > most ? text + ", …" : text;
}

std::string key_of(const Roles& roles) {
  std::string text;
  for (const Part& part : roles.groups) {
    text += (text.empty() ? "" : ", ") + part.expression;
  }
  return roles.groups.size() == 1 ? text : '(' + text + ')';
}

/// A window that moves, where the times span long: what was is not what is.
struct Window {
  std::string over;
  std::string every;
};

std::optional<Window> window_for(const Sample& sample, const Roles& roles) {
  if (roles.time == nullptr || roles.time_out_of_order) {
    return std::nullopt;
  }
  constexpr double kDay = 86'400.0;
  const double days = (roles.time->largest - roles.time->smallest) / kDay;
  struct Length {
    double days;
    const char* over;
    const char* every;
  };
  constexpr std::array kLengths = {Length{30.0, "30d", "1d"}, Length{90.0, "90d", "7d"},
                                   Length{365.0, "365d", "30d"}};
  for (const Length& length : kLengths) {
    const double cases = static_cast<double>(sample.num_rows) * length.days / std::max(days, 1.0);
    const bool enough = cases >= 10.0 * static_cast<double>(kSupport);
    if (days >= 4.0 * length.days && enough) {
      return Window{length.over, length.every};
    }
  }
  return std::nullopt;
}

bool is_found_by_name(const Column& time) {
  const std::string name = lower_case(time.name);
  return name == "time" || name == "ts" || name == "timestamp";
}

/// How the file is read as a whole: `#![…]`.
std::string file_tags(const Sample& sample, const Roles& roles) {
  std::string text;
  if (!sample.header) {
    std::string names;
    for (const Column& column : sample.columns) {
      names += (names.empty() ? "" : ",") + column.name;
    }
    text += "#![columns=\"" + names + "\"]  // the file has no line with names\n";
  }
  if (roles.time == nullptr || roles.time_out_of_order) {
    text += "#![input_delay=\"1000\"]  // rows are taken as one second apart\n";
  }
  return text;
}

std::string input(const Part& part, const std::string& comment, bool label) {
  std::string text;
  if (part.column->shared_name) {
    text += "#[column=\"" + std::to_string(part.column->number) +
            "\"]  // its number: several are called `" + part.column->name + "`\n";
  } else if (part.input != part.column->name) {
    text += "#[column=" + quoted_text(part.column->name) + "]\n";
  }
  if (!part.column->missing.empty() && !label) {
    text += "#[missing=" + quoted_text(listed(part.column->missing, part.column->missing.size())) +
            "]\n";
  }
  return text + "input " + part.input + " : " + std::string(type_of(*part.column)) + "  // " +
         comment + '\n';
}

std::string inputs(const Roles& roles) {
  std::string text;
  if (roles.time != nullptr && !roles.time_out_of_order && !is_found_by_name(*roles.time)) {
    Part time;
    time.column = roles.time;
    time.input = input_name(*roles.time);
    text += "#[time]\n" + input(time, "when it happened", true);
  }
  for (const Part& part : roles.groups) {
    const bool label = part.column->kind == ColumnKind::Text;
    std::vector<std::string> labels = part.column->values;
    std::erase_if(labels, says_unknown);
    text += input(
        part,
        part.bins.empty() ? "the group: " + listed(labels, kValuesShown) : "made into groups below",
        label);
  }
  const auto verdict = [&](const Part& part, const std::string& what) {
    const bool plain = part.expression == part.input;
    const std::string meaning =
        plain ? what
              : what + " is `" + part.expression + '`' +
                    (part.negated ? ", since `" + part.column->name + "` is bad for the person"
                                  : std::string()) +
                    ": is that what you mean?";
    text += input(part, meaning, false);
  };
  verdict(roles.decision, "the good decision");
  if (roles.outcome && roles.outcome->input != roles.decision.input) {
    verdict(*roles.outcome, "the good outcome");
  }
  for (const Part& part : roles.groups) {
    text += part.bins.empty() ? "" : '\n' + part.bins;
  }
  return text;
}

std::string metric(const std::string& name, const std::string& arguments) {
  const std::string indent(name.size() + 5, ' ');
  return "use " + name + '(' + arguments + ",\n" + indent + "level: 0.95, threshold: 0.1)\n";
}

std::string shell_word(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || std::string_view("_-./=,:").find(c) != std::string_view::npos;
  });
  return plain && !text.empty() ? text : '\'' + text + '\'';
}

}  // namespace

std::string first_specification(const Sample& sample, const Roles& roles, const std::string& file) {
  const std::optional<Window> window = window_for(sample, roles);
  const std::string common = "group: " + key_of(roles) + ", decision: " + roles.decision.expression;
  std::string text =
      file_tags(sample, roles) + "// A first specification for " + file +
      ", to be changed by you.\n" + inputs(roles) +
      "\n// Are good decisions equally frequent in every group? The trigger fires when "
      "it is certain\n// that they differ by more than 0.1: all it says in a run is "
      "wrong with a probability of\n// at most 0.05 (`level`). Without `level` it "
      "would judge by the estimates alone.\n";
  if (window) {
    text += "// `over: " + window->over + ", every: " + window->every + "` looks at the last " +
            window->over + " only, not at the whole history.\n";
  }
  text += metric("demographic_parity", common);
  if (roles.outcome) {
    text += "\n// And among those who turned out to deserve them?\n" +
            metric("equal_opportunity",
                   common + ",\n                      outcome: " + roles.outcome->expression);
  }
  if (!roles.further_groups.empty()) {
    std::vector<std::string> names;
    for (const Column* column : roles.further_groups) {
      names.push_back(column->name);
    }
    text += "\n// Other columns that could be the group, also together as `group: (a, b)`: " +
            listed(names, kValuesShown) + "\n";
  }
  return text + "\n// More metrics: fairmon catalogue --kind metric\n";
}

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

}  // namespace fairmon::cli
