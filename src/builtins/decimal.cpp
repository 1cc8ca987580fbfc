#include "builtins/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace fairmon::builtins {
namespace {

Int128 power_of_ten(int exponent) {
  Int128 result = 1;
  for (int i = 0; i < exponent; ++i) {
    result *= 10;
  }
  return result;
}

Int128 magnitude(Int128 value) { return value < 0 ? -value : value; }

/// Two numbers below add up without overflow.
constexpr Int128 kHalfway = Int128{1} << 126;

/// value / 10^digits, half to even.
Int128 drop_digits(Int128 value, int digits) {
  if (digits > 37) {
    return 0;
  }
  const Int128 unit = power_of_ten(digits);
  const Int128 quotient = value / unit;
  const Int128 twice = 2 * magnitude(value % unit);
  const bool up = twice > unit || (twice == unit && quotient % 2 != 0);
  return up ? quotient + (value < 0 ? -1 : 1) : quotient;
}

/// Whether a Decimal can hold it: 17 digits, and for whole numbers zeros behind them.
bool holds(Int128 mantissa, int scale) {
  if (magnitude(mantissa) >= std::numeric_limits<std::int64_t>::max()) {
    return false;
  }
  while (scale == 0 && magnitude(mantissa) >= kMantissaLimit && mantissa % 10 == 0) {
    mantissa /= 10;
  }
  return magnitude(mantissa) < kMantissaLimit;
}

/// A number as its whole part and what is left, in units of 10^-kMaxScale.
struct Halves {
  Int128 whole;
  Int128 rest;
};
Halves halves(Decimal a) {
  const Int128 unit = power_of_ten(a.scale);
  return {a.mantissa / unit, a.mantissa % unit * power_of_ten(kMaxScale - a.scale)};
}

/// value · 10^digits, or nothing if that is too large to be computed with.
std::optional<Int128> shifted(Int128 value, int digits) {
  for (; digits > 0; --digits) {
    if (__builtin_mul_overflow(value, Int128{10}, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

}  // namespace

std::optional<Decimal> fit(Int128 mantissa, int scale) {
  // From the exact value, so that nothing is rounded twice.
  for (int dropped = std::max(0, scale - kMaxScale); dropped <= scale; ++dropped) {
    const Int128 reduced = drop_digits(mantissa, dropped);
    if (holds(reduced, scale - dropped)) {
      return Decimal{static_cast<std::int64_t>(reduced),
                     static_cast<std::uint8_t>(scale - dropped)};
    }
  }
  return std::nullopt;
}

std::optional<Decimal> add(Decimal a, Decimal b) {
  const int scale = std::max(a.scale, b.scale);
  const auto left = shifted(a.mantissa, scale - a.scale);
  const auto right = shifted(b.mantissa, scale - b.scale);
  if (left && right && magnitude(*left) < kHalfway && magnitude(*right) < kHalfway) {
    return fit(*left + *right, scale);
  }
  // Many digits before and behind the point: the last ones are rounded away in any case.
  constexpr int kKept = 18;
  const Halves x = halves(a);
  const Halves y = halves(b);
  return fit(
      (x.whole + y.whole) * power_of_ten(kKept) + drop_digits(x.rest + y.rest, kMaxScale - kKept),
      kKept);
}

std::optional<Decimal> multiply(Decimal a, Decimal b) {
  return fit(static_cast<Int128>(a.mantissa) * b.mantissa, a.scale + b.scale);
}

std::optional<Decimal> divide(Decimal a, Decimal b) {
  const int common = std::max(a.scale, b.scale);
  const auto left = shifted(magnitude(a.mantissa), common - a.scale);
  // With room for one more digit of what is left over.
  const auto right = shifted(magnitude(b.mantissa), common - b.scale + 1);
  if (!left) {
    return std::nullopt;  // larger than any decimal
  }
  const Int128 divisor = right ? *right / 10 : magnitude(b.mantissa);
  Int128 quotient = *left / divisor;
  Int128 rest = *left % divisor;
  // Too small a quotient to be computed in one go begins behind the point.
  int scale = right ? 0 : common - b.scale;
  // One digit after the other while a Decimal can hold them.
  while (rest != 0 && scale < kMaxScale && quotient * 10 + 9 < kMantissaLimit) {
    const auto next = shifted(rest, 1);
    if (!next) {
      break;
    }
    quotient = quotient * 10 + *next / divisor;
    rest = *next % divisor;
    ++scale;
  }
  const Int128 other = divisor - rest;
  if (rest > other || (rest == other && quotient % 2 != 0)) {
    ++quotient;
  }
  const bool negative = (a.mantissa < 0) != (b.mantissa < 0);
  return fit(negative ? -quotient : quotient, scale);
}

Decimal remainder(Decimal a, Decimal b) {
  const Int128 divisor = magnitude(b.mantissa);
  if (a.scale >= b.scale) {
    // A divisor that is too large to be computed with leaves the number as it is.
    const auto scaled = shifted(divisor, a.scale - b.scale);
    return scaled ? fit(a.mantissa % *scaled, a.scale).value_or(Decimal{}) : a;
  }
  Int128 rest = a.mantissa % divisor;
  for (int i = a.scale; i < b.scale; ++i) {
    rest = rest * 10 % divisor;
  }
  // Smaller than the divisor and at its scale: it always fits.
  return fit(rest, b.scale).value_or(Decimal{});
}

std::optional<Decimal> power(Decimal base, Decimal exponent) {
  const Decimal whole = normalise(exponent);
  constexpr std::int64_t kMostSteps = 1000;
  if (whole.scale == 0 && whole.mantissa >= 0 && whole.mantissa <= kMostSteps) {
    std::optional<Decimal> result = Decimal{1, 0};
    for (std::int64_t i = 0; i < whole.mantissa && result; ++i) {
      result = multiply(*result, base);
    }
    return result;
  }
  return decimal_from(std::pow(base.to_double(), exponent.to_double()));
}

Decimal negate(Decimal a) { return {-a.mantissa, a.scale}; }

int compare(Decimal a, Decimal b) {
  if (a.scale == b.scale) {
    return a.mantissa < b.mantissa ? -1 : (a.mantissa > b.mantissa ? 1 : 0);
  }
  const Halves x = halves(a);
  const Halves y = halves(b);
  const bool less = x.whole != y.whole ? x.whole < y.whole : x.rest < y.rest;
  return less ? -1 : (x.whole == y.whole && x.rest == y.rest ? 0 : 1);
}

Decimal normalise(Decimal a) {
  while (a.scale > 0 && a.mantissa % 10 == 0) {
    a.mantissa /= 10;
    --a.scale;
  }
  return a;
}

std::optional<Decimal> decimal_from(double value) {
  constexpr double kLargest = 9.2e18;
  if (!std::isfinite(value) || std::fabs(value) >= kLargest) {
    return std::nullopt;
  }
  // The shortest digits that read back as the same double are the number the user means.
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, std::fabs(value),
                                 std::chars_format::scientific);
  const std::string_view text(digits, static_cast<std::size_t>(end.ptr - digits));
  const std::size_t mark = text.find('e');
  int exponent = 0;
  const char* first = text.data() + mark + (text[mark + 1] == '+' ? 2 : 1);
  std::from_chars(first, text.data() + text.size(), exponent);
  Int128 mantissa = 0;
  int scale = -exponent;
  for (const char c : text.substr(0, mark)) {
    if (c != '.') {
      mantissa = mantissa * 10 + (c - '0');
    }
  }
  scale += mark > 1 ? static_cast<int>(mark) - 2 : 0;
  if (scale < 0) {
    mantissa *= power_of_ten(-scale);
    scale = 0;
  }
  return fit(value < 0 ? -mantissa : mantissa, scale);
}

std::optional<Decimal> decimal_from(std::int64_t value) { return fit(value, 0); }
std::optional<Decimal> decimal_from(std::uint64_t value) {
  return fit(static_cast<Int128>(value), 0);
}

std::int64_t round_to_integer(Decimal a) {
  return static_cast<std::int64_t>(drop_digits(a.mantissa, a.scale));
}

}  // namespace fairmon::builtins
