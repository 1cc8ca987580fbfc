#include "sema/structure/quantities.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <string>

namespace fairmon::sema::structure {
namespace {

__extension__ using Wide = __int128;
constexpr Wide kLargest = std::numeric_limits<std::int64_t>::max();

Wide gcd(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

std::optional<Rational> reduced(Wide numerator, Wide denominator) {
  const Wide divisor = gcd(numerator, denominator);
  if (divisor > 1) {
    numerator /= divisor;
    denominator /= divisor;
  }
  if (numerator > kLargest || -numerator > kLargest || denominator > kLargest) {
    return std::nullopt;
  }
  return Rational{static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

bool is_hexadecimal(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    text.remove_prefix(1);
  }
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/// Nanoseconds of one unit of a duration, or of the period of one unit of a frequency.
struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
  std::int64_t denominator;
  bool frequency;
};
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::array kUnits = {
    Unit{"ns", 1, 1, false},
    Unit{"us", 1'000, 1, false},
    Unit{"\u03bcs", 1'000, 1, false},
    Unit{"\u00b5s", 1'000, 1, false},
    Unit{"ms", 1'000'000, 1, false},
    Unit{"s", kSecond, 1, false},
    Unit{"min", 60 * kSecond, 1, false},
    Unit{"h", 3'600 * kSecond, 1, false},
    Unit{"d", 86'400 * kSecond, 1, false},
    Unit{"w", 604'800 * kSecond, 1, false},
    Unit{"a", 31'536'000 * kSecond, 1, false},
    Unit{"y", 31'536'000 * kSecond, 1, false},
    Unit{"uHz", 1'000'000 * kSecond, 1, true},
    Unit{"\u03bcHz", 1'000'000 * kSecond, 1, true},
    Unit{"\u00b5Hz", 1'000'000 * kSecond, 1, true},
    Unit{"mHz", 1'000 * kSecond, 1, true},
    Unit{"Hz", kSecond, 1, true},
    Unit{"kHz", 1'000'000, 1, true},
    Unit{"MHz", 1'000, 1, true},
    Unit{"GHz", 1, 1, true},
};

}  // namespace

bool is_integer_text(std::string_view text) {
  return is_hexadecimal(text) || text.find_first_of(".eE") == std::string_view::npos;
}

std::optional<std::int64_t> integer_value(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  std::string_view digits = text;
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) {
    digits.remove_prefix(1);
  }
  const bool hexadecimal = is_hexadecimal(digits);
  std::uint64_t magnitude = 0;
  const char* begin = digits.data() + (hexadecimal ? 2 : 0);
  const char* end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(begin, end, magnitude, hexadecimal ? 16 : 10);
  if (failure != std::errc() || stop != end) {
    return std::nullopt;
  }
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (magnitude > largest + (negative ? 1 : 0)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

bool fits_decimal(std::string_view text) {
  const std::size_t mark =
      is_hexadecimal(text) ? text.size() : std::min(text.find_first_of("eE"), text.size());
  int digits = 0;
  int scale = 0;
  bool fraction = false;
  for (const char c : text.substr(0, mark)) {
    fraction = fraction || c == '.';
    if (c >= '0' && c <= '9') {
      digits += digits > 0 || c != '0' ? 1 : 0;
      scale += fraction ? 1 : 0;
    }
  }
  int exponent = 0;
  if (mark < text.size()) {
    const std::string_view written = text.substr(mark + (text.substr(mark + 1, 1) == "+" ? 2 : 1));
    if (std::from_chars(written.data(), written.data() + written.size(), exponent).ec !=
        std::errc()) {
      return false;
    }
  }
  scale -= exponent;
  constexpr int kMostDigits = 17;
  constexpr int kMostScale = 28;
  return digits + std::max(0, -scale) <= kMostDigits && scale <= kMostScale;
}

double real_value(std::string_view text) {
  if (is_integer_text(text)) {
    if (const auto value = integer_value(text)) {
      return static_cast<double>(*value);
    }
  }
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
  }
  double value = 0;
  fast_float::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<Rational> exact_value(std::string_view text) {
  if (is_integer_text(text)) {
    const auto value = integer_value(text);
    return value ? std::optional<Rational>({*value, 1}) : std::nullopt;
  }
  const bool negative = text.front() == '-';
  Wide mantissa = 0;
  int scale = 0;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      fraction = true;
    } else if (text[i] >= '0' && text[i] <= '9') {
      mantissa = mantissa * 10 + (text[i] - '0');
      scale += fraction ? 1 : 0;
      if (mantissa > kLargest * 10) {
        return std::nullopt;
      }
    }
  }
  int exponent = 0;
  if (i < text.size()) {
    std::string_view digits = text.substr(i + 1);
    if (!digits.empty() && digits.front() == '+') {
      digits.remove_prefix(1);
    }
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  Wide numerator = negative ? -mantissa : mantissa;
  Wide denominator = 1;
  for (int power = exponent - scale; power != 0; power += power < 0 ? 1 : -1) {
    (power < 0 ? denominator : numerator) *= 10;
    if (denominator > kLargest * kLargest / 10 || numerator > kLargest * kLargest / 10) {
      return std::nullopt;
    }
  }
  return reduced(numerator, denominator);
}

PeriodReading period_of(const syntax::Expr& number) {
  if (number.unit.empty()) {
    return {{}, PeriodProblem::NoUnit};
  }
  const Unit* unit = nullptr;
  for (const Unit& candidate : kUnits) {
    if (candidate.name == number.unit) {
      unit = &candidate;
    }
  }
  if (unit == nullptr) {
    return {{}, PeriodProblem::UnknownUnit};
  }
  const auto value = exact_value(number.text);
  if (!value) {
    return {{}, PeriodProblem::TooLarge};
  }
  if (value->numerator <= 0) {
    return {{}, PeriodProblem::NotPositive};
  }
  const Wide scale = unit->nanoseconds;
  const auto result = unit->frequency ? reduced(scale * value->denominator, Wide{value->numerator})
                                      : reduced(scale * value->numerator, Wide{value->denominator});
  if (!result) {
    return {{}, PeriodProblem::TooLarge};
  }
  return {{result->numerator, result->denominator}, PeriodProblem::None};
}

std::string period_text(const ir::Period& period) {
  if (period.denominator == 1) {
    static constexpr std::array kNames = {"w", "d", "h", "min", "s", "ms", "us", "ns"};
    for (const char* name : kNames) {
      for (const Unit& unit : kUnits) {
        if (unit.name == name && period.numerator % unit.nanoseconds == 0) {
          return fmt::format("{}{}", period.numerator / unit.nanoseconds, name);
        }
      }
    }
  }
  const auto frequency = reduced(Wide{kSecond} * period.denominator, Wide{period.numerator});
  if (frequency && frequency->denominator == 1) {
    return fmt::format("{}Hz", frequency->numerator);
  }
  return fmt::format(
      "{}s", static_cast<double>(period.numerator) / static_cast<double>(period.denominator) / 1e9);
}

std::optional<ir::Period> common_period(const ir::Period& a, const ir::Period& b) {
  const Wide numerator = Wide{a.numerator} / gcd(a.numerator, b.numerator) * b.numerator;
  const auto result = reduced(numerator, gcd(a.denominator, b.denominator));
  if (!result) {
    return std::nullopt;
  }
  return ir::Period{result->numerator, result->denominator};
}

bool is_multiple(const ir::Period& slow, const ir::Period& fast) {
  const Wide dividend = Wide{slow.numerator} * fast.denominator;
  const Wide divisor = Wide{slow.denominator} * fast.numerator;
  return divisor != 0 && dividend % divisor == 0;
}

}  // namespace fairmon::sema::structure
