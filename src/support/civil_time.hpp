#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fairmon::support {

/// Days since 1970-01-01 of a date of the proleptic Gregorian calendar.
[[nodiscard]] std::int64_t days_from_civil(std::int64_t year, unsigned month,
                                           unsigned day) noexcept;

/// Reads a date, or a date and a time of day, as nanoseconds since 1970-01-01T00:00:00Z:
/// RFC 3339 with any offset, also with a blank for the `T`, without seconds, or without a zone
/// (which then is UTC). Nothing if the text is something else, the date does not exist, or the
/// result does not fit (years 1678 to 2261 do).
[[nodiscard]] std::optional<std::int64_t> parse_rfc3339(std::string_view text) noexcept;

/// In which order the parts of a date stand.
enum class DateOrder : std::uint8_t { DayMonthYear, MonthDayYear, YearMonthDay };

/// Reads dates as people write them (`31/01/2024`, `1.2.2024 09:30`, `2024/01/31`, `31-Jan-2024`),
/// with or without a time of day (also `2:30 PM`), as nanoseconds since 1970-01-01T00:00:00Z.
/// Years have four digits, so that none is guessed. Nothing as for `parse_rfc3339`.
[[nodiscard]] std::optional<std::int64_t> parse_date(std::string_view text,
                                                     DateOrder order) noexcept;

/// Appends `2024-01-31T12:00:00Z`, with nine digits of fraction only where it is not zero.
void append_rfc3339(std::string& out, std::int64_t nanoseconds);

/// Reads seconds, written with or without fraction and exponent, as nanoseconds; what is finer
/// is cut off. Nothing if the text is no number or does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_seconds(std::string_view text) noexcept;

/// Appends seconds with nine digits behind the point.
void append_seconds(std::string& out, std::int64_t nanoseconds);

/// Reads a span of time with its unit (`10s`, `1.5 h`, `2d`; units as in the language); a bare
/// number counts seconds.
[[nodiscard]] std::optional<std::int64_t> parse_duration(std::string_view text) noexcept;

}  // namespace fairmon::support
