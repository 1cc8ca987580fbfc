#include "builtins/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
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

/// Both mantissas at the larger of the two scales.
struct Aligned {
  Int128 a;
  Int128 b;
  int scale;
};
Aligned align(Decimal a, Decimal b) {
  const int scale = std::max(a.scale, b.scale);
  return {a.mantissa * power_of_ten(scale - a.scale), b.mantissa * power_of_ten(scale - b.scale),
          scale};
}

}  // namespace

std::optional<Decimal> fit(Int128 mantissa, int scale) {
  // From the exact value, so that nothing is rounded twice.
  for (int dropped = std::max(0, scale - kMaxScale); dropped <= scale; ++dropped) {
    const Int128 reduced = drop_digits(mantissa, dropped);
    if (magnitude(reduced) < kMantissaLimit) {
      return Decimal{static_cast<std::int64_t>(reduced),
                     static_cast<std::uint8_t>(scale - dropped)};
    }
  }
  return std::nullopt;
}

std::optional<Decimal> add(Decimal a, Decimal b) {
  const Aligned both = align(a, b);
  return fit(both.a + both.b, both.scale);
}

std::optional<Decimal> multiply(Decimal a, Decimal b) {
  return fit(static_cast<Int128>(a.mantissa) * b.mantissa, a.scale + b.scale);
}

std::optional<Decimal> divide(Decimal a, Decimal b) {
  const Aligned both = align(a, b);
  const Int128 divisor = magnitude(both.b);
  Int128 quotient = magnitude(both.a) / divisor;
  Int128 rest = magnitude(both.a) % divisor;
  int scale = 0;
  // One digit after the other while a Decimal can hold them.
  while (rest != 0 && scale < kMaxScale && quotient * 10 + 9 < kMantissaLimit) {
    quotient = quotient * 10 + rest * 10 / divisor;
    rest = rest * 10 % divisor;
    ++scale;
  }
  if (2 * rest > divisor || (2 * rest == divisor && quotient % 2 != 0)) {
    ++quotient;
  }
  const bool negative = (a.mantissa < 0) != (b.mantissa < 0);
  return fit(negative ? -quotient : quotient, scale);
}

Decimal remainder(Decimal a, Decimal b) {
  const Aligned both = align(a, b);
  // Not larger than either operand, at the scale of one of them: it always fits once normalised.
  return fit(both.a % both.b, both.scale).value_or(Decimal{});
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
  const Aligned both = align(a, b);
  return both.a < both.b ? -1 : (both.a > both.b ? 1 : 0);
}

Decimal normalise(Decimal a) {
  while (a.scale > 0 && a.mantissa % 10 == 0) {
    a.mantissa /= 10;
    --a.scale;
  }
  return a;
}

std::optional<Decimal> decimal_from(double value) {
  if (!std::isfinite(value) || std::fabs(value) >= static_cast<double>(kMantissaLimit)) {
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
