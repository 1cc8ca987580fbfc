#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/compare/read_run.hpp"
#include "cli/compare/show.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "support/durable_file.hpp"
#include "support/printable.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"BEFORE", "the document of a run (`-o json=FILE`), or its ledger"},
          {"AFTER", "the one to compare it with"}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag level = make_flag("level", "LEVEL", "how sure all bounds together have to be", "0.95");
  Flag same =
      make_flag("same-cases", "",
                "both runs looked at the same cases, as two models on one data set do; known "
                "by itself of two ledgers");
  Flag json = make_flag("json", "", "print JSON");
  Flag svg = make_flag("svg", "FILE", "also draw the differences of rates");
  return {level, same, json, svg};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon compare spring.json autumn.json", "two periods, each run with -o json=FILE"},
      {"fairmon compare old.ledger new.ledger --svg change.svg", "two models, with a picture"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const auto level = level_of(arguments);
  if (!level) {
    return report(level.error());
  }
  const auto before = read_run(arguments.text("BEFORE"));
  const auto after = read_run(arguments.text("AFTER"));
  if (!before || !after) {
    return report(!before ? before.error() : after.error());
  }
  const bool same_data = !before->data.empty() && before->data == after->data;
  constexpr double kUsualLevel = 0.95;
  const auto found = fairmon::report::compare_runs(*before, *after, level->value_or(kUsualLevel),
                                                   same_data || arguments.has("same-cases"));
  const fairmon::report::RunNames names{arguments.text("BEFORE"), arguments.text("AFTER")};
  if (arguments.has("svg")) {
    const std::string file = arguments.text("svg");
    if (support::replace_file(file, fairmon::report::comparison_svg(found, names)) != 0) {
      return report(Error(ErrorCode::Output, "cannot write `" + file + "`"));
    }
  }
  print(arguments.has("json") ? comparison_json(found, names)
                              : support::printable(comparison_text(found, names)));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command compare;
const Command compare = {
    "compare",
    "",
    "what changed between two runs, with bounds",
    "Takes the newest values of two runs and shows by how much they differ: two "
    "periods, two models,\ntwo data sets. For rates there are bounds on the "
    "difference of the chances behind them.\n",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
