#include <fairmon/findings.hpp>
#include <fairmon/time_format.hpp>

#include <memory>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/monitor/endpoints.hpp"
#include "cli/monitor/flags.hpp"
#include "cli/monitor/run_options.hpp"
#include "cli/report.hpp"
#include "cli/spec_file.hpp"
#include "support/civil_time.hpp"
#include "support/number.hpp"
#include "why/replay.hpp"

namespace fairmon::cli::commands {

namespace {

std::vector<Positional> positionals() {
  return {{"SPEC", "the specification"},
          {"DATA", "files to read, one after the other", false, true}};
}

std::vector<Flag> flags(const PluginRegistry& plugins) {
  std::vector<Flag> list;
  list.push_back(make_flag("at", "TIME",
                           "the last firing up to this time: a date, or seconds since the start; "
                           "otherwise the last of all"));
  list.push_back(make_flag("trigger", "N", "only this trigger, by its number from 0"));
  list.push_back(
      make_flag("instance", "NAME", "only this instance of it, such as `women, abroad`"));
  list.push_back(make_flag("json", "", "as JSON"));
  list.push_back(level_flag());
  for (Flag& flag : reading_flags(plugins)) {
    list.push_back(std::move(flag));
  }
  return list;
}

std::span<const Example> examples() {
  static constexpr Example kExamples[] = {
      {"fairmon why hiring.lola decisions.csv", "why a trigger fired for the last time"},
      {"fairmon why hiring.lola decisions.csv --at 2024-03-12T09:00:00Z --trigger 0",
       "the firing at that time, or the last one before it"},
  };
  return kExamples;
}

/// A time as the user wrote it, in monitor time.
Result<std::optional<Timestamp>> moment_of(const std::string& text,
                                           const std::optional<Timestamp>& start) {
  if (text.empty()) {
    return std::optional<Timestamp>();
  }
  if (const auto date = support::parse_rfc3339(text)) {
    if (!start) {
      return Error(ErrorCode::Usage,
                   "--at names a date, but the data have no calendar times; "
                   "give seconds since the start");
    }
    return std::optional(Timestamp{*date - start->ns});
  }
  if (const auto seconds = support::parse_seconds(text)) {
    return std::optional(Timestamp{*seconds});
  }
  return Error(ErrorCode::Usage,
               "--at needs a time such as 2024-03-12T09:00:00Z, or seconds since the start, not `" +
                   text + "`");
}

Result<std::optional<std::uint32_t>> trigger_of(const Arguments& arguments, const Spec& spec) {
  if (!arguments.has("trigger")) {
    return std::optional<std::uint32_t>();
  }
  const auto number = support::parse_number<std::uint32_t>(arguments.text("trigger"));
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    if (spec.streams()[i].kind == StreamKind::Trigger) {
      if (number && count == *number) {
        return std::optional(i);
      }
      ++count;
    }
  }
  return Error(ErrorCode::Usage, "--trigger needs a number below " + std::to_string(count) +
                                     ", the number of triggers, not `" + arguments.text("trigger") +
                                     "`");
}

SourceContext context_of(const PipelineOptions& options) {
  SourceContext context;
  context.on_bad_record = options.on_bad_record;
  context.on_late = options.on_late;
  context.start_time = options.start_time;
  context.start_at_midnight = options.start_at_midnight;
  context.report = [](const RecordError&) {};
  context.warn = [](const std::string&) {};
  context.waiting = [](const std::string&) {};
  return context;
}

int nothing_fired(const Arguments& arguments) {
  print_error(
      "nothing fired" + (arguments.has("at") ? " up to " + arguments.text("at") : std::string()) +
      (arguments.has("instance") ? " for " + arguments.text("instance") : std::string()) + "\n");
  return static_cast<int>(ExitCode::Data);
}

int run(const Arguments& arguments, const PluginRegistry& plugins) {
  const auto source = load_specification(arguments.text("SPEC"));
  const auto level = level_of(arguments);
  if (!source || !level) {
    return cli::report(source ? level.error() : source.error());
  }
  if (!compile_and_report(*source, arguments.text("diagnostics"), false, *level)) {
    return static_cast<int>(ExitCode::Usage);
  }
  CompileOptions compiling;
  compiling.level = *level;
  const Spec spec = *compile_with_findings(*source, compiling).spec;
  const auto trigger = trigger_of(arguments, spec);
  const auto options = run_options(arguments);
  if (!trigger || !options) {
    return cli::report(trigger ? options.error() : trigger.error());
  }
  if (options->on_late == LatePolicy::Wait) {
    return cli::report(Error(ErrorCode::Usage,
                             "why takes records as they stand; sort the data by time instead of "
                             "--on-late wait="));
  }
  why::Question question;
  question.trigger = *trigger;
  question.instance = arguments.text("instance");
  question.until = [&](const std::optional<Timestamp>& start) {
    return moment_of(arguments.text("at"), start);
  };
  question.level = level->value_or(0.95);
  const auto source_again = [&]() -> Result<std::unique_ptr<EventSource>> {
    auto ends = make_source_end(arguments, plugins);
    if (!ends) {
      return std::move(ends).error();
    }
    return std::move(ends->source);
  };
  const auto explained = why::replay(spec, source_again, context_of(*options), question);
  if (!explained) {
    return cli::report(explained.error());
  }
  if (!*explained) {
    return nothing_fired(arguments);
  }
  print(arguments.has("json") ? why::to_json(**explained) : why::to_text(**explained));
  return static_cast<int>(ExitCode::Fine);
}

}  // namespace

extern const Command why;
const Command why = {
    "why",
    "",
    "why a trigger fired",
    "Judges the data up to a firing and explains it: the condition with the values of "
    "that moment, the\ngroups behind it, what changed since it last did not hold, the "
    "events that counted, and the\nsmallest change that would have kept it.\n",
    positionals,
    flags,
    examples,
    run};

}  // namespace fairmon::cli::commands
