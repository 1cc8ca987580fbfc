#include "intake/inputs.hpp"

#include <fmt/format.h>

#include "intake/parts.hpp"

namespace fairmon::intake {

namespace {

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

bool is_found_by_name(const Column& time) {
  const std::string name = lower_case(time.name);
  return name == "time" || name == "ts" || name == "timestamp";
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

/// ` 12 of 5000 rows have none.`
std::string missing_words(const Sample& sample, const Column& column) {
  const std::size_t missing = column.num_blank + column.num_unknown;
  return missing == 0 ? "" : fmt::format(" {} of {} rows have none.", missing, sample.num_rows);
}

/// How times are written, where a look at the first row might not tell.
std::string time_tag(const Roles& roles) {
  std::string format = roles.time_format;
  const TimeFormat found = roles.time->time_format;
  if (format.empty() && found != TimeFormat::Auto && found != TimeFormat::Rfc3339) {
    format = found == TimeFormat::UnixSeconds ? "unix" : std::string(time_format_name(found));
  }
  return format.empty() ? "#[time]\n" : "#[time=" + quoted_text(format) + "]\n";
}

void add_time(Writer& writer, const Roles& roles) {
  if (roles.time == nullptr || roles.time_out_of_order ||
      (is_found_by_name(*roles.time) && time_tag(roles) == "#[time]\n")) {
    return;
  }
  Part time;
  time.column = roles.time;
  time.input = input_name(*roles.time);
  writer.add(time_tag(roles) + input(time, "when it happened", true),
             fmt::format("When each row happened, read from the column “{}”.", roles.time->name));
}

void add_groups(Writer& writer, const Sample& sample, const Roles& roles) {
  for (const Part& part : roles.groups) {
    const bool label = part.column->kind == ColumnKind::Text;
    std::vector<std::string> labels = part.column->values;
    std::erase_if(labels, says_unknown);
    const bool plain = part.bins.empty();
    writer.add(
        input(part, plain ? "the group: " + listed(labels, kValuesShown) : "made into groups below",
              label),
        fmt::format("Who is compared: {} “{}”.{}",
                    plain ? "one group for each value of" : "groups are made of the numbers in",
                    part.column->name,
                    missing_words(sample, *part.column) +
                        (part.column->num_blank + part.column->num_unknown > 0
                             ? " They belong to no group and are counted apart."
                             : "")));
  }
}

void add_verdict(Writer& writer, const Sample& sample, const Part& part, const std::string& what) {
  const bool plain = part.expression == part.input;
  const std::string meaning =
      plain ? what
            : what + " is `" + part.expression + '`' +
                  (part.negated ? ", since `" + part.column->name + "` is bad for the person"
                                : std::string()) +
                  ": is that what you mean?";
  writer.add(input(part, meaning, false),
             fmt::format("Read from the column “{}”; {} where `{}` holds.{}", part.column->name,
                         what == "the good decision" ? "a decision is good" : "an outcome is good",
                         part.expression, missing_words(sample, *part.column)));
}

}  // namespace

std::string listed(const std::vector<std::string>& items, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + items[i];
  }
  return items.size() > most ? text + ", …" : text;
}

void add_file_tags(Writer& writer, const Sample& sample, const Roles& roles) {
  if (!sample.header) {
    std::string names;
    for (const Column& column : sample.columns) {
      names += (names.empty() ? "" : ",") + column.name;
    }
    writer.add("#![columns=\"" + names + "\"]  // the file has no line with names\n",
               "The file has no line of names, so its columns get these.");
  }
  if (roles.time == nullptr || roles.time_out_of_order) {
    writer.add("#![input_delay=\"1000\"]  // rows are taken as one second apart\n",
               "Rows have no time that can be used: they are taken as one second apart, in the "
               "order of the file.");
  }
}

void add_inputs(Writer& writer, const Sample& sample, const Roles& roles) {
  add_time(writer, roles);
  add_groups(writer, sample, roles);
  add_verdict(writer, sample, roles.decision, "the good decision");
  if (roles.outcome && roles.outcome->input != roles.decision.input) {
    add_verdict(writer, sample, *roles.outcome, "the good outcome");
  }
  if (roles.weight != nullptr) {
    Column column = *roles.weight;
    column.kind = ColumnKind::Number;  // also where all of them are whole
    Part weight;
    weight.column = &column;
    weight.input = input_name(column);
    writer.add(input(weight, "how much the row counts", false),
               "Every row counts as much as this says, not as one.");
  }
  for (const Part& part : roles.groups) {
    if (!part.bins.empty()) {
      writer.add("\n");
      writer.add(part.bins,
                 fmt::format("Makes {} groups of the numbers in “{}”: {}.", part.bin_names.size(),
                             part.column->name, listed(part.bin_names, part.bin_names.size())));
    }
  }
}

}  // namespace fairmon::intake
