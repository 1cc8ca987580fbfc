#include <algorithm>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Multiply {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept {
    return wrap(bits(a) * bits(b));
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a * b; }
  static double apply(double a, double b) noexcept { return a * b; }
  static Decimal apply(Decimal a, Decimal b, Evaluation& e) {
    return or_overflow(builtins::multiply(a, b), e);
  }
};

std::vector<Overload> overloads() {
  std::vector<Overload> all = numeric_overloads<Multiply>();
  all.push_back(overload<Multiply, as::Prob, as::Prob, as::Prob>());
  add_decimal_overloads<Multiply>(all);
  return all;
}

}  // namespace

extern const Function multiply = with_ends(
    {.low = "product_low", .high = "product_high"},
    with_bounds(
        make_operator("multiply", {{"*"}, 11, false, false},
                      {"the product of two numbers",
                       "Integers wrap around at 64 bits. The product of two probabilities is a "
                       "probability. Decimals "
                       "keep their digits: 1.25 * 2.0 is 2.500.",
                       "output area := width * height"},
                      overloads()),
        [](std::span<const Bounds> x) -> Bounds {
          const auto [least, most] = std::minmax({x[0].least * x[1].least, x[0].least * x[1].most,
                                                  x[0].most * x[1].least, x[0].most * x[1].most});
          return {least, most};
        }));

}  // namespace fairmon::builtins::operator_entries
