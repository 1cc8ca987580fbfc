#include "intake/parts.hpp"

#include <fairmon/spec.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "intake/words.hpp"
#include "support/number.hpp"

namespace fairmon::intake {

namespace {

bool is_usable(const std::string& name) {
  return compile(SourceFile("name", "input " + name + " : Int64\n")).spec.has_value();
}

std::string number_text(const Column& column, double number) {
  if (column.kind == ColumnKind::Integer && std::abs(number) < 9e15) {
    return std::to_string(static_cast<std::int64_t>(number));
  }
  const std::string text = fmt::format("{}", number);
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

/// Whole numbers end before the next part begins; others up to it.
std::vector<std::string> names_of(const std::vector<double>& at, bool whole) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= at.size(); ++i) {
    if (i == 0) {
      names.push_back(fmt::format("{} {:g}", whole ? "under" : "below", at[0]));
    } else if (i == at.size()) {
      names.push_back(fmt::format("{:g} and {}", at[i - 1], whole ? "over" : "more"));
    } else if (whole && at[i] - 1.0 > at[i - 1]) {
      names.push_back(fmt::format("{:g} to {:g}", at[i - 1], at[i] - 1.0));
    } else {
      names.push_back(whole ? fmt::format("{:g}", at[i - 1])
                            : fmt::format("{:g} to {:g}", at[i - 1], at[i]));
    }
  }
  return names;
}

Cuts cuts_of(const Column& column, std::vector<double> at) {
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  if (at.empty() && is_about_age(column)) {
    at = {25.0, 45.0, 65.0};
  }
  for (const double cut : at.empty() ? column.quartiles : std::vector<double>()) {
    if (cut > column.smallest && (at.empty() || cut > at.back())) {
      at.push_back(cut);
    }
  }
  const bool whole_cuts =
      std::all_of(at.begin(), at.end(), [](double cut) { return cut == std::floor(cut); });
  return at.empty() ? Cuts() : Cuts{at, names_of(at, column.whole_numbers && whole_cuts)};
}

/// `output age_group := if age < 25 then "under 25" else …`
std::string bins_of(const Column& column, const std::string& input, const std::string& output,
                    const Cuts& cuts) {
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

Part group_part(const Column& column, const std::vector<double>& cuts) {
  constexpr std::size_t kMostAsTheyAre = 10;
  Part part;
  part.column = &column;
  part.input = input_name(column);
  part.expression = part.input;
  const bool many = column.many_values || column.values.size() > kMostAsTheyAre;
  const Cuts bins = cuts_of(column, cuts);
  if (is_number(column) && (many || !cuts.empty()) && !bins.at.empty()) {
    part.expression = part.input + "_group";
    part.bins = bins_of(column, part.input, part.expression, bins);
    part.cuts = bins.at;
    part.bin_names = bins.names;
  }
  return part;
}

namespace {

bool is_true(const std::string& word) {
  const std::string small = lower_case(word);
  return small == "true" || small == "yes" || small == "1";
}

/// As names and values tell.
GoodWhen guess_good(const Column& column, bool& negated) {
  GoodWhen good;
  const bool two = column.values.size() == 2 && !column.many_values;
  if (column.kind == ColumnKind::Bool) {
    negated = is_harmful(column);
    for (const std::string& value : column.values) {
      if (is_true(value) != negated) {
        good.values.push_back(value);
      }
    }
    if (good.values.empty()) {
      good.values.emplace_back(negated ? "false" : "true");
    }
  } else if (is_number(column) && !two) {
    const double middle = (column.smallest + column.largest) / 2.0;
    negated = is_harmful(column);
    good.cut = column.kind == ColumnKind::Integer ? std::floor(middle) : middle;
    good.above = !negated;
  } else if (column.values.size() > 1) {
    // The values speak before the name does.
    const std::string& best = good_value(column);
    negated = two && is_harmful(column) && !spells_good_and_bad(column);
    good.values = {negated ? column.values[best == column.values[0] ? 1 : 0] : best};
  } else {
    good.values = column.values;
  }
  return good;
}

std::string good_expression(const Column& column, const std::string& input, const GoodWhen& good) {
  if (good.cut) {
    const double cut = column.kind == ColumnKind::Integer ? std::floor(*good.cut) : *good.cut;
    return input + (good.above ? " > " : " <= ") + number_text(column, cut);
  }
  if (column.kind == ColumnKind::Bool) {
    const bool plain = std::any_of(good.values.begin(), good.values.end(), is_true);
    return (plain ? "" : "!") + input;
  }
  std::string text;
  for (const std::string& value : good.values) {
    text += (text.empty() ? "" : " || ") + input + " == " + literal(column, value);
  }
  return good.values.size() > 1 ? '(' + text + ')' : text;
}

}  // namespace

Part verdict_part(const Column& column, const std::optional<GoodWhen>& good) {
  Part part;
  part.column = &column;
  part.input = input_name(column);
  const bool said = good && (good->cut ? is_number(column) : !good->values.empty());
  part.good = said ? *good : guess_good(column, part.negated);
  part.expression = good_expression(column, part.input, part.good);
  if (part.expression.empty()) {  // an empty column
    part.expression = part.input;
  }
  return part;
}

std::optional<std::string> label_of(const Part& part, const std::string& cell) {
  if (cell.empty() || cell == "#" || says_unknown(cell)) {
    return std::nullopt;
  }
  if (part.cuts.empty()) {
    return cell;
  }
  const auto number = support::parse_number<double>(cell);
  const auto bin = std::upper_bound(part.cuts.begin(), part.cuts.end(), number.value_or(0.0));
  return number ? std::optional(part.bin_names[static_cast<std::size_t>(bin - part.cuts.begin())])
                : std::nullopt;
}

std::optional<bool> is_good(const Part& part, const std::string& cell) {
  if (cell.empty() || cell == "#" ||
      (part.column->kind != ColumnKind::Text && says_unknown(cell))) {
    return std::nullopt;
  }
  if (part.column->kind == ColumnKind::Bool) {
    return is_true(cell) == std::any_of(part.good.values.begin(), part.good.values.end(), is_true);
  }
  const auto number = is_number(*part.column) ? support::parse_number<double>(cell) : std::nullopt;
  if (part.good.cut) {
    return number ? std::optional((*number > *part.good.cut) == part.good.above) : std::nullopt;
  }
  return std::any_of(part.good.values.begin(), part.good.values.end(), [&](const auto& value) {
    return number ? support::parse_number<double>(value) == number : value == cell;
  });
}

}  // namespace fairmon::intake
