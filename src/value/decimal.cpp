#include <fairmon/value.hpp>

#include <cmath>

namespace fairmon {

namespace {
constexpr unsigned kScaleBits = 5;
}

// The scale sits in the lowest bits, the signed mantissa above it.
Cell Decimal::pack() const noexcept {
  return (std::bit_cast<Cell>(mantissa) << kScaleBits) | scale;
}

Decimal Decimal::unpack(Cell cell) noexcept {
  return {std::bit_cast<std::int64_t>(cell) >> kScaleBits,
          static_cast<std::uint8_t>(cell & ((1U << kScaleBits) - 1))};
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
