#include "cli/monitor/flags.hpp"

#include <fairmon/time_format.hpp>

#include <utility>

#include "cli/monitor/plugin_flags.hpp"
#include "cli/spec_file.hpp"

namespace fairmon::cli {

namespace {

Flag make(std::string name, std::string placeholder, std::string summary, std::string group) {
  Flag flag = make_flag(std::move(name), std::move(placeholder), std::move(summary));
  flag.group = std::move(group);
  return flag;
}

Flag choice(std::string name, std::string placeholder, std::string summary, std::string group,
            std::vector<std::string> choices, std::string default_value) {
  Flag flag = make(std::move(name), std::move(placeholder), std::move(summary), std::move(group));
  flag.choices = std::move(choices);
  flag.default_value = std::move(default_value);
  return flag;
}

void add_end_flags(std::vector<Flag>& flags) {
  flags.push_back(make("input", "NAME", "how to read the data; otherwise known from the file name",
                       "data and results"));
  Flag output = make("output", "NAME[=FILE]",
                     "an output (text, jsonl, csv, summary, json, ledger, stats, kafka), to "
                     "standard output, a file or a topic",
                     "data and results");
  output.letter = 'o';
  output.repeatable = true;
  flags.push_back(std::move(output));
  Flag quiet = make("quiet", "", "no summary and no progress", "data and results");
  quiet.letter = 'q';
  flags.push_back(std::move(quiet));
  Flag fail = choice("fail-on-trigger", "[=ever|end]",
                     "exit with code 4 if a trigger fired, or if its condition holds at the end",
                     "data and results", {"ever", "end"}, "");
  fail.optional_value = true;
  flags.push_back(std::move(fail));
  Flag level = level_flag();
  level.group = "data and results";
  flags.push_back(std::move(level));
  flags.push_back(choice("leave-out", "WHEN",
                         "let the source leave out events that cannot change a verdict; auto does "
                         "so where reading is dear (DSA)",
                         "data and results", {"auto", "on", "off"}, "auto"));
}

void add_clock_flags(std::vector<Flag>& flags) {
  const std::string group = "clock";
  flags.push_back(
      make("online", "", "time is the wall clock; deadlines fire without events", group));
  flags.push_back(make("start-time-unix", "SECONDS", "the run starts at this Unix time", group));
  flags.push_back(make("start-time-rfc3339", "TIME", "the run starts at this time", group));
  flags.push_back(make("start-at-midnight", "",
                       "the run starts at the midnight (UTC) before the first record", group));
  flags.push_back(make("at-end", "",
                       "after the last record time goes on to the end of the period under way, so "
                       "that it counts",
                       group));
  flags.push_back(make("replay-speed", "FACTOR",
                       "replay: this many seconds of data per second of wall clock", group));
}

void add_trouble_flags(std::vector<Flag>& flags) {
  const std::string group = "when something goes wrong";
  flags.push_back(choice("on-bad-record", "POLICY", "a record that cannot be read", group,
                         {"stop", "skip"}, "stop"));
  flags.push_back(make("quarantine", "FILE", "keep skipped records here", group));
  Flag late = make("on-late", "POLICY",
                   "a record older than the one before it: stop, skip, accept (at the current "
                   "time), or wait=TIME: records up to so much older are put into their place",
                   group);
  late.default_value = "stop";
  flags.push_back(std::move(late));
  flags.push_back(choice("on-error", "POLICY",
                         "an evaluation that fails (division by zero, …); report: no value, and "
                         "the error among the verdicts",
                         group, {"stop", "report"}, "stop"));
}

void add_survival_flags(std::vector<Flag>& flags) {
  const std::string group = "runs that survive";
  flags.push_back(
      make("checkpoint", "FILE", "write the state of the run here now and then", group));
  flags.push_back(make("every", "N|TIME", "after so many events, or so much time [10s]", group));
  flags.push_back(
      make("resume", "FILE", "go on from a checkpoint, with the same data and outputs", group));
}

void add_engine_flags(std::vector<Flag>& flags) {
  const std::string group = "engine";
  flags.push_back(choice("engine", "ENGINE", "the fast one, or the slow and obviously right one",
                         group, {"fast", "reference"}, "fast"));
  Flag batch = make("batch", "ROWS", "events evaluated together", group);
  batch.default_value = "4096";
  flags.push_back(std::move(batch));
  Flag shards = make("shards", "N|auto",
                     "judge with so many monitors side by side, as far as the specification lets "
                     "them; verdicts stay the same",
                     group);
  shards.default_value = "1";
  flags.push_back(std::move(shards));
  flags.push_back(make("single-thread", "", "read, evaluate and write one after the other", group));
  flags.push_back(choice("diagnostics", "FORMAT", "how to print messages about the specification",
                         group, {"snippet", "concise", "json"}, "snippet"));
}

void add_drop_in_flags(std::vector<Flag>& flags) {
  const std::string group = "as in rtlola-cli monitor";
  flags.push_back(make("csv-in", "FILE", "read this CSV file", group));
  flags.push_back(make("stdin", "", "read CSV from standard input", group));
  flags.push_back(choice("offline", "FORMAT", "times stand in the data, written like this", group,
                         time_format_names(false), ""));
  flags.push_back(choice("output-format", "FORMAT", "how to print verdicts", group,
                         {"logger", "json", "csv"}, ""));
  flags.push_back(make("output-file", "FILE", "print to this file", group));
  flags.push_back(make("stdout", "", "print to standard output (the default)", group));
  flags.push_back(make("stderr", "", "print to standard error", group));
  Flag statistics =
      choice("statistics", "LEVEL", "numbers about the run", group, {"none", "all"}, "none");
  statistics.letter = 's';
  flags.push_back(std::move(statistics));
}

}  // namespace

std::vector<Flag> monitor_flags(const PluginRegistry& plugins) {
  std::vector<Flag> flags;
  add_end_flags(flags);
  for (Flag& flag : plugin_flags(plugins)) {
    flags.push_back(std::move(flag));
  }
  add_clock_flags(flags);
  add_trouble_flags(flags);
  add_survival_flags(flags);
  add_engine_flags(flags);
  add_drop_in_flags(flags);
  return flags;
}

std::vector<Flag> reading_flags(const PluginRegistry& plugins) {
  std::vector<Flag> flags;
  flags.push_back(
      make("input", "NAME", "how to read the data; otherwise known from the file name", ""));
  std::vector<std::string_view> inputs;
  for (const InputPlugin* plugin : plugins.inputs()) {
    inputs.push_back(plugin->name);
  }
  for (Flag& flag : input_flags(plugins, inputs)) {
    flags.push_back(std::move(flag));
  }
  add_clock_flags(flags);
  std::erase_if(
      flags, [](const Flag& flag) { return flag.name == "online" || flag.name == "replay-speed"; });
  add_trouble_flags(flags);
  add_engine_flags(flags);
  std::erase_if(flags, [](const Flag& flag) { return flag.name == "shards"; });
  return flags;
}

}  // namespace fairmon::cli
