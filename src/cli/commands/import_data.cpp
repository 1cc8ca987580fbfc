#include <array>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/import/compas.hpp"
#include "cli/report.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"KIND", "what the file is: compas"},
          {"FILE", "the file as published, e.g. compas-scores-two-years.csv"}};
}

std::vector<Flag> flags(const PluginRegistry& /*plugins*/) { return {}; }

std::span<const Example> examples() {
  static constexpr std::array<Example, 1> kExamples = {
      Example{"fairmon import compas compas-scores-two-years.csv > real.csv",
              "9,162 events, ready for the specifications in examples/compas"}};
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  if (arguments.text("KIND") != "compas") {
    return report(Error(ErrorCode::Usage,
                        "cannot import `" + arguments.text("KIND") + "`; known is `compas`"));
  }
  const auto trace = import_compas(arguments.text("FILE"), plugins);
  if (!trace) {
    return report(trace.error());
  }
  print(*trace);
  return 0;
}

}  // namespace

extern const Command import_data;
const Command import_data = {
    "import",
    "",
    "turn a published data set into a trace of events",
    "Reads a data set in the form in which it was published and prints a trace with one row per\n"
    "event, in order of time.\n\n"
    "compas: ProPublica's two-year file. Keeps the rows ProPublica kept; a SCORE event for every\n"
    "screening (08:00 of the day), a RECIDIVISM event for every new offence (16:00). Times are\n"
    "seconds since 2013-01-01T00:00:00Z.",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
