#include <unistd.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/ledger/asked.hpp"
#include "cli/monitor/endpoints.hpp"
#include "cli/monitor/episode_watch.hpp"
#include "cli/monitor/flags.hpp"
#include "cli/monitor/live_statistics.hpp"
#include "cli/monitor/own_files.hpp"
#include "cli/monitor/progress_bar.hpp"
#include "cli/monitor/run_options.hpp"
#include "cli/monitor/spec_for_run.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "support/nearest.hpp"
#include "support/printable.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "the specification"},
          {"DATA", "files to read, one after the other, or `-` for standard input", false, true}};
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon monitor hiring.lola decisions.csv",
       "print triggers and public streams, and a summary"},
      {"fairmon monitor hiring.lola 'logs/*.csv.gz' -v outputs -o jsonl=run.jsonl -o summary",
       "all outputs as JSON lines into a file, the summary on the terminal"},
      {"fairmon monitor hiring.lola data.csv --map 'score=risk score' --time-column decided_at",
       "columns have other names than the inputs"},
      {"tail -f log.csv | fairmon monitor hiring.lola - --online",
       "live: time is the clock on the wall"},
      {"fairmon monitor hiring.lola data.csv --on-bad-record skip --quarantine bad.csv",
       "go on past records that cannot be read, and keep them"},
      {"fairmon monitor hiring.lola big.csv -o text=out.log --checkpoint run.ckpt --every 1min",
       "survive a crash: go on later with --resume run.ckpt added"},
      {"fairmon monitor hiring.lola big.csv --shards auto",
       "use all processors, where `fairmon plan hiring.lola` says that it helps"},
      {"fairmon monitor spec.lola --csv-in data.csv --offline relative --verbosity outputs",
       "the flags of rtlola-cli work as they are"},
  };
  return kExamples;
}

Result<void> check_debug_streams(const Arguments& arguments, const Spec& spec) {
  std::vector<std::string> names;
  for (const StreamInfo& stream : spec.streams()) {
    names.push_back(stream.name);
  }
  for (const std::string& wanted : arguments.all("debug-streams")) {
    if (std::find(names.begin(), names.end(), wanted) == names.end()) {
      std::string message = "--debug-streams names `" + wanted + "`, which is no stream";
      if (const auto near = support::nearest(wanted, names)) {
        message += "; did you mean `" + *near + "`?";
      }
      return Error(ErrorCode::Usage, std::move(message));
    }
  }
  return {};
}

/// Did a trigger do what the user wants to fail for?
bool must_fail(const RunSummary& summary, const Arguments& arguments, const EpisodeWatch& watch) {
  if (!arguments.has("fail-on-trigger")) {
    return false;
  }
  if (arguments.text("fail-on-trigger") == "end") {
    return watch.any_open();
  }
  return std::any_of(summary.trigger_counts.begin(), summary.trigger_counts.end(),
                     [](std::uint64_t count) { return count > 0; });
}

int finish(const RunSummary& summary, const Arguments& arguments, const EpisodeWatch& watch) {
  if (summary.error) {
    return report(*summary.error);
  }
  if (summary.num_bad_records + summary.num_late_records > 0 && !arguments.has("quiet")) {
    print_error("note: " + std::to_string(summary.num_bad_records) + " bad and " +
                std::to_string(summary.num_late_records) + " late records\n");
  }
  if (summary.interrupted) {
    return static_cast<int>(ExitCode::Interrupted);
  }
  return static_cast<int>(must_fail(summary, arguments, watch) ? ExitCode::Trigger
                                                               : ExitCode::Fine);
}

/// `fairmon monitor data.csv spec.lola`: who means that gets no list of syntax errors.
Result<void> refuse_swapped(const Arguments& arguments, const PluginRegistry& plugins) {
  const std::string spec = arguments.text("SPEC");
  const std::vector<std::string> data = arguments.all("DATA");
  if (plugins.input_for_file(spec) == nullptr || data.empty() || !data.front().ends_with(".lola")) {
    return {};
  }
  return Error(ErrorCode::Usage, "`" + spec + "` holds data, and `" + data.front() +
                                     "` a specification, which comes first: fairmon monitor " +
                                     data.front() + " " + spec);
}

Result<void> check_every(const Arguments& arguments, const PipelineOptions& options,
                         const Endpoints& ends) {
  const bool kept = std::any_of(ends.sinks.begin(), ends.sinks.end(),
                                [](const auto& sink) { return sink->keeper() != nullptr; });
  return arguments.has("every") && options.checkpoint_file.empty() && !kept
             ? Error(ErrorCode::Usage,
                     "--every says how often to write a checkpoint; say where with "
                     "--checkpoint FILE")
             : Result<void>();
}

/// Whatever the run writes must not be what it reads, nor the same as something else it writes.
Result<void> check_files(const Arguments& arguments, const PipelineOptions& options,
                         const Endpoints& ends) {
  if (auto sensible = check_every(arguments, options, ends); !sensible) {
    return sensible;
  }
  std::vector<OwnFile> files = ends.files;
  files.insert(files.begin(), {arguments.text("SPEC"), "the specification"});
  // The resumed checkpoint may be the one that is written: it is read before.
  if (!options.quarantine.empty()) {
    files.push_back({options.quarantine, "the quarantine file", true});
  }
  if (!options.checkpoint_file.empty()) {
    files.push_back({options.checkpoint_file, "the checkpoint", true});
    files.push_back({options.checkpoint_file + ".new", "the new checkpoint", true});
  }
  if (!options.resume_file.empty() && options.resume_file != options.checkpoint_file) {
    files.push_back({options.resume_file, "the checkpoint to resume"});
  }
  return check_own_files(files);
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  if (auto ordered = refuse_swapped(arguments, plugins); !ordered) {
    return report(ordered.error());
  }
  const auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return report(source.error());
  }
  const auto level = level_of(arguments);
  if (!level) {
    return report(level.error());
  }
  const auto spec = compile_and_report(*source, arguments.text("diagnostics"), false, *level);
  if (!spec) {
    return static_cast<int>(ExitCode::Usage);
  }
  if (auto known = check_debug_streams(arguments, *spec); !known) {
    return report(known.error());
  }
  auto options = run_options(arguments);
  if (!options) {
    return report(options.error());
  }
  auto ends = make_endpoints(arguments, plugins);
  if (!ends) {
    return report(ends.error());
  }
  if (auto safe = check_files(arguments, *options, *ends); !safe) {
    return report(safe.error());
  }
  options->settings = ends->settings;
  options->asked = asked_for(arguments, plugins, ends->input);
  options->warn = [](const std::string& text) {
    print_error("warning: " + support::printable(text) + "\n");
  };
  if (!arguments.has("quiet")) {
    options->note = [](const std::string& text) { print_error("note: " + text + "\n"); };
  }
  const InterruptGuard interrupt;
  options->stop = &interrupt.wanted();
  ProgressBar bar;
  LiveStatistics statistics;
  // Verdicts on the same terminal would be wiped out by whatever is rewritten there.
  if (!ends->writes_to_terminal && arguments.text("statistics") == "all") {
    options->progress = [&](const PipelineProgress& picture) { statistics.show(picture); };
    statistics.show({});
  } else if (!ends->writes_to_terminal && ::isatty(STDERR_FILENO) != 0 && !arguments.has("quiet")) {
    options->progress = [&](const PipelineProgress& picture) { bar.show(picture); };
  }
  std::vector<VerdictSink*> sinks;
  for (const auto& sink : ends->sinks) {
    sinks.push_back(sink.get());
  }
  EpisodeWatch watch;
  if (arguments.text("fail-on-trigger") == "end") {
    sinks.push_back(&watch);
  }
  options->filter = filter_for(arguments, *spec, ends->input, sinks);
  const RunSummary summary =
      run_pipeline(spec_for_run(*spec, *level, sinks), *ends->source, sinks, *options);
  bar.clear();
  return finish(summary, arguments, watch);
}

}  // namespace

extern const Command monitor;
const Command monitor = {"monitor",
                         "run",
                         "judge data by a specification",
                         "Reads events, evaluates the specification on them and prints what "
                         "happens. Without further\nflags, triggers and public streams are shown. "
                         "Every flag of an input or output can also be\ngiven with the plugin's "
                         "name in front (--csv-quote), for that plugin only.\n",
                         positionals,
                         monitor_flags,
                         examples,
                         run};

}  // namespace fairmon::cli::commands
