#include "cli/bundle/bundle.hpp"

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/report.hpp"
#include "support/printable.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"LEDGER", "the ledger of a run that came to its end"},
          {"BUNDLE", "the zip file to write"}};
}

std::vector<Flag> flags(const PluginRegistry&) {
  Flag report = make_flag("report", "FILE", "a report about the run to put in");
  report.repeatable = true;
  Flag data = make_flag("data", "FILE",
                        "data of the run to put in; otherwise their digests are in it, not they");
  data.repeatable = true;
  return {report, data};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon bundle run.ledger audit.zip",
       "ledger, specification, program, digests of the data"},
      {"fairmon bundle run.ledger audit.zip --report report.html --data decisions.csv",
       "with everything somebody else needs to check it"},
      {"fairmon verify audit.zip --replay data/decisions.csv", "which they do like this"},
  };
  return kExamples;
}

int run(const Arguments& arguments, const PluginRegistry&) {
  const BundleRequest request{arguments.text("LEDGER"), arguments.text("BUNDLE"),
                              arguments.all("report"), arguments.all("data")};
  if (auto written = write_bundle(request); !written) {
    return report(written.error());
  }
  print(support::printable("wrote " + request.target + "\n"));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command bundle;
const Command bundle = {
    "bundle",
    "",
    "pack a run for somebody who wants to check it",
    "Packs the ledger, the specification, digests of the data (or the data) and a "
    "report into one zip\nfile that `fairmon verify` accepts. The same run gives "
    "the same bytes.\n",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
