#pragma once

#include <fairmon/result.hpp>
#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon {

/// How points in time are written in data and in results.
enum class TimeFormat : std::uint8_t {
  Auto,             ///< input only: found out from the first record
  RelativeSeconds,  ///< since the start of the run, with fraction
  RelativeNanos,
  OffsetSeconds,  ///< input only: since the record before
  OffsetNanos,
  UnixSeconds,  ///< since 1970-01-01T00:00:00Z, with fraction
  UnixMillis,
  UnixMicros,
  UnixNanos,
  Rfc3339,     ///< a date, or a date and a time of day with or without offset
  DayFirst,    ///< input only: 31/01/2024, with or without a time of day
  MonthFirst,  ///< input only: 01/31/2024
  YearFirst,   ///< input only: 2024/01/31
};

/// The format of a name such as `relative`, `absolute-rfc3339` or `unix-ms`, aliases included.
[[nodiscard]] std::optional<TimeFormat> time_format_from_name(std::string_view name);
[[nodiscard]] std::string_view time_format_name(TimeFormat format) noexcept;
/// Every accepted name; those for output leave out offsets and detection.
[[nodiscard]] std::vector<std::string> time_format_names(bool for_output);
/// Calendar time rather than time since the start.
[[nodiscard]] bool is_absolute(TimeFormat format) noexcept;
/// The most likely format of a text; RelativeSeconds if nothing speaks for another. A date that
/// could be read both ways (`02/03/2024`) is DayFirst.
[[nodiscard]] TimeFormat detect_time_format(std::string_view text) noexcept;

/// Turns the times of one source's records, in order, into monitor time.
class TimeReader {
 public:
  /// With absolute formats the first time read is the start of the run, or the midnight before it,
  /// unless a start is given.
  TimeReader(TimeFormat format, std::optional<Timestamp> start, bool start_at_midnight);

  /// The error says what was expected.
  [[nodiscard]] Result<Timestamp, std::string> read(std::string_view text);
  /// The number a text stands for in nanoseconds, before the start is taken into account.
  [[nodiscard]] std::optional<std::int64_t> raw(std::string_view text) const noexcept;
  /// Monitor time of such a number; moves on in offset formats.
  [[nodiscard]] Timestamp place(std::int64_t raw_ns) noexcept;

  [[nodiscard]] TimeFormat format() const noexcept { return format_; }
  [[nodiscard]] std::optional<Timestamp> start_time() const noexcept { return start_; }
  /// In offset formats: where the last record stood.
  [[nodiscard]] Timestamp last() const noexcept { return last_; }
  void set_last(Timestamp last) noexcept { last_ = last; }

 private:
  TimeFormat format_;
  std::optional<Timestamp> start_;
  bool start_at_midnight_;
  Timestamp last_;
};

/// Writes monitor time as text.
class TimeWriter {
 public:
  /// `start` is the calendar time of monitor time 0; needed for absolute formats only.
  explicit TimeWriter(TimeFormat format = TimeFormat::RelativeSeconds, Timestamp start = {})
      : format_(format), start_(start) {}
  void append(std::string& out, Timestamp time) const;

 private:
  TimeFormat format_;
  Timestamp start_;
};

}  // namespace fairmon
