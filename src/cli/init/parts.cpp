#include "cli/init/parts.hpp"

#include <fairmon/spec.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "cli/init/words.hpp"
#include "support/number.hpp"

namespace fairmon::cli {

namespace {

bool is_usable(const std::string& name) {
  return compile(SourceFile("name", "input " + name + " : Int64\n")).spec.has_value();
}

std::string number_text(const Column& column, double number) {
  if (column.kind == ColumnKind::Integer) {
    return std::to_string(static_cast<std::int64_t>(number));
  }
  const std::string text = fmt::format("{:g}", number);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string literal(const Column& column, const std::string& value) {
  return column.kind == ColumnKind::Number
             ? number_text(column, support::parse_number<double>(value).value_or(0.0))
             : (column.kind == ColumnKind::Text ? quoted_text(value) : value);
}

/// The one of two values that is good for the person; without a word about it the larger number,
/// but 1 of 1 and 2, and the first of two texts.
const std::string& good_value(const Column& column) {
  const std::string& one = column.values[0];
  const std::string& other = column.values[1];
  for (const auto& [value, against] : {std::pair(&one, &other), std::pair(&other, &one)}) {
    if (meaning_of(*value) == Meaning::Good || meaning_of(*against) == Meaning::Bad) {
      return *value;
    }
  }
  if (!is_number(column)) {
    return one;
  }
  const bool first_is_larger = support::parse_number<double>(one).value_or(0.0) >
                               support::parse_number<double>(other).value_or(0.0);
  const bool one_and_two = std::abs(column.smallest - 1.0) < 0.5 && column.largest > 1.5;
  return first_is_larger != one_and_two ? one : other;
}

bool spells_good_and_bad(const Column& column) {
  return std::any_of(column.values.begin(), column.values.end(), [](const std::string& value) {
    return meaning_of(value) != Meaning::Unknown;
  });
}

/// Where a range of numbers is cut, and how the parts are called.
struct Cuts {
  std::vector<double> at;
  std::vector<std::string> names;
};

Cuts cuts_of(const Column& column) {
  Cuts cuts;
  if (is_about_age(column)) {
    return {{25.0, 45.0, 65.0}, {"under 25", "25 to 44", "45 to 64", "65 and over"}};
  }
  for (const double cut : column.quartiles) {
    if (cut > column.smallest && (cuts.at.empty() || cut > cuts.at.back())) {
      cuts.at.push_back(cut);
    }
  }
  for (std::size_t i = 0; i <= cuts.at.size(); ++i) {
    const auto text = [&](std::size_t cut) { return fmt::format("{:g}", cuts.at[cut]); };
    cuts.names.push_back(i == 0                ? "below " + (cuts.at.empty() ? "" : text(0))
                         : i == cuts.at.size() ? text(i - 1) + " and more"
                                               : text(i - 1) + " to " + text(i));
  }
  return cuts;
}

/// `output age_group := if age < 25 then "under 25" else …`
std::string bins_of(const Column& column, const std::string& input, const std::string& output) {
  const Cuts cuts = cuts_of(column);
  std::string text = "output " + output + " :=\n  ";
  for (std::size_t i = 0; i < cuts.at.size(); ++i) {
    text += "if " + input + " < " + number_text(column, cuts.at[i]) + " then " +
            quoted_text(cuts.names[i]) + "\n  else ";
  }
  return text + quoted_text(cuts.names.back()) + "\n";
}

}  // namespace

std::string quoted_text(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) {
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  }
  return text + '"';
}

std::string input_name(const Column& column) {
  if (is_usable(column.name)) {
    return column.name;
  }
  std::string name;
  for (const std::string& word : words_of(column.name)) {
    name += (name.empty() ? "" : "_") + word;
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
    name.insert(0, "c");
  }
  while (!is_usable(name) && name.size() < 200) {
    name += '_';
  }
  return name;
}

Part group_part(const Column& column) {
  constexpr std::size_t kMostAsTheyAre = 10;
  Part part;
  part.column = &column;
  part.input = input_name(column);
  part.expression = part.input;
  const bool many = column.many_values || column.values.size() > kMostAsTheyAre;
  if (is_number(column) && many && !column.quartiles.empty()) {
    part.expression = part.input + "_group";
    part.bins = bins_of(column, part.input, part.expression);
  }
  return part;
}

Part verdict_part(const Column& column) {
  Part part;
  part.column = &column;
  part.input = input_name(column);
  part.expression = part.input;
  const bool two = column.values.size() == 2 && !column.many_values;
  if (column.kind == ColumnKind::Bool) {
    part.negated = is_harmful(column);
    part.expression = part.negated ? "!" + part.input : part.input;
  } else if (column.kind == ColumnKind::Text || (two && is_number(column))) {
    // The values speak before the name does.
    const std::string& good = good_value(column);
    part.negated = two && is_harmful(column) && !spells_good_and_bad(column);
    part.expression = part.input + (part.negated ? " != " : " == ") + literal(column, good);
  } else if (is_number(column)) {
    const double middle = (column.smallest + column.largest) / 2.0;
    part.negated = is_harmful(column);
    part.expression =
        part.input + (part.negated ? " <= " : " > ") +
        number_text(column, column.kind == ColumnKind::Integer ? std::floor(middle) : middle);
  }
  return part;
}

}  // namespace fairmon::cli
