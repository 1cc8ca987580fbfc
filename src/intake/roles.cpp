#include "intake/roles.hpp"

#include <fairmon/time_format.hpp>

#include <algorithm>
#include <limits>

#include "intake/parts.hpp"
#include "intake/words.hpp"
#include "support/nearest.hpp"

namespace fairmon::intake {

namespace {

std::string in_backticks(std::string_view text) { return '`' + std::string(text) + '`'; }

bool has_two_values(const Column& column) {
  return column.values.size() == 2 && !column.many_values;
}

/// Values such as `approved`, `>50K`, `no`: they speak of a verdict whatever the name.
bool says_yes_or_no(const Column& column) {
  return has_two_values(column) && column.kind == ColumnKind::Text &&
         std::any_of(column.values.begin(), column.values.end(), [](const std::string& value) {
           return meaning_of(value) != Meaning::Unknown;
         });
}

/// A column of few values, or of ages; other numbers only if the name speaks for it.
int group_score(const Column& column, std::size_t num_rows) {
  const int named = group_likeness(column);
  const std::size_t count = column.values.size();
  if (names_a_case(column) || column.kind == ColumnKind::Date || count < 2) {
    return 0;
  }
  const bool few = !column.many_values && count <= 20 && 3 * count <= num_rows + 3;
  if (is_number(column) && !few) {
    return is_about_age(column) ? 3 * named : 0;
  }
  if (!few) {
    return 0;
  }
  return column.kind == ColumnKind::Text ? 2 + 3 * named : 3 * named;
}

/// Two values, and a name or values that speak for a verdict.
int verdict_score(const Column& column, int named) {
  // Where everybody or nobody got it there is one value only; the name has to tell.
  const bool one_sided = column.kind == ColumnKind::Bool && named > 0;
  if ((!has_two_values(column) && !one_sided) || names_a_case(column)) {
    return 0;
  }
  if (column.kind == ColumnKind::Bool) {
    return 1 + 2 * named;
  }
  return 2 * named + (says_yes_or_no(column) ? 3 : 0);
}

/// A score that may be cut somewhere, for want of a ready decision.
int cut_score(const Column& column) {
  return is_number(column) && !names_a_case(column) && !has_two_values(column)
             ? score_likeness(column)
             : 0;
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

/// A column that is rather an outcome is not taken for a decision; a score goes before a Boolean of
/// which nothing is known.
const Column* guess_decision(const Sample& sample, const std::vector<const Column*>& taken) {
  return best(sample, taken, [](const Column& c) {
    const int other = outcome_likeness(c) + group_likeness(c);
    return std::max(verdict_score(c, decision_likeness(c)) - 2 * other, cut_score(c));
  });
}

/// A file with a label and no decision: what the label says is all there is to compare.
const Column* guess_sole_outcome(const Sample& sample, const std::vector<const Column*>& taken) {
  const auto score = [](const Column& c) {
    return group_likeness(c) >= 9 ? 0 : verdict_score(c, outcome_likeness(c));
  };
  if (const Column* named = best(sample, taken, score)) {
    return named;
  }
  // Labels stand in the last column.
  const Column& last = sample.columns.back();
  const bool free = std::find(taken.begin(), taken.end(), &last) == taken.end();
  return free && has_two_values(last) && !names_a_case(last) ? &last : nullptr;
}

std::optional<GoodWhen> good_wish(const RoleWishes& wishes, const Column& column) {
  const auto found = wishes.good.find(column.name);
  return found == wishes.good.end() ? std::nullopt : std::optional(found->second);
}

std::vector<double> cuts_wish(const RoleWishes& wishes, const Column& column) {
  const auto found = wishes.cuts.find(column.name);
  return found == wishes.cuts.end() ? std::vector<double>() : found->second;
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
    column = guess_decision(sample, taken);
    if (column == nullptr) {
      column = guess_sole_outcome(sample, taken);
      roles.decision_is_outcome = column != nullptr;
    }
  }
  if (column == nullptr) {
    return Error(ErrorCode::Usage,
                 "no column looks like a decision (true and false, yes and no, 1 and 0, or two "
                 "words); name it with --decision COLUMN");
  }
  roles.decision = verdict_part(*column, good_wish(wishes, *column));
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
  } else if (!roles.decision_is_outcome && !wishes.no_outcome) {
    column = best(sample, taken, [](const Column& c) {
      return outcome_likeness(c) > 0 && group_likeness(c) < 9
                 ? verdict_score(c, outcome_likeness(c))
                 : 0;
    });
  }
  if (column != nullptr) {
    roles.outcome = verdict_part(*column, good_wish(wishes, *column));
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
    roles.groups.push_back(group_part(**named, cuts_wish(wishes, **named)));
    taken.push_back(*named);
  }
  const auto score = [&](const Column& column) { return group_score(column, sample.num_rows); };
  while (const Column* column = best(sample, taken, score)) {
    taken.push_back(column);
    if (roles.groups.empty()) {
      roles.groups.push_back(group_part(*column, cuts_wish(wishes, *column)));
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

/// Rows follow the column; dates may be said to be written otherwise than guessed.
bool is_in_order(const Sample& sample, const Column& column, const std::string& format) {
  const auto said = time_format_from_name(format);
  if (!column.missing.empty()) {
    return false;
  }
  if (!said || *said == column.time_format) {
    return column.ascending;
  }
  const TimeReader reader(*said, std::nullopt, false);
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (const auto& row : sample.rows) {
    const auto at = column.number - 1;
    const auto time = at < row.size() ? reader.raw(row[at]) : std::nullopt;
    if (!time || *time < last) {
      return false;
    }
    last = *time;
  }
  return true;
}

bool is_called_time(const Column& column) {
  const auto words = words_of(column.name);
  return words.size() == 1 && (words[0] == "time" || words[0] == "ts" || words[0] == "timestamp");
}

/// One called `time` if there is one, else a column of dates: rather one that rows follow.
const Column* guess_time(const Sample& sample) {
  const Column* found = nullptr;
  int most = 0;
  for (const Column& column : sample.columns) {
    const bool dated = column.kind == ColumnKind::Date;
    if (is_called_time(column) && (is_number(column) || dated)) {
      return &column;
    }
    const bool clock = is_number(column) && column.time_format != TimeFormat::Auto;
    const int likeness = time_likeness(column);
    const bool in_order = column.ascending && column.missing.empty() && column.num_blank == 0;
    const bool usable = dated || (clock && likeness > 0);
    const int score = usable ? 1 + likeness + (in_order ? 20 : 0) : 0;
    if (score > most) {
      most = score;
      found = &column;
    }
  }
  return found;
}

Result<void> choose_time(const Sample& sample, const RoleWishes& wishes,
                         std::vector<const Column*>& taken, Roles& roles) {
  if (!wishes.time) {
    roles.time = guess_time(sample);
  } else if (!wishes.time->empty()) {
    const auto named = find_column(sample, *wishes.time);
    if (!named) {
      return named.error();
    }
    if ((*named)->kind != ColumnKind::Date && !is_number(**named)) {
      return Error(ErrorCode::Usage, "column " + in_backticks((*named)->name) +
                                         " holds neither dates nor numbers, so it cannot be the "
                                         "time");
    }
    roles.time = *named;
  }
  if (roles.time != nullptr) {
    taken.push_back(roles.time);
    roles.time_out_of_order =
        !is_in_order(sample, *roles.time, wishes.time_format) || roles.time->num_blank > 0;
    roles.time_format = wishes.time_format;
  }
  return {};
}

bool is_called_weight(const Column& column) {
  const auto words = words_of(column.name);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "weight" || word == "weights" || word == "wt" || word == "wgt" ||
           word == "fnlwgt" || word == "pweight" || word == "freq" || word == "frequency";
  });
}

/// A weight changes every number, so it is used only if somebody says so.
Result<void> choose_weight(const Sample& sample, const RoleWishes& wishes,
                           std::vector<const Column*>& taken, Roles& roles) {
  if (!wishes.weight.empty()) {
    const auto named = find_column(sample, wishes.weight);
    if (!named) {
      return named.error();
    }
    if (!is_number(**named) || (*named)->smallest < 0.0) {
      return Error(ErrorCode::Usage, "column " + in_backticks((*named)->name) +
                                         " cannot be the weight: a weight is a number, and never "
                                         "below 0");
    }
    roles.weight = *named;
    taken.push_back(*named);
    return {};
  }
  for (const Column& column : sample.columns) {
    const bool free = std::find(taken.begin(), taken.end(), &column) == taken.end();
    if (free && is_number(column) && column.smallest >= 0.0 && is_called_weight(column)) {
      roles.maybe_weight = &column;
    }
  }
  return {};
}

}  // namespace

Result<Roles> assign_roles(const Sample& sample, const RoleWishes& wishes) {
  if (sample.columns.empty() || sample.num_rows == 0) {
    return Error(ErrorCode::Input, "the file has no rows below a line of column names");
  }
  Roles roles;
  std::vector<const Column*> taken;
  if (auto chosen = choose_time(sample, wishes, taken, roles); !chosen) {
    return std::move(chosen).error();
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
  for (const auto choose : {choose_weight, choose_decision, choose_outcome, choose_groups}) {
    if (auto chosen = choose(sample, wishes, taken, roles); !chosen) {
      return std::move(chosen).error();
    }
  }
  return roles;
}

}  // namespace fairmon::intake
