#include "plugins/writing/output_options.hpp"

#include <array>
#include <chrono>
#include <utility>

namespace fairmon::plugins {

namespace {

constexpr std::array<std::pair<std::string_view, Verbosity>, 8> kLevels = {
    {{"silent", Verbosity::Silent},
     {"violations", Verbosity::Violations},
     {"trigger", Verbosity::Violations},
     {"warnings", Verbosity::Warnings},
     {"public", Verbosity::Public},
     {"outputs", Verbosity::Outputs},
     {"streams", Verbosity::Streams},
     {"debug", Verbosity::Debug}}};

}  // namespace

std::vector<OptionInfo> common_output_options() {
  OptionInfo verbosity;
  verbosity.name = "verbosity";
  verbosity.kind = OptionKind::Choice;
  verbosity.summary =
      "how much to show: triggers, then also what is tagged public, all outputs, all streams";
  for (const auto& [name, level] : kLevels) {
    verbosity.choices.emplace_back(name);
  }
  verbosity.default_value = "public";
  verbosity.placeholder = "LEVEL";
  verbosity.group = "what to show";
  OptionInfo debug;
  debug.name = "debug-streams";
  debug.summary = "show this stream at every level, with the beginning and end of its instances";
  debug.placeholder = "STREAM";
  debug.repeatable = true;
  debug.group = "what to show";
  OptionInfo format;
  format.name = "output-time-format";
  format.kind = OptionKind::Choice;
  format.summary = "how to write times";
  format.choices = time_format_names(true);
  format.default_value = "relative";
  format.placeholder = "FORMAT";
  format.group = "what to show";
  OptionInfo episodes;
  episodes.name = "episodes";
  episodes.kind = OptionKind::Flag;
  episodes.summary = "of each episode of a trigger only the first firing, not one line per firing";
  episodes.group = "what to show";
  OptionInfo evidence;
  evidence.name = "evidence";
  evidence.kind = OptionKind::Flag;
  evidence.summary =
      "bounds and trials beside values that have them, and when triggers with "
      "`certain` become violated, kept or undecided";
  evidence.group = "what to show";
  return {verbosity, debug, format, episodes, evidence};
}

CommonOutput read_common_output(const OptionValues& options) {
  CommonOutput common;
  const std::string level = options.text("verbosity");
  for (const auto& [name, verbosity] : kLevels) {
    if (name == level) {
      common.selection.verbosity = verbosity;
    }
  }
  common.selection.debug_streams = options.all("debug-streams");
  common.episodes = options.flag("episodes");
  common.selection.episodes = common.episodes;
  common.evidence = options.flag("evidence");
  common.selection.evidence = common.evidence;
  common.time_format = time_format_from_name(options.text("output-time-format"))
                           .value_or(TimeFormat::RelativeSeconds);
  return common;
}

TimeWriter make_time_writer(TimeFormat format, const SinkContext& context) {
  Timestamp start;
  if (context.start_time) {
    start = *context.start_time;
  } else if (is_absolute(format)) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    start.ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  }
  return TimeWriter(format, start);
}

}  // namespace fairmon::plugins
