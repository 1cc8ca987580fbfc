#include "cli/init/prompts.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <utility>

#include "cli/init/preview.hpp"
#include "cli/report.hpp"
#include "intake/facts.hpp"
#include "intake/goals.hpp"
#include "support/number.hpp"
#include "support/printable.hpp"
#include "support/text.hpp"

namespace fairmon::cli {

namespace {

using intake::Column;

/// Words of an answer, separated by commas.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (const auto part = support::trimmed(std::string_view(text).substr(begin, end - begin));
        !part.empty()) {
      parts.emplace_back(part);
    }
    begin = end + 1;
  }
  return parts;
}

/// The questions, in an order in which one can go back and forth.
class Questions {
 public:
  Questions(const intake::Sample& sample, InitAnswers answers)
      : sample_(sample), given_(answers), answers_(std::move(answers)) {}

  Result<InitAnswers> run() {
    print(
        "\nReturn takes what stands in brackets. Columns are named or numbered. `back` goes one "
        "question back.\n");
    const std::vector<bool (Questions::*)()> steps = {
        &Questions::ask_groups,  &Questions::ask_decision,     &Questions::ask_good_decision,
        &Questions::ask_outcome, &Questions::ask_good_outcome, &Questions::ask_time,
        &Questions::ask_goals,   &Questions::ask_tolerance,    &Questions::ask_level,
        &Questions::ask_file};
    std::size_t at = 0;
    bool going_back = false;
    while (at < steps.size() && !ended_) {
      back_ = false;
      asked_ = false;
      (this->*steps[at])();
      if (back_ || (!asked_ && going_back)) {  // also over what flags have answered
        going_back = at > 0;
        at -= at > 0 ? 1 : 0;
      } else {
        going_back = false;
        ++at;
      }
    }
    if (ended_) {
      return Error(ErrorCode::Cancelled, "ended before the last question; nothing was written");
    }
    return answers_;
  }

 private:
  /// Asks until `take` is content; it returns what is wrong with an answer, or nothing.
  bool ask(const std::string& question, const std::string& otherwise,
           const std::function<std::string(const std::string&)>& take) {
    asked_ = true;
    while (true) {
      print("\n" + question +
            (otherwise.empty() ? "" : " [" + support::printable(otherwise) + "]") + "\n> ");
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line)) {
        ended_ = true;
        print("\n");
        return false;
      }
      const std::string answer(support::trimmed(line));
      if (answer == "back") {
        back_ = true;
        return false;
      }
      const std::string wrong = take(answer.empty() ? otherwise : answer);
      if (wrong.empty()) {
        return true;
      }
      print("  " + wrong + "\n");
    }
  }

  /// The roles as they stand; nothing while no column fits.
  [[nodiscard]] Result<intake::Roles> roles() const {
    return intake::assign_roles(sample_, answers_.wishes);
  }

  /// Nothing, and what is wrong, if there is no such column.
  const Column* column_of(const std::string& answer, std::string& wrong) const {
    const auto number = support::parse_number<std::size_t>(answer);
    for (const Column& column : sample_.columns) {
      if (column.name == answer || (number && column.number == *number)) {
        return &column;
      }
    }
    wrong = "there is no column `" + support::printable(answer) + "`";
    return nullptr;
  }

  bool ask_groups() {
    if (!given_.wishes.groups.empty()) {
      return true;
    }
    intake::RoleWishes plain = answers_.wishes;
    plain.groups.clear();
    const auto guess = intake::assign_roles(sample_, plain);
    const std::string otherwise = guess ? guess->groups.front().column->name : "";
    return ask("Which column makes the groups? Several, with commas, are taken together.",
               otherwise, [&](const std::string& answer) {
                 answers_.wishes.groups.clear();
                 std::string wrong = answer.empty() ? "name a column" : "";
                 for (const std::string& part : parts_of(answer)) {
                   if (const Column* column = column_of(part, wrong)) {
                     answers_.wishes.groups.push_back(column->name);
                   }
                 }
                 return wrong;
               });
  }

  bool ask_decision() {
    if (!given_.wishes.decision.empty()) {
      return true;
    }
    intake::RoleWishes plain = answers_.wishes;
    plain.decision.clear();
    const auto guess = intake::assign_roles(sample_, plain);
    return ask("Which column is the decision?", guess ? guess->decision.column->name : "",
               [&](const std::string& answer) {
                 std::string wrong;
                 const Column* column = column_of(answer, wrong);
                 if (column != nullptr) {
                   answers_.wishes.decision = column->name;
                 }
                 return wrong;
               });
  }

  /// Which values of a column are good; a number is cut.
  bool ask_good(const intake::Part& part, const std::string& what) {
    const Column& column = *part.column;
    const bool cut = part.good.cut.has_value();
    const std::string otherwise =
        cut ? fmt::format("{} {}", part.good.above ? ">" : "<=", *part.good.cut)
            : fmt::format("{}", fmt::join(part.good.values, ", "));
    const std::string values =
        cut ? fmt::format("numbers from {} to {}", column.smallest, column.largest)
            : fmt::format("{}", fmt::join(column.values, ", "));
    return ask(fmt::format("When is {} good for the person? `{}` holds {}.", what, column.name,
                           support::printable(values)),
               otherwise, [&](const std::string& answer) { return take_good(column, answer); });
  }

  std::string take_good(const Column& column, const std::string& answer) {
    intake::GoodWhen good;
    if (answer.starts_with('>') || answer.starts_with("<=")) {
      const bool said = std::find(column.values.begin(), column.values.end(), answer) !=
                        column.values.end();  // >50K is a value
      if (!said) {
        good.above = answer.starts_with('>');
        good.cut = support::parse_number<double>(
            std::string(support::trimmed(answer.substr(good.above ? 1 : 2))));
        if (!good.cut || !intake::is_number(column)) {
          return "write `> 5` or `<= 5`, or values of the column";
        }
        answers_.wishes.good[column.name] = good;
        return {};
      }
    }
    for (const std::string& part : parts_of(answer)) {
      if (std::find(column.values.begin(), column.values.end(), part) == column.values.end()) {
        return "`" + support::printable(part) + "` is no value of the column";
      }
      good.values.push_back(part);
    }
    answers_.wishes.good[column.name] = good;
    return good.values.empty() ? "name at least one value" : "";
  }

  bool ask_good_decision() {
    const auto now = roles();
    return !now || ask_good(now->decision, "the decision");
  }

  bool ask_outcome() {
    if (!given_.wishes.outcome.empty()) {
      return true;
    }
    intake::RoleWishes plain = answers_.wishes;
    plain.outcome.clear();
    plain.no_outcome = false;
    const auto guess = intake::assign_roles(sample_, plain);
    const bool found = guess && guess->outcome;
    return ask("Which column says how it turned out? `none` if there is none.",
               found ? guess->outcome->column->name : "none", [&](const std::string& answer) {
                 std::string wrong;
                 answers_.wishes.no_outcome = answer == "none";
                 answers_.wishes.outcome.clear();
                 if (answer != "none") {
                   const Column* column = column_of(answer, wrong);
                   answers_.wishes.outcome = column == nullptr ? "" : column->name;
                 }
                 return wrong;
               });
  }

  bool ask_good_outcome() {
    const auto now = roles();
    return !now || !now->outcome || ask_good(*now->outcome, "the outcome");
  }

  bool ask_time() {
    if (given_.wishes.time) {
      return true;
    }
    intake::RoleWishes plain = answers_.wishes;
    plain.time.reset();
    const auto guess = intake::assign_roles(sample_, plain);
    const bool found = guess && guess->time != nullptr;
    return ask("Which column is the time? `none`: rows are taken as one second apart.",
               found ? guess->time->name : "none", [&](const std::string& answer) {
                 std::string wrong;
                 answers_.wishes.time = "";
                 if (answer != "none") {
                   const Column* column = column_of(answer, wrong);
                   answers_.wishes.time = column == nullptr ? "" : column->name;
                 }
                 const auto now = roles();
                 return wrong.empty() && !now ? now.error().message : wrong;
               });
  }

  bool ask_goals() {
    const auto now = roles();
    if (!given_.purpose.goals.empty() || !now) {
      return true;
    }
    std::vector<const intake::Goal*> offered;
    std::string question = "What does fairness mean here? One number or several, with commas.";
    std::string otherwise;
    const auto usual = intake::usual_goals(now->outcome.has_value());
    for (const intake::Goal& goal : intake::goals()) {
      if (!goal.needs_outcome || now->outcome) {
        offered.push_back(&goal);
        question += fmt::format("\n  {}  {}\n     {} ({})", offered.size(), goal.question,
                                goal.demand, goal.metric);
        if (std::find(usual.begin(), usual.end(), goal.id) != usual.end()) {
          otherwise += (otherwise.empty() ? "" : ", ") + std::to_string(offered.size());
        }
      }
    }
    const bool taken = ask(question, otherwise, [&](const std::string& answer) -> std::string {
      answers_.purpose.goals.clear();
      for (const std::string& part : parts_of(answer)) {
        const auto number = support::parse_number<std::size_t>(part);
        if (!number || *number == 0 || *number > offered.size()) {
          return fmt::format("numbers from 1 to {}", offered.size());
        }
        answers_.purpose.goals.emplace_back(offered[*number - 1]->id);
      }
      return answers_.purpose.goals.empty() ? "choose at least one" : "";
    });
    if (taken) {
      for (const std::string& conflict :
           intake::conflicts(answers_.purpose.goals, intake::count_facts(sample_, *now).groups)) {
        print("\n  note: " + support::printable(conflict) + "\n");
      }
    }
    return taken;
  }

  [[nodiscard]] bool wants(bool ratio) const {
    return std::any_of(answers_.purpose.goals.begin(), answers_.purpose.goals.end(),
                       [&](const std::string& id) {
                         const auto* goal = intake::find_goal(id);
                         return goal != nullptr && goal->ratio == ratio;
                       });
  }

  bool ask_number(const std::string& question, double& number) {
    return ask(question, fmt::format("{:g}", number), [&](const std::string& answer) {
      const auto read = support::parse_number<double>(answer);
      if (!read) {
        return std::string("write a number");
      }
      const double before = std::exchange(number, *read);
      const auto fine = intake::check_purpose(answers_.purpose, true);
      if (!fine) {
        number = before;
      }
      return fine ? std::string() : fine.error().message;
    });
  }

  bool ask_tolerance() {
    if (wants(false) &&
        !ask_number("Which difference between groups is tolerated? 0.1 are ten of a hundred.",
                    answers_.purpose.tolerance)) {
      return false;
    }
    return !wants(true) ||
           ask_number("From which ratio of the rates on is it tolerated? 0.8 are four fifths.",
                      answers_.purpose.ratio);
  }

  bool ask_level() {
    return ask_number(
        "How certain must an alarm be? 0.95: at most 5 of 100 runs give a false one. "
        "0 judges by the estimates alone.",
        answers_.purpose.level);
  }

  bool ask_file() {
    return ask("Where shall the specification be written?", answers_.file,
               [&](const std::string& answer) {
                 answers_.file = answer;
                 return std::string();
               });
  }

  const intake::Sample& sample_;
  const InitAnswers given_;  ///< with flags
  InitAnswers answers_;
  bool back_ = false;
  bool ended_ = false;
  bool asked_ = false;
};

}  // namespace

bool can_ask() { return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0; }

Result<InitAnswers> ask_about(const intake::Sample& sample, const std::string& data,
                              InitAnswers answers) {
  print(preview_text(sample, data));
  return Questions(sample, std::move(answers)).run();
}

}  // namespace fairmon::cli
