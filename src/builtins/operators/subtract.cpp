#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Subtract {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept {
    return wrap(bits(a) - bits(b));
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a - b; }
  static double apply(double a, double b) noexcept { return a - b; }
  static Decimal apply(Decimal a, Decimal b, Evaluation& e) {
    return or_overflow(add(a, negate(b)), e);
  }
};

std::vector<Overload> overloads() {
  std::vector<Overload> all = numeric_overloads<Subtract>();
  all.push_back(overload<Subtract, as::Float, as::Prob, as::Prob>());
  add_decimal_overloads<Subtract>(all);
  all.push_back(overload<Subtract, as::Duration, as::Time, as::Time>());
  all.push_back(overload<Subtract, as::Time, as::Time, as::Duration>());
  all.push_back(overload<Subtract, as::Duration, as::Duration, as::Duration>());
  return all;
}

}  // namespace

extern const Function subtract = with_ends(
    {.directions = "+-"},
    with_bounds(
        make_operator(
            "subtract", {{"-"}, 10, false, false},
            {"the difference of two numbers or times",
             "Integers wrap around at 64 bits, so the unsigned 3 - 5 is 18446744073709551614. The "
             "difference "
             "of two probabilities is a Float64, but `1 - p` is a probability. Two times differ by "
             "a "
             "Duration.",
             "output difference := a - b"},
            overloads()),
        [](std::span<const Bounds> x) -> Bounds {
          return {x[0].least - x[1].most, x[0].most - x[1].least};
        }));

}  // namespace fairmon::builtins::operator_entries
