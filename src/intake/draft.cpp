#include "intake/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "intake/goals.hpp"
#include "intake/inputs.hpp"
#include "intake/parts.hpp"

namespace fairmon::intake {

namespace {

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

std::optional<Window> window_for(const Sample& sample, const Roles& roles, const Purpose& purpose) {
  if (roles.time == nullptr || roles.time_out_of_order || roles.weight != nullptr) {
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
  if (purpose.over) {
    const auto known = std::find_if(kLengths.begin(), kLengths.end(), [&](const Length& length) {
      return length.over == *purpose.over;
    });
    return known == kLengths.end() ? std::nullopt
                                   : std::optional(Window{known->over, known->every});
  }
  for (const Length& length : kLengths) {
    const double cases = static_cast<double>(sample.num_rows) * length.days / std::max(days, 1.0);
    const bool enough = cases >= 10.0 * static_cast<double>(kSupport);
    if (days >= 4.0 * length.days && enough) {
      return Window{length.over, length.every};
    }
  }
  return std::nullopt;
}

/// A question as a comment.
std::string comment(std::string_view text) {
  constexpr std::size_t kWidth = 95;
  std::string out = "//";
  std::size_t length = out.size();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (length + 1 + end - begin > kWidth) {
      out += "\n//";
      length = 2;
    }
    out += ' ';
    out += text.substr(begin, end - begin);
    length += 1 + end - begin;
    begin = end + 1;
  }
  return out + '\n';
}

/// D and O are decision and outcome.
std::string filled(std::string_view pattern, const Roles& roles) {
  std::string text;
  for (const char c : pattern) {
    text += c == 'D'   ? '(' + roles.decision.expression + ')'
            : c == 'O' ? '(' + roles.outcome->expression + ')'
                       : std::string(1, c);
  }
  return text;
}

std::string limit_of(const Goal& goal, const Purpose& purpose) {
  return fmt::format("{:g}", goal.ratio ? purpose.ratio : purpose.tolerance);
}

std::string limit_words(const Goal& goal, const Purpose& purpose, bool weighted) {
  const std::string limit = limit_of(goal, purpose);
  const std::string accepted = goal.ratio ? "A ratio of " + limit + " or more is accepted."
                                          : "Differences of up to " + limit + " are accepted.";
  if (weighted) {
    return accepted + " With weights it is judged by the estimates alone.";
  }
  if (purpose.level <= 0.0) {
    return accepted + " It is judged by the estimates alone, however few cases there are.";
  }
  return fmt::format(
      "{} An alarm means that it is certain: of 100 runs without such a difference, at most {:g} "
      "give a false alarm at any time (`level`).",
      accepted, 100.0 * (1.0 - purpose.level));
}

/// A use of the library with rows that count as much as their weight: the rate is a mean of 1 and
/// 0.
void add_weighted(Writer& writer, const Roles& roles, const Goal& goal, const Purpose& purpose) {
  const auto one = [&](const std::string& name, std::string_view event, std::string_view given) {
    writer.add("use group_mean(group: " + key_of(roles) + ", value: if " + filled(event, roles) +
                   " then 1.0 else 0.0,\n",
               std::string(goal.demand));
    const std::string among = given.empty() ? "" : "given: " + filled(given, roles) + ", ";
    const std::string ratio = goal.ratio ? "compare: ratio, " : "";
    writer.add("               " + among + "weight: " + input_name(*roles.weight) + ", " + ratio +
                   "threshold: " + limit_of(goal, purpose) + ") as " + name + "\n",
               limit_words(goal, purpose, true));
  };
  one(std::string(goal.id), goal.counted, goal.among);
  if (!goal.counted_too.empty()) {
    one(std::string(goal.id) + "_too", goal.counted_too, goal.among_too);
  }
}

void add_goal(Writer& writer, const Roles& roles, const Goal& goal, const Purpose& purpose,
              const std::optional<Window>& window) {
  if (roles.weight != nullptr) {
    return add_weighted(writer, roles, goal, purpose);
  }
  const std::string indent(goal.metric.size() + 5, ' ');
  writer.add("use " + std::string(goal.metric) + "(group: " + key_of(roles) +
                 ", decision: " + roles.decision.expression + ",\n",
             std::string(goal.demand));
  if (goal.needs_outcome) {
    writer.add(indent + "outcome: " + roles.outcome->expression + ",\n",
               "How it turned out, to tell who deserved the good decision.");
  }
  if (window) {
    writer.add(
        indent + "over: " + window->over + ", every: " + window->every + ",\n",
        "Looks at the last " + window->over + " only, and judges every " + window->every + ".");
  }
  const std::string level =
      purpose.level > 0.0 ? fmt::format("level: {:g}, ", purpose.level) : std::string();
  writer.add(indent + level + "threshold: " + limit_of(goal, purpose) + ")\n",
             limit_words(goal, purpose, false));
}

/// What an alarm means, once for all requirements.
std::string level_comment(const Roles& roles, const Goal& goal, const Purpose& purpose) {
  const std::string beyond = goal.ratio
                                 ? "that the ratio is below " + limit_of(goal, purpose)
                                 : "that they differ by more than " + limit_of(goal, purpose);
  if (roles.weight != nullptr || purpose.level <= 0.0) {
    return "";
  }
  return fmt::format(
      " The trigger fires when it is certain {}: all it says in a run is wrong with "
      "a probability of at most {:g} (`level`). Without `level` it would judge by "
      "the estimates alone.",
      beyond, 1.0 - purpose.level);
}

}  // namespace

bool asks_for_outcome(const Purpose& purpose, bool has_outcome) {
  const auto chosen = purpose.goals.empty() ? usual_goals(has_outcome) : purpose.goals;
  return std::any_of(chosen.begin(), chosen.end(), [](const std::string& id) {
    const Goal* goal = find_goal(id);
    return goal != nullptr && goal->needs_outcome;
  });
}

Draft first_specification(const Sample& sample, const Roles& given, const std::string& file,
                          const Purpose& purpose) {
  Roles roles = given;
  if (!asks_for_outcome(purpose, roles.outcome.has_value())) {
    roles.outcome.reset();  // what nobody asks about is not read
  }
  Writer writer;
  add_file_tags(writer, sample, roles);
  writer.add("// A first specification for " + file + ", to be changed by you.\n");
  add_inputs(writer, sample, roles);
  const std::optional<Window> wanted =
      purpose.over ? window_for(sample, roles, purpose) : std::nullopt;
  bool first = true;
  for (const std::string& id :
       purpose.goals.empty() ? usual_goals(roles.outcome.has_value()) : purpose.goals) {
    const Goal& goal = *find_goal(id);
    writer.add("\n" + comment(std::string(goal.question) +
                              (first ? level_comment(roles, goal, purpose) : "")));
    if (const auto fitting = first && !wanted ? window_for(sample, roles, purpose) : std::nullopt) {
      writer.add("// To look at the last " + fitting->over + " only, add `over: " + fitting->over +
                 ", every: " + fitting->every + "`.\n");
    }
    add_goal(writer, roles, goal, purpose, wanted);
    first = false;
  }
  if (!roles.further_groups.empty()) {
    std::vector<std::string> names;
    for (const Column* column : roles.further_groups) {
      names.push_back(column->name);
    }
    writer.add("\n// Other columns that could be the group, also together as `group: (a, b)`: " +
               listed(names, kValuesShown) + "\n");
  }
  writer.add("\n// More metrics: fairmon catalogue --kind metric\n");
  return writer.take();
}

Result<void> check_purpose(const Purpose& purpose, bool has_outcome) {
  for (const std::string& id : purpose.goals) {
    const Goal* goal = find_goal(id);
    if (goal == nullptr) {
      std::string known;
      for (const Goal& one : goals()) {
        known += (known.empty() ? "" : ", ") + std::string(one.id);
      }
      return Error(ErrorCode::Usage,
                   "there is no question called `" + id + "`; there are " + known);
    }
    if (goal->needs_outcome && !has_outcome) {
      return Error(ErrorCode::Usage, "`" + id +
                                         "` needs to know how things turned out, but no column is "
                                         "the outcome");
    }
  }
  if (!(purpose.tolerance >= 0.0 && purpose.tolerance < 1.0)) {
    return Error(ErrorCode::Usage, "a tolerated difference lies between 0 and 1");
  }
  if (!(purpose.ratio > 0.0 && purpose.ratio <= 1.0)) {
    return Error(ErrorCode::Usage, "a tolerated ratio lies above 0 and up to 1");
  }
  if (!(purpose.level == 0.0 || (purpose.level >= 0.5 && purpose.level < 1.0))) {
    return Error(ErrorCode::Usage,
                 "certainty lies between 0.5 and 1, such as 0.95; 0 judges by the estimates alone");
  }
  return {};
}

}  // namespace fairmon::intake
