#pragma once

#include <fairmon/time.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Dates of the Transparency Database: a fixed layout, always UTC.
namespace fairmon::dsa {

/// `2025-11-26T00:00:00.000Z`, what the server takes in ranges.
[[nodiscard]] std::string instant_text(Timestamp calendar_time);
/// `2025-11-26`
[[nodiscard]] std::string day_text(Timestamp calendar_time);
/// `2025-11-26T10:11:12.000000Z` of the API, `2025-11-26 10:11:12` of the dumps, or a bare day.
[[nodiscard]] std::optional<Timestamp> parse_instant(std::string_view text) noexcept;

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
constexpr std::int64_t kSecondsPerDay = 86'400;

}  // namespace fairmon::dsa
