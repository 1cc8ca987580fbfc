#pragma once

#include <fairmon/time.hpp>

#include <optional>
#include <string>
#include <string_view>

/// Calendar times as text. Always UTC, never the locale's.
namespace fairmon::value {

/// `2013-01-01T08:00:00Z`, with nine digits of fraction only if it is not zero.
void append_rfc3339(std::string& out, Timestamp calendar_time);

/// Seconds with as many digits as needed and the unit: `1.5s`, `-86400s`.
void append_duration(std::string& out, Duration duration);

/// RFC 3339 with any offset; also a blank instead of `T`, a missing zone (UTC) and a bare date
/// (midnight UTC). Nothing for anything else, or for a time beyond the years 1678 … 2262.
[[nodiscard]] std::optional<Timestamp> parse_rfc3339(std::string_view text);

/// Why a text is no such time, for messages: "there is no such day", …
[[nodiscard]] std::string rfc3339_problem(std::string_view text);

/// Days since 1970-01-01 of a date of the Gregorian calendar; nothing if there is no such day.
[[nodiscard]] std::optional<std::int64_t> days_from_date(std::int64_t year, unsigned month,
                                                         unsigned day);

}  // namespace fairmon::value
