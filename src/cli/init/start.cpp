#include "cli/init/start.hpp"

#include <algorithm>

namespace fairmon::cli {

namespace {

constexpr std::size_t kValuesShown = 6;

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
    text += (text.empty() ? "" : ", ") + part.input;
  }
  return roles.groups.size() == 1 ? text : '(' + text + ')';
}

std::string expression(const Part& part) { return part.input + part.condition; }

std::vector<const Part*> parts_of(const Roles& roles) {
  std::vector<const Part*> parts;
  for (const Part& part : roles.groups) {
    parts.push_back(&part);
  }
  parts.push_back(&roles.decision);
  if (roles.outcome) {
    parts.push_back(&*roles.outcome);
  }
  return parts;
}

std::string inputs(const Roles& roles) {
  std::string text;
  const auto declare = [&](const Part& part, const std::string& comment) {
    text += "input " + part.input + " : " + std::string(type_of(*part.column)) + "  // " + comment +
            '\n';
  };
  for (const Part& part : roles.groups) {
    declare(part, "the group: " + listed(part.column->values, kValuesShown));
  }
  declare(roles.decision,
          roles.decision.condition.empty()
              ? "the decision"
              : "the decision is `" + expression(roles.decision) + "`: is that what you mean?");
  if (roles.outcome) {
    declare(*roles.outcome, roles.outcome->condition.empty()
                                ? "what turned out to be true"
                                : "true is `" + expression(*roles.outcome) + '`');
  }
  return text;
}

/// Enough to be calm, but never so much that a small file shows nothing.
std::size_t support_for(const Sample& sample) {
  return sample.complete ? std::clamp<std::size_t>(sample.num_rows / 20, 2, 30) : 30;
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
  const std::string support = std::to_string(support_for(sample));
  const std::string common =
      "group: " + key_of(roles) + ", decision: " + expression(roles.decision);
  std::string text = "// A first specification for " + file + ", to be changed by you.\n" +
                     inputs(roles) +
                     "\n// Are positive decisions equally frequent in every group? A group takes "
                     "part once it has\n// " +
                     support + " decisions; the trigger fires above a difference of 0.1.\n" +
                     "use demographic_parity(" + common +
                     ",\n                       min_support: " + support + ", threshold: 0.1)\n";
  if (roles.outcome) {
    text += "\n// And among those who turned out to deserve them?\nuse equal_opportunity(" +
            common + ",\n                      outcome: " + expression(*roles.outcome) +
            ", min_support: " + support + ", threshold: 0.1)\n";
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

std::vector<std::string> reading_flags(const Roles& roles) {
  std::vector<std::string> flags;
  if (roles.time == nullptr || roles.time_out_of_order) {
    flags.insert(flags.end(), {"--input-delay", "1000"});
  } else if (const auto words = words_of(roles.time->name);
             words.size() != 1 ||
             (words[0] != "time" && words[0] != "ts" && words[0] != "timestamp")) {
    flags.insert(flags.end(), {"--time-column", roles.time->name});
  }
  std::vector<std::string> missing;
  for (const Part* part : parts_of(roles)) {
    if (part->input != part->column->name) {
      flags.insert(flags.end(), {"--map", part->input + '=' + part->column->name});
    }
    for (const std::string& word : part->column->missing) {
      if (std::find(missing.begin(), missing.end(), word) == missing.end()) {
        missing.push_back(word);
        flags.insert(flags.end(), {"--missing", word});
      }
    }
  }
  return flags;
}

std::string what_next(const Roles& roles, const std::string& spec, const std::string& file) {
  std::string groups;
  for (const Part& part : roles.groups) {
    groups += (groups.empty() ? "" : " and ") + part.column->name;
  }
  std::string text =
      spec + " compares `" + expression(roles.decision) + "` between groups by " + groups +
      (roles.outcome ? ", also given `" + expression(*roles.outcome) + "`" : "") + "\n";
  if (roles.time == nullptr) {
    text += "no column holds times, so rows are taken as one second apart\n";
  } else if (roles.time_out_of_order) {
    text += "rows are not in the order of `" + roles.time->name +
            "`, so they are taken as one second apart; sort the file to use its times\n";
  }
  std::string flags;
  for (const std::string& word : reading_flags(roles)) {
    flags += ' ' + shell_word(word);
  }
  const std::string rest = ' ' + shell_word(spec) + ' ' + shell_word(file) + flags + '\n';
  return text + "next:\n  fairmon monitor" + rest + "  fairmon serve" + rest;
}

}  // namespace fairmon::cli
