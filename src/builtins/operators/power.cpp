#include <cmath>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

std::uint64_t wrapped_power(std::uint64_t base, std::uint64_t exponent) noexcept {
  std::uint64_t result = 1;
  // Only the lower 32 bits of the exponent count, as in RTLola.
  for (auto left = static_cast<std::uint32_t>(exponent); left != 0; left >>= 1U) {
    if ((left & 1U) != 0) {
      result *= base;
    }
    base *= base;
  }
  return result;
}

struct Power {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept {
    return wrap(wrapped_power(bits(a), bits(b)));
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept {
    return wrapped_power(a, b);
  }
  static double apply(double a, double b) noexcept { return std::pow(a, b); }
  static Decimal apply(Decimal a, Decimal b, Evaluation& e) {
    return or_overflow(builtins::power(a, b), e);
  }
};

std::vector<Overload> overloads() {
  std::vector<Overload> all = numeric_overloads<Power>();
  add_decimal_overloads<Power>(all);
  return all;
}

}  // namespace

extern const Function power = make_operator(
    "power", {{"**"}, 12, true, false},
    {"a number raised to a power",
     "Groups to the right. Integers wrap around at 64 bits; a negative integer exponent makes no "
     "sense, use Float64. `-a ** 2` is the square of -a.",
     "output squared := x ** 2"},
    overloads());

}  // namespace fairmon::builtins::operator_entries
