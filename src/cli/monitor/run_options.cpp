#include "cli/monitor/run_options.hpp"

#include <charconv>
#include <string>

#include "cli/arguments.hpp"
#include "support/civil_time.hpp"

namespace fairmon::cli {

namespace {

template <typename T>
std::optional<T> parsed(const std::string& text) {
  T value{};
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, value);
  return code == std::errc{} && end == last ? std::optional(value) : std::nullopt;
}

Error bad_value(const Arguments& arguments, const std::string& flag, const std::string& expected) {
  return {ErrorCode::Usage,
          "--" + flag + " is `" + arguments.text(flag) + "`; expected " + expected};
}

Result<void> read_start(const Arguments& arguments, PipelineOptions& options) {
  options.start_at_midnight = arguments.has("start-at-midnight");
  std::optional<std::int64_t> start;
  if (arguments.has("start-time-unix")) {
    start = support::parse_seconds(arguments.text("start-time-unix"));
    if (!start) {
      return bad_value(arguments, "start-time-unix", "seconds since 1970, such as 1700000000.5");
    }
  }
  if (arguments.has("start-time-rfc3339")) {
    start = support::parse_rfc3339(arguments.text("start-time-rfc3339"));
    if (!start) {
      return bad_value(arguments, "start-time-rfc3339",
                       "a date and time such as 2024-01-31T12:00:00Z");
    }
  }
  if (start) {
    options.start_time = Timestamp{*start};
  }
  return {};
}

Result<void> read_checkpoints(const Arguments& arguments, PipelineOptions& options) {
  options.checkpoint_file = arguments.text("checkpoint");
  options.resume_file = arguments.text("resume");
  if (!arguments.has("every")) {
    return {};
  }
  const std::string every = arguments.text("every");
  // A bare number counts events, one with a unit is a span of time.
  if (const auto events = parsed<std::uint64_t>(every); events && *events > 0) {
    options.checkpoint_every_events = *events;
    return {};
  }
  const auto span = support::parse_duration(every);
  if (!span || *span <= 0) {
    return bad_value(arguments, "every", "a number of events, or a span of time such as 10s");
  }
  options.checkpoint_every = Duration{*span};
  return {};
}

Result<void> read_speed(const Arguments& arguments, PipelineOptions& options) {
  if (arguments.has("replay-speed")) {
    const auto speed = parsed<double>(arguments.text("replay-speed"));
    if (!speed || !(*speed > 0.0)) {
      return bad_value(arguments, "replay-speed",
                       "a number above 0, such as 60 for a minute of data per second");
    }
    options.replay_speed = *speed;
  }
  const auto rows = parsed<std::size_t>(arguments.text("batch"));
  if (!rows || *rows == 0 || *rows > 1'000'000) {
    return bad_value(arguments, "batch", "a number of rows from 1 to 1000000");
  }
  options.batch_rows = *rows;
  return {};
}

Result<void> read_late(const Arguments& arguments, PipelineOptions& options) {
  const std::string late = arguments.text("on-late");
  if (late == "stop" || late == "skip" || late == "accept") {
    options.on_late = late == "skip"     ? LatePolicy::Skip
                      : late == "accept" ? LatePolicy::AcceptNow
                                         : LatePolicy::Stop;
    return {};
  }
  const auto span = late.starts_with("wait=") ? support::parse_duration(late.substr(5))
                                              : std::optional<std::int64_t>();
  if (!span || *span <= 0) {
    return bad_value(arguments, "on-late",
                     "stop, skip, accept, or wait= and a span of time such as wait=10s");
  }
  if (options.online) {
    return Error(ErrorCode::Usage,
                 "--on-late wait= puts times of the data in order; with --online time is the clock "
                 "on the wall, so leave one of them out");
  }
  options.on_late = LatePolicy::Wait;
  options.late_wait = Duration{*span};
  return {};
}

Result<void> read_shards(const Arguments& arguments, PipelineOptions& options) {
  constexpr std::uint32_t kMost = 256;
  const std::string text = arguments.text("shards");
  if (text.empty()) {
    return {};  // a command without the flag
  }
  if (text == "auto") {
    options.shards = 0;
  } else if (const auto count = parsed<std::uint32_t>(text);
             count && *count > 0 && *count <= kMost) {
    options.shards = *count;
  } else {
    return bad_value(arguments, "shards", "a number from 1 to 256, or auto for one per processor");
  }
  if (options.shards != 1 && !options.threads) {
    return Error(ErrorCode::Usage, "--shards works with threads; leave out --single-thread");
  }
  return {};
}

}  // namespace

Result<PipelineOptions> run_options(const Arguments& arguments) {
  PipelineOptions options;
  if (arguments.has("online") && arguments.has("offline")) {
    return Error(ErrorCode::Usage, "--online and --offline exclude each other");
  }
  options.online = arguments.has("online");
  options.at_end = arguments.has("at-end");
  options.threads = !arguments.has("single-thread");
  options.on_bad_record =
      arguments.text("on-bad-record") == "skip" ? RecordPolicy::Skip : RecordPolicy::Stop;
  if (auto read = read_late(arguments, options); !read) {
    return std::move(read).error();
  }
  options.quarantine = arguments.text("quarantine");
  if (!options.quarantine.empty() && options.on_bad_record == RecordPolicy::Stop &&
      options.on_late != LatePolicy::Skip && options.on_late != LatePolicy::Wait) {
    return Error(ErrorCode::Usage,
                 "--quarantine keeps skipped records; say --on-bad-record skip or --on-late skip");
  }
  options.monitor.on_error =
      arguments.text("on-error") == "report" ? ErrorPolicy::Report : ErrorPolicy::Stop;
  options.monitor.engine =
      arguments.text("engine") == "reference" ? EngineKind::Reference : EngineKind::Fast;
  for (const auto& read : {read_start, read_checkpoints, read_speed, read_shards}) {
    if (auto done = read(arguments, options); !done) {
      return std::move(done).error();
    }
  }
  return options;
}

}  // namespace fairmon::cli
