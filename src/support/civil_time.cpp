#include "support/civil_time.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace fairmon::support {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::int64_t kSecondsPerDay = 86'400;
__extension__ using Wide = __int128;

/// Reads a text from left to right; every step fails softly.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  bool take(char wanted) {
    if (peek() != wanted || done()) {
      return false;
    }
    ++at_;
    return true;
  }
  [[nodiscard]] bool at_digit() const { return peek() >= '0' && peek() <= '9'; }

  /// Exactly `count` digits.
  std::optional<unsigned> digits(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (!at_digit()) {
        return std::nullopt;
      }
      value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
    }
    return value;
  }

  /// One to `most` digits.
  std::optional<unsigned> some_digits(unsigned most) {
    if (!at_digit()) {
      return std::nullopt;
    }
    unsigned value = 0;
    for (unsigned i = 0; i < most && at_digit(); ++i) {
      value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
    }
    return at_digit() ? std::nullopt : std::optional(value);
  }

  /// The first three letters of a word, in lower case; the rest of the word is passed over.
  std::string word() {
    std::string letters;
    for (; !done(); ++at_) {
      const char c = static_cast<char>(text_[at_] | 0x20);
      if (c < 'a' || c > 'z') {
        break;
      }
      if (letters.size() < 3) {
        letters += c;
      }
    }
    return letters;
  }

  /// Digits of a fraction as nanoseconds; finer digits are cut off.
  std::optional<std::int64_t> fraction() {
    if (!at_digit()) {
      return std::nullopt;
    }
    std::int64_t value = 0;
    std::int64_t weight = kNsPerSecond / 10;
    for (; at_digit(); ++at_) {
      value += weight * (text_[at_] - '0');
      weight /= 10;
    }
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_leap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

unsigned days_in_month(std::int64_t year, unsigned month) {
  static constexpr std::array<unsigned, 12> kDays = {31, 28, 31, 30, 31, 30,
                                                     31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

std::optional<std::int64_t> read_date(Cursor& cursor) {
  const auto year = cursor.digits(4);
  if (!year || !cursor.take('-')) {
    return std::nullopt;
  }
  const auto month = cursor.digits(2);
  if (!month || *month < 1 || *month > 12 || !cursor.take('-')) {
    return std::nullopt;
  }
  const auto day = cursor.digits(2);
  if (!day || *day < 1 || *day > days_in_month(*year, *month)) {
    return std::nullopt;
  }
  return days_from_civil(*year, *month, *day);
}

/// A month by number or by its English name.
std::optional<unsigned> read_month(Cursor& cursor) {
  if (cursor.at_digit()) {
    return cursor.some_digits(2);
  }
  static constexpr std::array<std::string_view, 12> kMonths = {
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
  const std::string name = cursor.word();
  for (unsigned i = 0; i < kMonths.size(); ++i) {
    if (kMonths[i] == name) {
      return i + 1;
    }
  }
  return std::nullopt;
}

/// What stands between the parts of a date; the same both times, or nothing is read.
char take_separator(Cursor& cursor) {
  for (const char separator : {'/', '.', '-', ' '}) {
    if (cursor.take(separator)) {
      return separator;
    }
  }
  return '\0';
}

std::optional<std::int64_t> read_ordered_date(Cursor& cursor, DateOrder order) {
  std::optional<unsigned> year;
  std::optional<unsigned> month;
  std::optional<unsigned> day;
  char separator = '\0';
  for (int part = 0; part < 3; ++part) {
    if (part == 1) {
      separator = take_separator(cursor);
    }
    if (part > 0 && (separator == '\0' || (part == 2 && !cursor.take(separator)))) {
      return std::nullopt;
    }
    const bool is_year = order == DateOrder::YearMonthDay ? part == 0 : part == 2;
    const bool is_month = part == (order == DateOrder::MonthDayYear ? 0 : 1);
    if (is_year) {
      year = cursor.digits(4);
    } else if (is_month) {
      month = read_month(cursor);
    } else {
      day = cursor.some_digits(2);
      // `Jan 31, 2024`
      if (order == DateOrder::MonthDayYear) {
        cursor.take(',');
      }
    }
  }
  if (!year || !month || *month < 1 || *month > 12 || !day || *day < 1 ||
      *day > days_in_month(*year, *month)) {
    return std::nullopt;
  }
  return days_from_civil(*year, *month, *day);
}

struct TimeOfDay {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

std::optional<TimeOfDay> read_time_of_day(Cursor& cursor) {
  const auto hour = cursor.digits(2);
  if (!hour || *hour > 24 || !cursor.take(':')) {
    return std::nullopt;
  }
  const auto minute = cursor.digits(2);
  if (!minute || *minute > 59) {
    return std::nullopt;
  }
  TimeOfDay time{static_cast<std::int64_t>(*hour) * 3600 + *minute * 60, 0};
  if (cursor.take(':')) {
    // 60 is a leap second; it is the same instant as the second after it.
    const auto second = cursor.digits(2);
    if (!second || *second > 60) {
      return std::nullopt;
    }
    time.seconds += *second;
    if (cursor.take('.') || cursor.take(',')) {
      const auto fraction = cursor.fraction();
      if (!fraction) {
        return std::nullopt;
      }
      time.nanoseconds = *fraction;
    }
  }
  if (*hour == 24 && (time.seconds != kSecondsPerDay || time.nanoseconds != 0)) {
    return std::nullopt;
  }
  return time;
}

/// As `read_time_of_day`, but the hour may have one digit and `AM` or `PM` may follow.
std::optional<TimeOfDay> read_clock(Cursor& cursor) {
  const auto hour = cursor.some_digits(2);
  if (!hour || *hour > 23 || !cursor.take(':')) {
    return std::nullopt;
  }
  const auto minute = cursor.digits(2);
  if (!minute || *minute > 59) {
    return std::nullopt;
  }
  unsigned second = 0;
  TimeOfDay time;
  if (cursor.take(':')) {
    const auto read = cursor.digits(2);
    if (!read || *read > 60) {
      return std::nullopt;
    }
    second = *read;
    if (cursor.take('.')) {
      const auto fraction = cursor.fraction();
      if (!fraction) {
        return std::nullopt;
      }
      time.nanoseconds = *fraction;
    }
  }
  cursor.take(' ');
  const std::string half = cursor.word();
  if (!half.empty() && ((half != "am" && half != "pm") || *hour < 1 || *hour > 12)) {
    return std::nullopt;
  }
  const unsigned shown = half.empty() ? *hour : *hour % 12 + (half == "pm" ? 12U : 0U);
  time.seconds = static_cast<std::int64_t>(shown) * 3600 + *minute * 60 + second;
  return time;
}

/// Seconds east of Greenwich; 0 if no zone is written.
std::optional<std::int64_t> read_zone(Cursor& cursor) {
  if (cursor.done() || cursor.take('Z') || cursor.take('z')) {
    return 0;
  }
  const bool west = cursor.peek() == '-';
  if (!cursor.take('+') && !cursor.take('-')) {
    return std::nullopt;
  }
  const auto hours = cursor.digits(2);
  if (!hours || *hours > 23) {
    return std::nullopt;
  }
  unsigned minutes = 0;
  if (!cursor.done()) {
    cursor.take(':');
    const auto read = cursor.digits(2);
    if (!read || *read > 59) {
      return std::nullopt;
    }
    minutes = *read;
  }
  const std::int64_t offset = static_cast<std::int64_t>(*hours) * 3600 + minutes * 60;
  return west ? -offset : offset;
}

/// value · 10^power, cut toward zero, if it fits.
std::optional<std::int64_t> scaled(std::uint64_t value, int power, bool negative) {
  while (power > 0 && value != 0) {
    if (value > std::numeric_limits<std::uint64_t>::max() / 10) {
      return std::nullopt;
    }
    value *= 10;
    --power;
  }
  for (; power < 0 && value != 0; ++power) {
    value /= 10;
  }
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  const auto result = static_cast<std::int64_t>(value);
  return negative ? -result : result;
}

void append_padded(std::string& out, std::uint64_t value, int width) {
  std::array<char, 20> digits{};
  for (int i = width - 1; i >= 0; --i) {
    digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
  out.append(digits.data(), static_cast<std::size_t>(width));
}

struct CivilDate {
  std::int64_t year;
  unsigned month;
  unsigned day;
};

CivilDate civil_from_days(std::int64_t days) {
  // Years are counted from 1 March, so that the leap day comes last.
  const std::int64_t shifted = days + 719'468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const std::int64_t day_of_era = shifted - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const auto day = static_cast<unsigned>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  const auto month =
      static_cast<unsigned>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

}  // namespace

std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day) noexcept {
  const std::int64_t shifted = year - (month <= 2 ? 1 : 0);
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 399) / 400;
  const std::int64_t year_of_era = shifted - era * 400;
  const std::int64_t month_from_march = month > 2 ? month - 3 : month + 9;
  const std::int64_t day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719'468;
}

std::optional<std::int64_t> parse_rfc3339(std::string_view text) noexcept {
  Cursor cursor(text);
  const auto days = read_date(cursor);
  if (!days) {
    return std::nullopt;
  }
  TimeOfDay time;
  std::int64_t zone = 0;
  if (cursor.take('T') || cursor.take('t') || cursor.take(' ')) {
    const auto read = read_time_of_day(cursor);
    if (!read) {
      return std::nullopt;
    }
    time = *read;
    cursor.take(' ');
    const auto offset = read_zone(cursor);
    if (!offset) {
      return std::nullopt;
    }
    zone = *offset;
  }
  if (!cursor.done() || *days < -106'750 || *days > 106'750) {
    return std::nullopt;
  }
  return (*days * kSecondsPerDay + time.seconds - zone) * kNsPerSecond + time.nanoseconds;
}

std::optional<std::int64_t> parse_date(std::string_view text, DateOrder order) noexcept {
  Cursor cursor(text);
  const auto days = read_ordered_date(cursor, order);
  TimeOfDay time;
  if (days && !cursor.done()) {
    cursor.take(',');
    const auto read =
        cursor.take(' ') || cursor.take('T') ? read_clock(cursor) : std::optional<TimeOfDay>();
    if (!read) {
      return std::nullopt;
    }
    time = *read;
  }
  if (!days || !cursor.done() || *days < -106'750 || *days > 106'750) {
    return std::nullopt;
  }
  return (*days * kSecondsPerDay + time.seconds) * kNsPerSecond + time.nanoseconds;
}

void append_rfc3339(std::string& out, std::int64_t nanoseconds) {
  std::int64_t seconds = nanoseconds / kNsPerSecond;
  std::int64_t fraction = nanoseconds % kNsPerSecond;
  if (fraction < 0) {
    fraction += kNsPerSecond;
    --seconds;
  }
  std::int64_t days = seconds / kSecondsPerDay;
  std::int64_t rest = seconds % kSecondsPerDay;
  if (rest < 0) {
    rest += kSecondsPerDay;
    --days;
  }
  const CivilDate date = civil_from_days(days);
  append_padded(out, static_cast<std::uint64_t>(date.year), 4);
  out += '-';
  append_padded(out, date.month, 2);
  out += '-';
  append_padded(out, date.day, 2);
  out += 'T';
  append_padded(out, static_cast<std::uint64_t>(rest / 3600), 2);
  out += ':';
  append_padded(out, static_cast<std::uint64_t>(rest / 60 % 60), 2);
  out += ':';
  append_padded(out, static_cast<std::uint64_t>(rest % 60), 2);
  if (fraction != 0) {
    out += '.';
    append_padded(out, static_cast<std::uint64_t>(fraction), 9);
  }
  out += 'Z';
}

std::optional<std::int64_t> parse_seconds(std::string_view text) noexcept {
  bool negative = false;
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    at = 1;
  }
  std::uint64_t mantissa = 0;
  int power = 9;
  bool any = false;
  bool behind_point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    if (c < '0' || c > '9') {
      break;
    }
    any = true;
    // Nineteen digits always fit; later ones only move the point.
    if (mantissa < 1'000'000'000'000'000'000ULL) {
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(c - '0');
      power -= behind_point ? 1 : 0;
    } else {
      power += behind_point ? 0 : 1;
    }
  }
  if (!any) {
    return std::nullopt;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t sign = at + 1 < text.size() && text[at + 1] == '+' ? 2 : 1;
    int exponent = 0;
    const char* last = text.data() + text.size();
    const auto [end, code] = std::from_chars(text.data() + at + sign, last, exponent);
    if (code != std::errc{} || exponent > 1000 || exponent < -1000) {
      return std::nullopt;
    }
    power += exponent;
    at = static_cast<std::size_t>(end - text.data());
  }
  return at == text.size() ? scaled(mantissa, power, negative) : std::nullopt;
}

void append_seconds(std::string& out, std::int64_t nanoseconds) {
  auto magnitude = static_cast<std::uint64_t>(nanoseconds);
  if (nanoseconds < 0) {
    out += '-';
    magnitude = 0 - magnitude;
  }
  std::array<char, 20> digits{};
  const auto [end, code] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                         magnitude / static_cast<std::uint64_t>(kNsPerSecond));
  static_cast<void>(code);
  out.append(digits.data(), end);
  out += '.';
  append_padded(out, magnitude % static_cast<std::uint64_t>(kNsPerSecond), 9);
}

std::optional<std::int64_t> parse_duration(std::string_view text) noexcept {
  struct Unit {
    std::string_view name;
    std::int64_t ns;
  };
  static constexpr std::array<Unit, 10> kUnits = {{{"ns", 1},
                                                   {"us", 1'000},
                                                   {"ms", 1'000'000},
                                                   {"s", kNsPerSecond},
                                                   {"min", 60 * kNsPerSecond},
                                                   {"h", 3600 * kNsPerSecond},
                                                   {"d", kSecondsPerDay * kNsPerSecond},
                                                   {"w", 7 * kSecondsPerDay * kNsPerSecond},
                                                   {"a", 365 * kSecondsPerDay * kNsPerSecond},
                                                   {"y", 365 * kSecondsPerDay * kNsPerSecond}}};
  const std::size_t number_end = text.find_last_of("0123456789.");
  if (number_end == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view unit = text.substr(number_end + 1);
  unit.remove_prefix(unit.starts_with(' ') ? 1 : 0);
  // Read as seconds, i.e. scaled by 10^9, and brought to the unit in wider arithmetic.
  const auto number = parse_seconds(text.substr(0, number_end + 1));
  if (!number) {
    return std::nullopt;
  }
  for (const Unit& known : kUnits) {
    if (known.name == unit || (unit.empty() && known.name == "s")) {
      const Wide wide = static_cast<Wide>(*number) * known.ns / kNsPerSecond;
      if (wide > std::numeric_limits<std::int64_t>::max() ||
          wide < std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
      }
      return static_cast<std::int64_t>(wide);
    }
  }
  return std::nullopt;
}

}  // namespace fairmon::support
