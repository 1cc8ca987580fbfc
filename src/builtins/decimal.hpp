#pragma once

#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>

/// Arithmetic on decimals. Results that need more digits than a Decimal holds are rounded half to
/// even; nothing is returned where even the whole part does not fit. Beyond kMantissaLimit there
/// are whole numbers that end in zeros.
namespace fairmon::builtins {

__extension__ using Int128 = __int128;

inline constexpr std::uint8_t kMaxScale = 28;
inline constexpr std::int64_t kMantissaLimit = std::int64_t{1} << 57;

/// mantissa · 10^-scale, brought into the range of a Decimal.
[[nodiscard]] std::optional<Decimal> fit(Int128 mantissa, int scale);

[[nodiscard]] std::optional<Decimal> add(Decimal a, Decimal b);
[[nodiscard]] std::optional<Decimal> multiply(Decimal a, Decimal b);
/// The divisors must not be zero.
[[nodiscard]] std::optional<Decimal> divide(Decimal a, Decimal b);
[[nodiscard]] Decimal remainder(Decimal a, Decimal b);
[[nodiscard]] std::optional<Decimal> power(Decimal base, Decimal exponent);
[[nodiscard]] Decimal negate(Decimal a);
[[nodiscard]] int compare(Decimal a, Decimal b);
/// Without trailing zeros, so that equal numbers have equal bits.
[[nodiscard]] Decimal normalise(Decimal a);

[[nodiscard]] std::optional<Decimal> decimal_from(double value);
[[nodiscard]] std::optional<Decimal> decimal_from(std::int64_t value);
[[nodiscard]] std::optional<Decimal> decimal_from(std::uint64_t value);
/// Half to even.
[[nodiscard]] std::int64_t round_to_integer(Decimal a);

}  // namespace fairmon::builtins
