#include <fairmon/time_format.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include "support/civil_time.hpp"

namespace fairmon {

namespace {

constexpr std::int64_t kDayNs = 86'400'000'000'000;

struct FormatName {
  std::string_view name;
  TimeFormat format;
};

/// The first name of a format is the one printed.
constexpr std::array kNames = {
    FormatName{"auto", TimeFormat::Auto},
    FormatName{"relative", TimeFormat::RelativeSeconds},
    FormatName{"relative-secs", TimeFormat::RelativeSeconds},
    FormatName{"relative-float-secs", TimeFormat::RelativeSeconds},
    FormatName{"relative-nanos", TimeFormat::RelativeNanos},
    FormatName{"relative-uint-nanos", TimeFormat::RelativeNanos},
    FormatName{"offset", TimeFormat::OffsetSeconds},
    FormatName{"offset-secs", TimeFormat::OffsetSeconds},
    FormatName{"offset-float-secs", TimeFormat::OffsetSeconds},
    FormatName{"offset-nanos", TimeFormat::OffsetNanos},
    FormatName{"offset-uint-nanos", TimeFormat::OffsetNanos},
    FormatName{"absolute", TimeFormat::UnixSeconds},
    FormatName{"absolute-unix", TimeFormat::UnixSeconds},
    FormatName{"unix", TimeFormat::UnixSeconds},
    FormatName{"unix-ms", TimeFormat::UnixMillis},
    FormatName{"unix-us", TimeFormat::UnixMicros},
    FormatName{"unix-ns", TimeFormat::UnixNanos},
    FormatName{"absolute-rfc", TimeFormat::Rfc3339},
    FormatName{"absolute-rfc3339", TimeFormat::Rfc3339},
    FormatName{"rfc3339", TimeFormat::Rfc3339},
    FormatName{"day-first", TimeFormat::DayFirst},
    FormatName{"dmy", TimeFormat::DayFirst},
    FormatName{"month-first", TimeFormat::MonthFirst},
    FormatName{"mdy", TimeFormat::MonthFirst},
    FormatName{"year-first", TimeFormat::YearFirst},
    FormatName{"ymd", TimeFormat::YearFirst},
};

std::optional<std::int64_t> parse_whole(std::string_view text) {
  std::int64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, value);
  return code == std::errc{} && end == last ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> multiplied(std::optional<std::int64_t> value, std::int64_t factor) {
  std::int64_t result = 0;
  if (!value || __builtin_mul_overflow(*value, factor, &result)) {
    return std::nullopt;
  }
  return result;
}

std::string_view expectation(TimeFormat format) {
  switch (format) {
    case TimeFormat::Auto:
      return "a time";
    case TimeFormat::RelativeSeconds:
      return "seconds since the start, such as 12.5; for other ways to write times see "
             "--time-format";
    case TimeFormat::RelativeNanos:
      return "whole nanoseconds since the start";
    case TimeFormat::OffsetSeconds:
      return "seconds since the record before, such as 0.25";
    case TimeFormat::OffsetNanos:
      return "whole nanoseconds since the record before";
    case TimeFormat::UnixSeconds:
      return "seconds since 1970, such as 1700000000.5";
    case TimeFormat::UnixMillis:
      return "whole milliseconds since 1970";
    case TimeFormat::UnixMicros:
      return "whole microseconds since 1970";
    case TimeFormat::UnixNanos:
      return "whole nanoseconds since 1970";
    case TimeFormat::Rfc3339:
      return "a date and time such as 2024-01-31T12:00:00Z";
    case TimeFormat::DayFirst:
      return "a date such as 31/01/2024, the day first";
    case TimeFormat::MonthFirst:
      return "a date such as 01/31/2024, the month first";
    case TimeFormat::YearFirst:
      return "a date such as 2024/01/31, the year first";
  }
  return "a time";
}

/// The order of a written date's parts; nothing for other formats.
std::optional<support::DateOrder> date_order(TimeFormat format) {
  switch (format) {
    case TimeFormat::DayFirst:
      return support::DateOrder::DayMonthYear;
    case TimeFormat::MonthFirst:
      return support::DateOrder::MonthDayYear;
    case TimeFormat::YearFirst:
      return support::DateOrder::YearMonthDay;
    case TimeFormat::Auto:
    case TimeFormat::RelativeSeconds:
    case TimeFormat::RelativeNanos:
    case TimeFormat::OffsetSeconds:
    case TimeFormat::OffsetNanos:
    case TimeFormat::UnixSeconds:
    case TimeFormat::UnixMillis:
    case TimeFormat::UnixMicros:
    case TimeFormat::UnixNanos:
    case TimeFormat::Rfc3339:
      return std::nullopt;
  }
  return std::nullopt;
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<TimeFormat> time_format_from_name(std::string_view name) {
  for (const FormatName& known : kNames) {
    if (known.name == name) {
      return known.format;
    }
  }
  return std::nullopt;
}

std::string_view time_format_name(TimeFormat format) noexcept {
  return std::find_if(kNames.begin(), kNames.end(),
                      [&](const FormatName& known) { return known.format == format; })
      ->name;
}

std::vector<std::string> time_format_names(bool for_output) {
  std::vector<std::string> names;
  for (const FormatName& known : kNames) {
    const bool input_only = known.format == TimeFormat::Auto ||
                            known.format == TimeFormat::OffsetSeconds ||
                            known.format == TimeFormat::OffsetNanos || date_order(known.format);
    if (!for_output || !input_only) {
      names.emplace_back(known.name);
    }
  }
  return names;
}

bool is_absolute(TimeFormat format) noexcept {
  return format == TimeFormat::UnixSeconds || format == TimeFormat::UnixMillis ||
         format == TimeFormat::UnixMicros || format == TimeFormat::UnixNanos ||
         format == TimeFormat::Rfc3339 || date_order(format);
}

TimeFormat detect_time_format(std::string_view text) noexcept {
  if (support::parse_rfc3339(text)) {
    return TimeFormat::Rfc3339;
  }
  for (const TimeFormat written :
       {TimeFormat::YearFirst, TimeFormat::DayFirst, TimeFormat::MonthFirst}) {
    if (support::parse_date(text, *date_order(written))) {
      return written;
    }
  }
  const std::size_t point = text.find('.');
  const std::size_t whole = std::min(point, text.size());
  if (!all_digits(text.substr(0, whole))) {
    return TimeFormat::RelativeSeconds;
  }
  // Times between 1973 and 2286 have these many digits; no run is that long in seconds.
  if (whole == 9 || whole == 10) {
    return TimeFormat::UnixSeconds;
  }
  if (point == std::string_view::npos && (whole == 12 || whole == 13)) {
    return TimeFormat::UnixMillis;
  }
  if (point == std::string_view::npos && (whole == 15 || whole == 16)) {
    return TimeFormat::UnixMicros;
  }
  if (point == std::string_view::npos && (whole == 18 || whole == 19)) {
    return TimeFormat::UnixNanos;
  }
  return TimeFormat::RelativeSeconds;
}

namespace {

/// What is wrong with a text that is no time of the format, as far as it shows.
std::string explanation(TimeFormat format, std::string_view text) {
  const TimeFormat likely = detect_time_format(text);
  if (likely != format && is_absolute(likely)) {
    return "; this looks like " + std::string(expectation(likely)) + ": say --time-format " +
           std::string(time_format_name(likely));
  }
  const bool number = !text.empty() && text.find_first_not_of("0123456789.+-") == text.npos;
  const bool date = text.size() >= 10 && text[4] == '-' && text[7] == '-';
  if (number && text.find('-', 1) == text.npos) {
    return "; it is too large: nanoseconds reach as far as 2262, or 292 years from the start";
  }
  return date ? "; times lie between 1678 and 2261, as far as nanoseconds reach, on days that exist"
              : "";
}

}  // namespace

TimeReader::TimeReader(TimeFormat format, std::optional<Timestamp> start, bool start_at_midnight)
    : format_(format), start_(start), start_at_midnight_(start_at_midnight) {}

std::optional<std::int64_t> TimeReader::raw(std::string_view text) const noexcept {
  switch (format_) {
    case TimeFormat::Auto:
    case TimeFormat::RelativeSeconds:
    case TimeFormat::OffsetSeconds:
    case TimeFormat::UnixSeconds:
      return support::parse_seconds(text);
    case TimeFormat::RelativeNanos:
    case TimeFormat::OffsetNanos:
    case TimeFormat::UnixNanos:
      return parse_whole(text);
    case TimeFormat::UnixMillis:
      return multiplied(parse_whole(text), 1'000'000);
    case TimeFormat::UnixMicros:
      return multiplied(parse_whole(text), 1'000);
    case TimeFormat::Rfc3339:
      return support::parse_rfc3339(text);
    case TimeFormat::DayFirst:
    case TimeFormat::MonthFirst:
    case TimeFormat::YearFirst:
      return support::parse_date(text, *date_order(format_));
  }
  return std::nullopt;
}

Timestamp TimeReader::place(std::int64_t raw_ns) noexcept {
  if (is_absolute(format_)) {
    if (!start_) {
      const std::int64_t into_day = ((raw_ns % kDayNs) + kDayNs) % kDayNs;
      start_ = Timestamp{start_at_midnight_ ? raw_ns - into_day : raw_ns};
    }
    last_ = Timestamp{raw_ns - start_->ns};
  } else if (format_ == TimeFormat::OffsetSeconds || format_ == TimeFormat::OffsetNanos) {
    last_ = Timestamp{last_.ns + raw_ns};
  } else {
    last_ = Timestamp{raw_ns};
  }
  return last_;
}

Result<Timestamp, std::string> TimeReader::read(std::string_view text) {
  if (format_ == TimeFormat::Auto) {
    format_ = detect_time_format(text);
    // The 2nd of March or the 3rd of February: a guess would be wrong for half of the world.
    const auto day_first = support::parse_date(text, support::DateOrder::DayMonthYear);
    const auto month_first = support::parse_date(text, support::DateOrder::MonthDayYear);
    if (day_first && month_first && *day_first != *month_first) {
      format_ = TimeFormat::Auto;
      return std::string("a date that can be read in two ways; say --time-format day-first or ") +
             "--time-format month-first";
    }
  }
  const auto number = raw(text);
  if (!number) {
    return "expected " + std::string(expectation(format_)) + explanation(format_, text);
  }
  if (!is_absolute(format_) && *number < 0) {
    return std::string("a time may not be negative here; expected ") +
           std::string(expectation(format_));
  }
  return place(*number);
}

void TimeWriter::append(std::string& out, Timestamp time) const {
  const std::int64_t calendar = time.ns + start_.ns;
  switch (format_) {
    case TimeFormat::Auto:
    case TimeFormat::OffsetSeconds:
    case TimeFormat::OffsetNanos:
    case TimeFormat::RelativeSeconds:
      support::append_seconds(out, time.ns);
      return;
    case TimeFormat::RelativeNanos:
      out += std::to_string(time.ns);
      return;
    case TimeFormat::UnixSeconds:
      support::append_seconds(out, calendar);
      return;
    case TimeFormat::UnixMillis:
      out += std::to_string(calendar / 1'000'000);
      return;
    case TimeFormat::UnixMicros:
      out += std::to_string(calendar / 1'000);
      return;
    case TimeFormat::UnixNanos:
      out += std::to_string(calendar);
      return;
    case TimeFormat::Rfc3339:
    case TimeFormat::DayFirst:
    case TimeFormat::MonthFirst:
    case TimeFormat::YearFirst:
      support::append_rfc3339(out, calendar);
      return;
  }
}

}  // namespace fairmon
