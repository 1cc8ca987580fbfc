#include "value/calendar.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace fairmon::value {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDaySeconds = 86'400;

/// Reads digits and marks from the front of a text; stays failed once something did not fit.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  std::int64_t digits(std::size_t count) {
    std::int64_t number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const char c = take();
      ok_ = ok_ && c >= '0' && c <= '9';
      number = number * 10 + (c - '0');
    }
    return ok_ ? number : 0;
  }
  void expect(char wanted) { ok_ = take() == wanted && ok_; }
  char take() {
    if (rest_.empty()) {
      ok_ = false;
      return '\0';
    }
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

// Digits beyond the ninth are dropped: a nanosecond is the smallest step.
std::int64_t read_fraction(Cursor& cursor) {
  std::int64_t ns = 0;
  std::int64_t weight = kSecond / 10;
  do {
    ns += cursor.digits(1) * weight;
    weight /= 10;
  } while (cursor.peek() >= '0' && cursor.peek() <= '9');
  return ns;
}

std::int64_t read_offset_seconds(Cursor& cursor) {
  const char mark = cursor.take();
  if (mark == 'Z' || mark == 'z') {
    return 0;
  }
  if (mark != '+' && mark != '-') {
    cursor.expect('Z');
    return 0;
  }
  const std::int64_t hours = cursor.digits(2);
  if (cursor.peek() == ':') {
    cursor.expect(':');
  }
  const std::int64_t seconds = hours * 3600 + cursor.digits(2) * 60;
  return mark == '-' ? -seconds : seconds;
}

constexpr std::int64_t kFirstYear = 1678;
constexpr std::int64_t kLastYear = 2261;

/// Seconds and nanoseconds since midnight UTC of the date before the text.
struct TimeOfDay {
  std::int64_t seconds = 0;
  std::int64_t ns = 0;
};

std::optional<TimeOfDay> read_time_of_day(Cursor& cursor) {
  const char separator = cursor.take();
  if (separator != 'T' && separator != 't' && separator != ' ') {
    return std::nullopt;
  }
  const std::int64_t hour = cursor.digits(2);
  cursor.expect(':');
  const std::int64_t minute = cursor.digits(2);
  cursor.expect(':');
  const std::int64_t second = cursor.digits(2);
  if (!cursor.ok() || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  TimeOfDay result{hour * 3600 + minute * 60 + second, 0};
  if (cursor.peek() == '.') {
    cursor.take();
    result.ns = read_fraction(cursor);
  }
  if (!cursor.done()) {
    result.seconds -= read_offset_seconds(cursor);
  }
  if (!cursor.ok() || !cursor.done()) {
    return std::nullopt;
  }
  return result;
}

}  // namespace

std::optional<std::int64_t> days_from_date(std::int64_t year, unsigned month, unsigned day) {
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok()) {
    return std::nullopt;
  }
  return std::chrono::sys_days(date).time_since_epoch().count();
}

std::optional<Timestamp> parse_rfc3339(std::string_view text) {
  Cursor cursor(text);
  const std::int64_t year = cursor.digits(4);
  cursor.expect('-');
  const std::int64_t month = cursor.digits(2);
  cursor.expect('-');
  const std::int64_t day = cursor.digits(2);
  // Nanoseconds in 64 bits reach from 1677 to 2262.
  if (!cursor.ok() || year < kFirstYear || year > kLastYear) {
    return std::nullopt;
  }
  const auto days = days_from_date(year, static_cast<unsigned>(month), static_cast<unsigned>(day));
  if (!days) {
    return std::nullopt;
  }
  TimeOfDay time;
  if (!cursor.done()) {
    const auto read = read_time_of_day(cursor);
    if (!read) {
      return std::nullopt;
    }
    time = *read;
  }
  return Timestamp{(*days * kDaySeconds + time.seconds) * kSecond + time.ns};
}

std::string rfc3339_problem(std::string_view text) {
  const bool number = !text.empty() &&
                      text.find_first_not_of("0123456789.-+") == std::string_view::npos &&
                      text.find('-', 1) == std::string_view::npos;
  if (number) {
    constexpr std::size_t kDigitsOfSeconds = 11;
    const std::size_t digits = std::min(text.find('.'), text.size());
    return digits > kDigitsOfSeconds
               ? "this looks like milliseconds or finer since 1970, not like a date"
               : "this is a number, not a date such as 2024-05-31";
  }
  Cursor cursor(text);
  const std::int64_t year = cursor.digits(4);
  cursor.expect('-');
  const std::int64_t month = cursor.digits(2);
  cursor.expect('-');
  const std::int64_t day = cursor.digits(2);
  if (!cursor.ok()) {
    return "dates are written 2024-05-31, perhaps with T08:00:00Z behind them";
  }
  if (!days_from_date(year, static_cast<unsigned>(month), static_cast<unsigned>(day))) {
    return "there is no such day";
  }
  return year < kFirstYear || year > kLastYear
             ? "times lie between 1678 and 2261, as far as nanoseconds reach"
             : "the time of day is written 08:00:00, perhaps with Z or +02:00 behind it";
}

void append_rfc3339(std::string& out, Timestamp calendar_time) {
  const auto floor_div = [](std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); };
  const std::int64_t seconds = floor_div(calendar_time.ns, kSecond);
  const std::int64_t ns = calendar_time.ns - seconds * kSecond;
  const std::int64_t days = floor_div(seconds, kDaySeconds);
  const std::int64_t rest = seconds - days * kDaySeconds;
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days(static_cast<int>(days))}};
  std::array<char, 64> buffer;
  int size = std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
                           static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                           static_cast<unsigned>(date.day()), static_cast<int>(rest / 3600),
                           static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
  out.append(buffer.data(), static_cast<std::size_t>(size));
  if (ns != 0) {
    size = std::snprintf(buffer.data(), buffer.size(), ".%09d", static_cast<int>(ns));
    out.append(buffer.data(), static_cast<std::size_t>(size));
  }
  out += 'Z';
}

void append_duration(std::string& out, Duration duration) {
  std::uint64_t magnitude = static_cast<std::uint64_t>(duration.ns);
  if (duration.ns < 0) {
    out += '-';
    magnitude = 0 - magnitude;
  }
  out += std::to_string(magnitude / static_cast<std::uint64_t>(kSecond));
  std::string fraction = std::to_string(magnitude % static_cast<std::uint64_t>(kSecond));
  if (fraction != "0") {
    fraction.insert(0, 9 - fraction.size(), '0');
    fraction.erase(fraction.find_last_not_of('0') + 1);
    out += '.' + fraction;
  }
  out += 's';
}

}  // namespace fairmon::value
