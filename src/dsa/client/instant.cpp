#include "dsa/client/instant.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace fairmon::dsa {

namespace {

bool read_number(std::string_view text, std::size_t begin, std::size_t count,
                 int& number) noexcept {
  number = 0;
  for (std::size_t i = begin; i < begin + count; ++i) {
    const int digit = text[i] - '0';
    if (digit < 0 || digit > 9) {
      return false;
    }
    number = number * 10 + digit;
  }
  return true;
}

std::chrono::year_month_day date_of(Timestamp time) {
  return std::chrono::year_month_day{std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(time.ns)))};
}

// What may follow the seconds: a fraction of zeros or digits, then Z or nothing.
bool read_fraction(std::string_view rest, std::int64_t& ns) noexcept {
  ns = 0;
  if (!rest.empty() && rest.front() == '.') {
    std::int64_t weight = kNanosPerSecond / 10;
    std::size_t i = 1;
    for (; i < rest.size() && rest[i] >= '0' && rest[i] <= '9'; ++i) {
      ns += (rest[i] - '0') * weight;
      weight /= 10;
    }
    rest.remove_prefix(i);
  }
  return rest.empty() || rest == "Z";
}

}  // namespace

std::string day_text(Timestamp calendar_time) {
  const auto date = date_of(calendar_time);
  std::array<char, 16> buffer;
  const int size = std::snprintf(
      buffer.data(), buffer.size(), "%04d-%02u-%02u", static_cast<int>(date.year()) % 10000,
      static_cast<unsigned>(date.month()) % 100, static_cast<unsigned>(date.day()) % 100);
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::string instant_text(Timestamp calendar_time) {
  const std::int64_t day_ns = kSecondsPerDay * kNanosPerSecond;
  const std::int64_t in_day = ((calendar_time.ns % day_ns) + day_ns) % day_ns;
  const auto seconds = static_cast<int>(in_day / kNanosPerSecond);
  std::array<char, 32> buffer;
  const int size =
      std::snprintf(buffer.data(), buffer.size(), "T%02d:%02d:%02d.%03dZ", seconds / 3600,
                    seconds / 60 % 60, seconds % 60, static_cast<int>(in_day / 1'000'000 % 1000));
  return day_text(calendar_time) + std::string(buffer.data(), static_cast<std::size_t>(size));
}

std::optional<Timestamp> parse_instant(std::string_view text) noexcept {
  int year = 0;
  int month = 0;
  int day = 0;
  if (text.size() < 10 || text[4] != '-' || text[7] != '-' || !read_number(text, 0, 4, year) ||
      !read_number(text, 5, 2, month) || !read_number(text, 8, 2, day)) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || year < 1970 || year > 2261) {
    return std::nullopt;
  }
  std::int64_t seconds = std::chrono::sys_days(date).time_since_epoch().count() * kSecondsPerDay;
  std::int64_t ns = 0;
  if (text.size() > 10) {
    int hour = 0;
    int minute = 0;
    int second = 0;
    if (text.size() < 19 || (text[10] != 'T' && text[10] != ' ') || text[13] != ':' ||
        text[16] != ':' || !read_number(text, 11, 2, hour) || !read_number(text, 14, 2, minute) ||
        !read_number(text, 17, 2, second) || hour > 23 || minute > 59 || second > 60 ||
        !read_fraction(text.substr(19), ns)) {
      return std::nullopt;
    }
    seconds += hour * 3600 + minute * 60 + second;
  }
  return Timestamp{seconds * kNanosPerSecond + ns};
}

}  // namespace fairmon::dsa
