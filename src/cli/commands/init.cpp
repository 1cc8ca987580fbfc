#include <array>
#include <filesystem>
#include <fstream>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/init/prompts.hpp"
#include "cli/monitor/own_files.hpp"
#include "cli/report.hpp"
#include "intake/goals.hpp"
#include "support/number.hpp"

namespace fairmon::cli::commands {

namespace {

namespace fs = std::filesystem;

std::vector<Positional> positionals() {
  return {{"DATA", "a CSV file, or JSON lines, with one decision per row"}};
}

std::string goal_names() {
  std::string names;
  for (const intake::Goal& goal : intake::goals()) {
    names += (names.empty() ? "" : ", ") + std::string(goal.id);
  }
  return names;
}

std::vector<Flag> flags(const PluginRegistry& /*plugins*/) {
  std::vector<Flag> all = {
      make_flag("group", "COLUMN", "what makes a group; given twice, both together"),
      make_flag("decision", "COLUMN", "the decision or prediction"),
      make_flag("outcome", "COLUMN", "what turned out to be true"),
      make_flag("output", "FILE", "where to write; otherwise the name of the data with .lola"),
      make_flag("force", "", "write over a file that is there"),
      make_flag("time", "COLUMN", "when it happened; `none`: rows are taken as one second apart"),
      make_flag("weight", "COLUMN", "how much each row counts; without it each counts as one"),
      make_flag("goal", "NAME", "what is asked: " + goal_names()),
      make_flag("tolerance", "NUMBER", "a difference of rates that is accepted, otherwise 0.1"),
      make_flag("certainty", "NUMBER", "how sure an alarm must be, otherwise 0.95; 0: estimates"),
      make_flag("yes", "", "take every guess; ask nothing on a terminal"),
  };
  all.front().repeatable = true;
  all[3].letter = 'o';
  all[7].repeatable = true;
  all.back().letter = 'y';
  return all;
}

std::span<const Example> examples() {
  static constexpr std::array<Example, 4> kExamples = {
      Example{"fairmon init decisions.csv", "writes decisions.lola and says how to run it"},
      Example{"fairmon init decisions.csv --goal four_fifths --certainty 0.99",
              "asks for the four-fifths rule, and is surer before it speaks"},
      Example{"fairmon init decisions.csv --group race --group sex",
              "compares every combination of the two"},
      Example{"fairmon init decisions.csv -o -", "only shows the specification"}};
  return kExamples;
}

fs::path output_file(const Arguments& arguments, const std::string& data) {
  if (arguments.has("output")) {
    return arguments.text("output");
  }
  fs::path name = fs::path(data).filename();
  while (name.has_extension()) {  // decisions.csv.gz
    name = name.stem();
  }
  return name += ".lola";
}

Result<void> write(const fs::path& file, const std::string& data, const std::string& text,
                   bool force) {
  if (auto own = check_own_files({{data, "the data file"}, {file.string(), "the output", true}});
      !own) {
    return own;
  }
  if (fs::exists(file) && !force) {
    return Error(ErrorCode::Usage, "`" + file.string() +
                                       "` is there already; name another file with -o, or write "
                                       "over it with --force");
  }
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return out ? Result<void>() : Error(ErrorCode::Output, "cannot write `" + file.string() + "`");
}

Result<double> number_of(const Arguments& arguments, const std::string& flag, double otherwise) {
  if (!arguments.has(flag)) {
    return otherwise;
  }
  const auto number = support::parse_number<double>(arguments.text(flag));
  if (!number) {
    return Error(ErrorCode::Usage,
                 "--" + flag + " needs a number, not `" + arguments.text(flag) + "`");
  }
  return *number;
}

/// What flags say.
Result<InitAnswers> answers_of(const Arguments& arguments) {
  InitAnswers answers;
  answers.wishes.groups = arguments.all("group");
  answers.wishes.decision = arguments.text("decision");
  answers.wishes.outcome = arguments.text("outcome");
  answers.wishes.weight = arguments.text("weight");
  if (arguments.has("time")) {
    answers.wishes.time = arguments.text("time") == "none" ? "" : arguments.text("time");
  }
  answers.purpose.goals = arguments.all("goal");
  const auto tolerance = number_of(arguments, "tolerance", answers.purpose.tolerance);
  const auto level = number_of(arguments, "certainty", answers.purpose.level);
  if (!tolerance || !level) {
    return tolerance ? level.error() : tolerance.error();
  }
  answers.purpose.tolerance = *tolerance;
  answers.purpose.level = *level;
  if (auto fine = intake::check_purpose(answers.purpose, true); !fine) {
    return std::move(fine).error();
  }
  answers.file = output_file(arguments, arguments.text("DATA")).string();
  return answers;
}

int run(const Arguments& arguments, const PluginRegistry& /*plugins*/) {
  const std::string data = arguments.text("DATA");
  const auto sample = intake::study_file(data);
  auto answers = answers_of(arguments);
  if (!sample || !answers) {
    return report(sample ? answers.error() : sample.error());
  }
  const bool asking = can_ask() && !arguments.has("yes") && answers->file != "-";
  if (asking && sample->num_rows > 0) {
    answers = ask_about(*sample, data, std::move(*answers));
    if (!answers) {
      return report(answers.error());
    }
  }
  auto roles = intake::assign_roles(*sample, answers->wishes);
  if (!roles) {
    return report(Error(roles.error()).with_context("reading `" + data + "`"));
  }
  if (auto fine = intake::check_purpose(answers->purpose, roles->outcome.has_value()); !fine) {
    return report(fine.error());
  }
  if (!intake::asks_for_outcome(answers->purpose, roles->outcome.has_value())) {
    roles->outcome.reset();
  }
  const std::string text =
      intake::first_specification(*sample, *roles, fs::path(data).filename().string(),
                                  answers->purpose)
          .text;
  if (answers->file == "-") {
    print(text);
    return 0;
  }
  if (const auto written = write(answers->file, data, text, arguments.has("force")); !written) {
    return report(written.error());
  }
  print(intake::what_next(*sample, *roles, answers->file, data));
  return 0;
}

}  // namespace

extern const Command init;
const Command init = {
    "init",
    "",
    "write a first specification for a table",
    "Looks at the first rows of the file, guesses which column is the group, the decision and the\n"
    "outcome, writes a specification that compares the groups, and prints the commands that run\n"
    "it. The guess is a start: on a terminal it is asked about, question by question; otherwise\n"
    "read the file it wrote, and name columns with the flags where it guessed wrong.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
