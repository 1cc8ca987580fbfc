#include "cli/init/roles.hpp"

#include <fairmon/spec.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "support/nearest.hpp"

namespace fairmon::cli {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 30> kGroupWords = {
    "group",    "race",      "ethnicity",   "ethnic",   "sex",      "gender",   "female", "male",
    "age",      "origin",    "nationality", "religion", "language", "region",   "county", "state",
    "district", "education", "disability",  "disabled", "marital",  "income",   "class",  "school",
    "caste",    "country",   "citizenship", "platform", "category", "protected"};
constexpr std::array<std::string_view, 34> kDecisionWords = {
    "decision", "decided",  "pred",     "prediction",  "predicted", "approved",   "approval",
    "accepted", "accept",   "hired",    "hire",        "offer",     "offered",    "selected",
    "admitted", "granted",  "flagged",  "automated",   "invited",   "promoted",   "shortlisted",
    "denied",   "rejected", "refused",  "blocked",     "removed",   "classified", "yhat",
    "detained", "high",     "positive", "recommended", "loan",      "score"};
constexpr std::array<std::string_view, 22> kOutcomeWords = {
    "outcome",    "label",    "actual",  "truth",     "true",     "target",
    "qualified",  "repaid",   "default", "defaulted", "recid",    "recidivism",
    "reoffended", "y",        "ytrue",   "success",   "observed", "correct",
    "graduated",  "returned", "paid",    "ground"};
constexpr std::array<std::string_view, 17> kPositiveWords = {
    "yes",  "y",      "true",     "t",    "approved", "accepted", "granted", "hired", "admitted",
    "pass", "passed", "positive", "high", "selected", "offer",    ">50k",    "good"};
constexpr std::array<std::string_view, 9> kTimeWords = {
    "time", "date", "datetime", "timestamp", "ts", "day", "at", "created", "when"};

std::string in_backticks(std::string_view text) { return '`' + std::string(text) + '`'; }

/// How many words of the name are typical; the later words of a name weigh more.
int likeness(const Column& column, Words typical) {
  const auto words = words_of(column.name);
  int result = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(typical.begin(), typical.end(), words[i]) != typical.end()) {
      result += i + 1 == words.size() ? 3 : 2;
    }
  }
  return result;
}

bool has_two_values(const Column& column) {
  return column.values.size() == 2 && !column.many_values;
}

bool names_a_case(const Column& column) {
  const auto words = words_of(column.name);
  return std::find(words.begin(), words.end(), "id") != words.end();
}

/// A column of few values; numbers only if the name speaks for it.
int group_score(const Column& column, std::size_t num_rows) {
  const int named = likeness(column, kGroupWords);
  const std::size_t count = column.values.size();
  const bool few = !column.many_values && count >= 2 && count <= 20 && 3 * count <= num_rows + 3;
  if (!few || names_a_case(column) || column.kind == ColumnKind::Date) {
    return 0;
  }
  return column.kind == ColumnKind::Text ? 2 + 3 * named : 3 * named;
}

int verdict_score(const Column& column, Words typical) {
  const int named = likeness(column, typical);
  if (column.kind == ColumnKind::Bool && has_two_values(column)) {
    return 1 + 2 * named;
  }
  return column.kind == ColumnKind::Text && has_two_values(column) ? 2 * named : 0;
}

/// A score that may be cut somewhere, for want of a ready decision.
int cut_score(const Column& column) {
  const bool number = column.kind == ColumnKind::Integer || column.kind == ColumnKind::Number;
  static constexpr std::array<std::string_view, 6> kWords = {"score", "risk",   "probability",
                                                             "prob",  "rating", "decile"};
  return number && !names_a_case(column) ? likeness(column, kWords) : 0;
}

template <typename Score>
const Column* best(const Sample& sample, const std::vector<const Column*>& taken, Score score) {
  const Column* found = nullptr;
  int most = 0;
  for (const Column& column : sample.columns) {
    const bool free = std::find(taken.begin(), taken.end(), &column) == taken.end();
    if (free && score(column) > most) {
      most = score(column);
      found = &column;
    }
  }
  return found;
}

Result<const Column*> find_column(const Sample& sample, const std::string& name) {
  std::vector<std::string> names;
  for (const Column& column : sample.columns) {
    if (column.name == name) {
      return &column;
    }
    names.push_back(column.name);
  }
  const auto near = support::nearest(name, names);
  std::string text = "the file has no column " + in_backticks(name);
  if (near) {
    text += "; did you mean " + in_backticks(*near) + "?";
  }
  return Error(ErrorCode::Usage, text);
}

bool is_usable(const std::string& name) {
  return compile(SourceFile("name", "input " + name + " : Int64\n")).spec.has_value();
}

/// The column's name, or the nearest that the language accepts.
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

std::string literal(const Column& column, const std::string& value) {
  if (column.kind != ColumnKind::Text) {
    return value;
  }
  std::string text = "\"";
  for (const char c : value) {
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  }
  return text + '"';
}

/// Makes a Bool of the column: as it is, one of two values, or the upper half of its numbers.
std::string condition_of(const Column& column) {
  switch (column.kind) {
    case ColumnKind::Bool:
    case ColumnKind::Empty:
    case ColumnKind::Date:
      return {};
    case ColumnKind::Text: {
      const auto positive = std::find_if(column.values.begin(), column.values.end(), [](auto& v) {
        std::string small = v;
        for (char& c : small) {
          c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        return std::find(kPositiveWords.begin(), kPositiveWords.end(), small) !=
               kPositiveWords.end();
      });
      return " == " +
             literal(column, positive == column.values.end() ? column.values.front() : *positive);
    }
    case ColumnKind::Integer:
    case ColumnKind::Number: {
      const double middle = (column.smallest + column.largest) / 2.0;
      if (column.kind == ColumnKind::Integer) {
        return " > " + std::to_string(static_cast<std::int64_t>(middle));
      }
      std::string text = std::to_string(middle);
      text.erase(text.find_last_not_of('0') + 1);
      return " > " + text + (text.back() == '.' ? "0" : "");
    }
  }
  return {};
}

Part part_of(const Column& column, bool as_condition) {
  return {&column, input_name(column), as_condition ? condition_of(column) : std::string()};
}

Result<void> choose_decision(const Sample& sample, const RoleWishes& wishes,
                             std::vector<const Column*>& taken, Roles& roles) {
  const Column* column = nullptr;
  if (!wishes.decision.empty()) {
    const auto named = find_column(sample, wishes.decision);
    if (!named) {
      return named.error();
    }
    column = *named;
  } else {
    // A column that is rather an outcome is not taken for a decision; a score goes before a
    // Boolean of which nothing is known.
    column = best(sample, taken, [](const Column& c) {
      const int other = likeness(c, kOutcomeWords) + likeness(c, kGroupWords);
      return std::max(verdict_score(c, kDecisionWords) - 2 * other, cut_score(c));
    });
  }
  if (column == nullptr) {
    return Error(ErrorCode::Usage,
                 "no column looks like a decision (true and false, yes and no, 1 and 0, or two "
                 "words); name it with --decision COLUMN");
  }
  roles.decision = part_of(*column, true);
  taken.push_back(column);
  return {};
}

Result<void> choose_outcome(const Sample& sample, const RoleWishes& wishes,
                            std::vector<const Column*>& taken, Roles& roles) {
  const Column* column = nullptr;
  if (!wishes.outcome.empty()) {
    const auto named = find_column(sample, wishes.outcome);
    if (!named) {
      return named.error();
    }
    column = *named;
  } else {
    column = best(sample, taken, [](const Column& c) {
      return likeness(c, kOutcomeWords) > 0 ? verdict_score(c, kOutcomeWords) : 0;
    });
  }
  if (column != nullptr) {
    roles.outcome = part_of(*column, true);
    taken.push_back(column);
  }
  return {};
}

Result<void> choose_groups(const Sample& sample, const RoleWishes& wishes,
                           std::vector<const Column*>& taken, Roles& roles) {
  for (const std::string& name : wishes.groups) {
    const auto named = find_column(sample, name);
    if (!named) {
      return named.error();
    }
    roles.groups.push_back(part_of(**named, false));
    taken.push_back(*named);
  }
  const auto score = [&](const Column& column) { return group_score(column, sample.num_rows); };
  while (const Column* column = best(sample, taken, score)) {
    taken.push_back(column);
    if (roles.groups.empty()) {
      roles.groups.push_back(part_of(*column, false));
    } else {
      roles.further_groups.push_back(column);
    }
  }
  if (roles.groups.empty()) {
    return Error(ErrorCode::Usage,
                 "no column looks like a group (a text with few different values); name it with "
                 "--group COLUMN");
  }
  return {};
}

bool is_called_time(const Column& column) {
  const auto words = words_of(column.name);
  return words.size() == 1 && (words[0] == "time" || words[0] == "ts" || words[0] == "timestamp");
}

void choose_time(const Sample& sample, Roles& roles) {
  for (const Column& column : sample.columns) {
    const bool number = column.kind == ColumnKind::Integer || column.kind == ColumnKind::Number;
    if (is_called_time(column) && (number || column.kind == ColumnKind::Date)) {
      roles.time = &column;
      break;
    }
    const bool dated = column.kind == ColumnKind::Date;
    if (dated && (roles.time == nullptr || likeness(*roles.time, kTimeWords) == 0)) {
      roles.time = &column;
    }
  }
  if (roles.time != nullptr && (!roles.time->ascending || !roles.time->missing.empty())) {
    roles.time_out_of_order = true;
  }
}

}  // namespace

Result<Roles> assign_roles(const Sample& sample, const RoleWishes& wishes) {
  if (sample.columns.empty() || sample.num_rows == 0) {
    return Error(ErrorCode::Input, "the file has no rows below a line of column names");
  }
  Roles roles;
  choose_time(sample, roles);
  std::vector<const Column*> taken;
  if (roles.time != nullptr) {
    taken.push_back(roles.time);
  }
  // What was named for one role is not taken for another.
  std::vector<std::string> named = wishes.groups;
  named.push_back(wishes.decision);
  named.push_back(wishes.outcome);
  for (const Column& column : sample.columns) {
    if (std::find(named.begin(), named.end(), column.name) != named.end()) {
      taken.push_back(&column);
    }
  }
  for (const auto choose : {choose_decision, choose_outcome, choose_groups}) {
    if (auto chosen = choose(sample, wishes, taken, roles); !chosen) {
      return std::move(chosen).error();
    }
  }
  return roles;
}

}  // namespace fairmon::cli
