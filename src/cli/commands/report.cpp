#include "cli/report.hpp"

#include <fairmon/findings.hpp>
#include <fairmon/pipeline.hpp>

#include <chrono>
#include <cstring>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/monitor/endpoints.hpp"
#include "cli/monitor/flags.hpp"
#include "cli/monitor/run_options.hpp"
#include "cli/report/fill_template.hpp"
#include "cli/spec_file.hpp"
#include "report/collect/collector.hpp"
#include "report/collect/watched_source.hpp"
#include "report/print/render.hpp"
#include "support/civil_time.hpp"
#include "support/durable_file.hpp"
#include "support/printable.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "the specification"},
          {"DATA", "files to read, one after the other, or `-` for standard input", true, true}};
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
      {"fairmon report library/audits/us_four_fifths/audit.lola applications.csv --map "
       "selected=hired",
       "by a template: a specification and text beside it"},
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
    around.provenance.push_back({flag, value});
  }
  around.provenance.push_back({"Time of the run", time_of_run()});
  return around;
}

Result<void> check_files(const Arguments& arguments, const Endpoints& ends) {
  std::vector<OwnFile> files = ends.files;
  files.insert(files.begin(), {arguments.text("SPEC"), "the specification"});
  files.push_back({arguments.text("output"), "the report", true});
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
  const Spec spec = *compile_with_findings(source, compiling).spec;
  auto options = run_options(arguments);
  auto ends = make_source_end(arguments, plugins);
  if (!options || !ends) {
    return cli::report(options ? ends.error() : options.error());
  }
  if (auto safe = check_files(arguments, *ends); !safe) {
    return cli::report(safe.error());
  }
  options->warn = [](const std::string& text) {
    print_error("warning: " + support::printable(text) + "\n");
  };
  const InterruptGuard interrupt;
  options->stop = &interrupt.wanted();
  fairmon::report::WatchedSource watched(*ends->source);
  fairmon::report::Collector collector(spec);
  const RunSummary summary = run_pipeline(spec, watched, {&collector}, *options);
  if (summary.error) {
    return cli::report(*summary.error);
  }
  if (summary.interrupted) {
    return static_cast<int>(ExitCode::Interrupted);
  }
  auto around = surroundings(arguments, *ends, level->value_or(0.95), std::move(filled->around));
  around.data = watched.facts();
  return write(arguments, fairmon::report::build(collector, around));
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
