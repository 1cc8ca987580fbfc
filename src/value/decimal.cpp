#include <fairmon/value.hpp>

#include <cmath>

namespace fairmon {

namespace {
constexpr unsigned kScaleBits = 6;
constexpr unsigned kMantissaBits = 64 - kScaleBits;
}  // namespace

// The scale sits in the lowest bits, the signed mantissa above it. A whole number that is too large
// for these gives away its zeros, and its scale counts them below 0.
Cell Decimal::pack() const noexcept {
  std::int64_t digits = mantissa;
  std::int64_t place = scale;
  constexpr std::int64_t kLimit = std::int64_t{1} << (kMantissaBits - 1);
  while ((digits >= kLimit || digits < -kLimit) && digits % 10 == 0) {
    digits /= 10;
    --place;
  }
  return (std::bit_cast<Cell>(digits) << kScaleBits) |
         (std::bit_cast<Cell>(place) & ((1U << kScaleBits) - 1));
}

Decimal Decimal::unpack(Cell cell) noexcept {
  std::int64_t digits = std::bit_cast<std::int64_t>(cell) >> kScaleBits;
  std::int64_t place = std::bit_cast<std::int64_t>(cell << kMantissaBits) >> kMantissaBits;
  for (; place < 0; ++place) {
    digits *= 10;
  }
  return {digits, static_cast<std::uint8_t>(place)};
}

double Decimal::to_double() const noexcept {
  return static_cast<double>(mantissa) / std::pow(10.0, scale);
}

std::string Decimal::to_string() const {
  const bool negative = mantissa < 0;
  std::string digits = std::to_string(negative ? -mantissa : mantissa);
  if (scale > 0) {
    if (digits.size() <= scale) {
      digits.insert(0, scale + 1U - digits.size(), '0');
    }
    digits.insert(digits.size() - scale, 1, '.');
  }
  return negative ? '-' + digits : digits;
}

}  // namespace fairmon
