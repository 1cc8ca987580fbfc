#include "cli/report.hpp"

#include <fairmon/findings.hpp>
#include <fairmon/pipeline.hpp>

#include <chrono>
#include <cstring>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/compare/read_run.hpp"
#include "cli/interrupt.hpp"
#include "cli/monitor/endpoints.hpp"
#include "cli/monitor/flags.hpp"
#include "cli/monitor/run_options.hpp"
#include "cli/monitor/settings.hpp"
#include "cli/report/fill_template.hpp"
#include "cli/report/ledger_beside.hpp"
#include "cli/report/window_trials.hpp"
#include "cli/spec_file.hpp"
#include "ledger/crypto/sha256.hpp"
#include "ledger/inputs/digest_sink.hpp"
#include "report/collect/collector.hpp"
#include "report/collect/watched_source.hpp"
#include "report/print/render.hpp"
#include "report/words.hpp"
#include "support/civil_time.hpp"
#include "support/durable_file.hpp"
#include "support/printable.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "the specification"},
          {"DATA", "files to read, one after the other, or `-` for standard input", false, true}};
}

std::vector<Flag> flags(const PluginRegistry& plugins) {
  std::vector<Flag> list;
  Flag output =
      make_flag("output", "FILE", "where the report goes; `-` is standard output", "report.html");
  output.letter = 'o';
  list.push_back(std::move(output));
  Flag format = make_flag("format", "FORMAT", "otherwise known from the name of the file");
  format.choices = {"html", "json", "markdown"};
  list.push_back(std::move(format));
  list.push_back(make_flag("title", "TEXT", "the heading of the report"));
  list.push_back(make_flag("text", "FILE",
                           "Markdown around the numbers; otherwise the file beside the "
                           "specification that begins with `<!-- fairmon report -->`"));
  Flag label = make_flag("label", "INPUT:LABEL=NAME",
                         "what a label of the data is called; without a name it is unknown (for "
                         "specifications with `//: categories`)");
  label.repeatable = true;
  list.push_back(std::move(label));
  list.push_back(make_flag("ledger", "FILE",
                           "the ledger of a run of the same specification on the same data: it is "
                           "verified, and its head stands in the report"));
  list.push_back(make_flag("compare", "FILE",
                           "another run to compare with: its document (`monitor -o json=FILE`) or "
                           "its ledger"));
  list.push_back(make_flag("same-cases", "",
                           "with --compare: both runs looked at the same cases, as two models on "
                           "one data set do; known by itself of a ledger"));
  list.push_back(level_flag());
  for (Flag& flag : reading_flags(plugins)) {
    list.push_back(std::move(flag));
  }
  return list;
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon report hiring.lola decisions.csv -o report.html",
       "one file to read, print and hand on"},
      {"fairmon report hiring.lola decisions.csv -o report.json", "the same as data"},
      {"fairmon report hiring.lola decisions.csv -o report.md --level 0.99",
       "as Markdown, with wider intervals"},
      {"fairmon report us_four_fifths applications.csv --map selected=hired",
       "by a template that comes with the program; `fairmon audits` lists them"},
      {"fairmon report hiring.lola autumn.csv --compare spring.json --ledger autumn.ledger",
       "beside the run of another period, with the head of the ledger"},
  };
  return kExamples;
}

std::string format_of(const Arguments& arguments) {
  if (arguments.has("format")) {
    return arguments.text("format");
  }
  const std::string file = arguments.text("output");
  return file.ends_with(".json")                                ? "json"
         : file.ends_with(".md") || file.ends_with(".markdown") ? "markdown"
                                                                : "html";
}

std::string time_of_run() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  std::string text;
  support::append_rfc3339(text, now.time_since_epoch().count() * 1'000'000'000);
  return text;
}

report::Surroundings surroundings(const Arguments& arguments, const Endpoints& ends, double level,
                                  report::Surroundings around) {
  around.title = arguments.has("title") ? arguments.text("title") : around.title;
  around.level = level;
  for (const OwnFile& file : ends.files) {
    if (!file.written) {
      around.sources.push_back({"Source", file.name == "-" ? "standard input" : file.name});
    }
  }
  for (const auto& [flag, value] : ends.settings) {
    if (!value.empty() && value != kNotGiven) {
      around.provenance.push_back({flag, value});
    }
  }
  around.provenance.push_back({"Time of the run", time_of_run()});
  return around;
}

Result<void> check_files(const Arguments& arguments, const Endpoints& ends) {
  std::vector<OwnFile> files = ends.files;
  files.insert(files.begin(), {arguments.text("SPEC"), "the specification"});
  files.push_back({arguments.text("output"), "the report", true});
  if (arguments.has("ledger")) {
    files.push_back({arguments.text("ledger"), "the ledger"});
  }
  if (arguments.has("compare")) {
    files.push_back({arguments.text("compare"), "the run to compare with"});
  }
  return check_own_files(files);
}

int write(const Arguments& arguments, const report::Report& document) {
  const std::string format = format_of(arguments);
  const std::string text = format == "json"       ? report::to_json(document)
                           : format == "markdown" ? report::to_markdown(document)
                                                  : report::to_html(document);
  const std::string file = arguments.text("output");
  if (file == "-") {
    print(text);
    return static_cast<int>(ExitCode::Fine);
  }
  if (const int failed = support::replace_file(file, text); failed != 0) {
    return cli::report(
        Error(ErrorCode::Output, "cannot write `" + file + "`: " + std::strerror(failed)));
  }
  print_error("wrote " + support::printable(file) + "\n");
  return static_cast<int>(ExitCode::Fine);
}

/// Ledgers and other runs are read before the data, so that a wrong name costs no time.
struct Beside {
  std::optional<LedgerBeside> ledger;
  std::optional<fairmon::report::OtherRun> other;
};

Result<Beside> read_beside(const Arguments& arguments) {
  Beside beside;
  if (arguments.has("ledger")) {
    auto ledger = LedgerBeside::read(arguments.text("ledger"));
    if (!ledger) {
      return std::move(ledger).error();
    }
    beside.ledger = std::move(*ledger);
  }
  if (arguments.has("compare")) {
    const std::string file = arguments.text("compare");
    auto values = read_run(file);
    if (!values) {
      return std::move(values).error();
    }
    beside.other = {file.substr(file.rfind('/') + 1), std::move(*values),
                    arguments.has("same-cases")};
  } else if (arguments.has("same-cases")) {
    return Error(ErrorCode::Usage, "--same-cases belongs to --compare FILE");
  }
  return beside;
}

/// What the report says of the bytes that were read, and what is compared by them.
Result<void> add_digests(const Spec& spec, const RunSummary& summary,
                         const std::vector<ledger::FileDigest>& data, Beside& beside,
                         fairmon::report::Surroundings& around) {
  if (beside.ledger) {
    if (auto fits = beside.ledger->check(spec, data, summary); !fits) {
      return fits;
    }
    for (fairmon::report::Fact& fact : beside.ledger->facts()) {
      around.provenance.push_back(std::move(fact));
    }
  }
  std::vector<std::string> digests;
  for (const ledger::FileDigest& file : data) {
    around.sources.push_back(
        {"SHA-256 of " + (file.name == "-" ? "standard input" : file.name),
         file.sha256 + " (" + fairmon::report::grouped(file.bytes) + " bytes)"});
    digests.push_back(file.sha256);
  }
  if (beside.other) {
    beside.other->same_cases =
        beside.other->same_cases || (!digests.empty() && beside.other->values.data == digests);
    around.other = std::move(beside.other);
  }
  return {};
}

int judge(const Arguments& arguments, const PluginRegistry& plugins, FilledTemplate& filled,
          const CompileOptions& compiling) {
  const Spec spec = *compile_with_findings(filled.source, compiling).spec;
  auto beside = read_beside(arguments);
  auto options = run_options(arguments);
  auto ends = make_source_end(arguments, plugins);
  if (!beside || !options || !ends) {
    return cli::report(!beside ? beside.error() : options ? ends.error() : options.error());
  }
  if (auto safe = check_files(arguments, *ends); !safe) {
    return cli::report(safe.error());
  }
  options->warn = [](const std::string& text) {
    print_error("warning: " + support::printable(text) + "\n");
  };
  const InterruptGuard interrupt;
  options->stop = &interrupt.wanted();
  ledger::DigestSink digests;
  if (auto started = digests.start(); !started) {
    return cli::report(started.error());
  }
  WindowTrials trials(filled.source, compiling, *options);
  fairmon::report::WatchedSource watched(*ends->source, trials.empty() ? nullptr : &trials);
  fairmon::report::Collector collector(spec);
  const RunSummary summary = run_pipeline(spec, watched, {&collector, &digests}, *options);
  if (summary.error) {
    return cli::report(*summary.error);
  }
  if (summary.interrupted) {
    return static_cast<int>(ExitCode::Interrupted);
  }
  constexpr double kUsualLevel = 0.95;
  auto around = surroundings(arguments, *ends, compiling.level.value_or(kUsualLevel),
                             std::move(filled.around));
  around.window_trials = trials.finish();
  around.provenance.insert(around.provenance.begin(), {"SHA-256 of the specification",
                                                       ledger::sha256_hex(spec.source().text())});
  around.data = watched.facts();
  if (auto added = add_digests(spec, summary, digests.files(), *beside, around); !added) {
    return cli::report(added.error());
  }
  return write(arguments, fairmon::report::build(collector, around));
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  auto filled = fill_template(arguments, plugins);
  if (!filled) {
    return cli::report(filled.error());
  }
  const auto level = level_of(arguments);
  if (!level) {
    return cli::report(level.error());
  }
  const SourceFile& source = filled->source;
  if (!compile_and_report(source, arguments.text("diagnostics"), false, *level)) {
    return static_cast<int>(ExitCode::Usage);
  }
  CompileOptions compiling;
  compiling.level = *level;
  return judge(arguments, plugins, *filled, compiling);
}

}  // namespace

extern const Command report;
const Command report = {
    "report",
    "",
    "a document about a run, for people who decide",
    "Judges data by a specification and writes one file: the answer first, then "
    "numbers by group,\nplots, when it was violated, whether the answer would "
    "change with other settings, the data and\nits gaps, what was not shown, and "
    "the specification. It prints clean, needs no network, and is\nno legal "
    "advice.\n",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
