#include "plugins/reading/input_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "support/nearest.hpp"
#include "support/number.hpp"
#include "support/text.hpp"

namespace fairmon::plugins {

std::vector<OptionInfo> common_input_options() {
  std::vector<OptionInfo> table;
  const auto add = [&](std::string name, OptionKind kind, std::string summary) -> OptionInfo& {
    OptionInfo option;
    option.name = std::move(name);
    option.kind = kind;
    option.summary = std::move(summary);
    table.push_back(std::move(option));
    return table.back();
  };
  OptionInfo& map = add("map", OptionKind::Pair, "read an input from a field of another name");
  map.placeholder = "INPUT=FIELD";
  map.repeatable = true;
  map.group = "fields";
  OptionInfo& missing =
      add("missing", OptionKind::Text,
          "a further spelling of a missing value, besides `#` and the empty field");
  missing.placeholder = "TEXT";
  missing.repeatable = true;
  missing.group = "fields";
  OptionInfo& empty =
      add("empty-is-missing", OptionKind::Flag,
          "an empty field of a String input is a missing value, not the empty text");
  empty.group = "fields";
  OptionInfo& check = add("check-all", OptionKind::Flag,
                          "also read the fields of inputs that no stream needs, and refuse what "
                          "does not fit their types");
  check.group = "fields";
  OptionInfo& column = add("time-column", OptionKind::Text,
                           "field that holds the time, by name or number from 1; otherwise the "
                           "first one called time, ts or timestamp");
  column.placeholder = "FIELD";
  column.group = "time";
  OptionInfo& format = add("time-format", OptionKind::Choice,
                           "how times are written: relative, offset, absolute (Unix), unix-ms, "
                           "absolute-rfc (2024-01-31T12:00:00Z), day-first (31/01/2024), "
                           "month-first (01/31/2024) and others; auto looks at the first record");
  format.choices = time_format_names(false);
  format.default_value = "auto";
  format.placeholder = "FORMAT";
  format.group = "time";
  OptionInfo& delay = add("input-delay", OptionKind::Number,
                          "ignore times: the n-th record happens n times this many milliseconds "
                          "after the start");
  delay.placeholder = "MS";
  delay.group = "time";
  OptionInfo& follow =
      add("follow", OptionKind::Flag,
          "wait for more at the end of the file, as `tail -F` does; goes on in the new file "
          "after a rotation");
  follow.group = "reading";
  return table;
}

namespace {

Result<Duration> interval_of(double milliseconds, std::string_view name) {
  if (!(milliseconds >= 0.0) || milliseconds > 1e12) {
    return Error(ErrorCode::Usage, std::string(name) + " needs a number of milliseconds from 0 on");
  }
  return Duration::nanoseconds(static_cast<std::int64_t>(milliseconds * 1e6));
}

}  // namespace

Result<CommonInput> read_common_options(const OptionValues& options) {
  CommonInput common;
  common.mapping = options.pairs("map");
  for (const std::string& spelling : options.all("missing")) {
    common.decode.missing.push_back(spelling);
  }
  common.decode.empty_string_is_missing = options.flag("empty-is-missing");
  common.check_all = options.flag("check-all");
  common.time_field = options.text("time-column");
  common.time_format =
      time_format_from_name(options.text("time-format")).value_or(TimeFormat::Auto);
  common.follow = options.flag("follow");
  if (options.has("input-delay")) {
    const auto interval = interval_of(options.number("input-delay"), "--input-delay");
    if (!interval) {
      return interval.error();
    }
    common.interval = *interval;
  }
  return common;
}

Result<void> apply_reading(const InputSchema::Reading& reading, CommonInput& common) {
  common.decode.missing.insert(common.decode.missing.end(), reading.missing.begin(),
                               reading.missing.end());
  if (common.interval || !common.time_field.empty()) {
    return {};
  }
  if (!reading.time_field.empty()) {
    common.time_field = reading.time_field;
    if (common.time_format == TimeFormat::Auto && !reading.time_format.empty()) {
      const auto format = time_format_from_name(reading.time_format);
      if (!format) {
        return Error(ErrorCode::Specification,
                     "the tag `time` names the format `" + reading.time_format +
                         "`, which there is not; `fairmon monitor --help` lists them");
      }
      common.time_format = *format;
    }
  } else if (!reading.interval_ms.empty()) {
    const auto interval = interval_of(
        support::parse_number<double>(reading.interval_ms).value_or(-1.0), "the tag `input_delay`");
    if (!interval) {
      return interval.error();
    }
    common.interval = *interval;
  }
  return {};
}

SourceContext CommonInput::wanted(SourceContext context) const {
  for (InputSchema::Input& input : context.schema.inputs) {
    input.needed |= check_all;
  }
  return context;
}

Result<std::size_t> find_time_field(const CommonInput& common,
                                    const std::vector<std::string>& fields) {
  const std::string& wanted = common.time_field;
  if (wanted.empty()) {
    const auto found = std::find_if(fields.begin(), fields.end(), [](const std::string& field) {
      return support::equal_ignoring_case(field, "time") ||
             support::equal_ignoring_case(field, "ts") ||
             support::equal_ignoring_case(field, "timestamp");
    });
    if (found != fields.end()) {
      return static_cast<std::size_t>(found - fields.begin());
    }
    return Error(ErrorCode::Input,
                 "the data have no field called time, ts or timestamp; name the one that holds the "
                 "time with --time-column FIELD, or say --input-delay MS if records have no times");
  }
  const auto found = std::find(fields.begin(), fields.end(), wanted);
  if (found != fields.end()) {
    return static_cast<std::size_t>(found - fields.begin());
  }
  std::size_t number = 0;
  const char* last = wanted.data() + wanted.size();
  const auto [end, code] = std::from_chars(wanted.data(), last, number);
  if (code == std::errc{} && end == last) {
    if (number >= 1 && number <= fields.size()) {
      return number - 1;
    }
    return Error(ErrorCode::Usage, "--time-column is " + wanted +
                                       ", but the data have columns 1 to " +
                                       std::to_string(fields.size()));
  }
  std::string message = "--time-column names `" + wanted + "`, which is no field of the data";
  if (const auto near = support::nearest(wanted, fields)) {
    message += "; did you mean `" + *near + "`?";
  }
  return Error(ErrorCode::Usage, std::move(message));
}

}  // namespace fairmon::plugins
