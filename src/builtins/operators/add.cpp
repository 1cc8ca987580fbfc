#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Add {
  static std::int64_t apply(std::int64_t a, std::int64_t b) noexcept {
    return wrap(bits(a) + bits(b));
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) noexcept { return a + b; }
  static double apply(double a, double b) noexcept { return a + b; }
  static Decimal apply(Decimal a, Decimal b, Evaluation& e) {
    return or_overflow(builtins::add(a, b), e);
  }
};

std::vector<Overload> overloads() {
  std::vector<Overload> all = numeric_overloads<Add>();
  all.push_back(overload<Add, as::Float, as::Prob, as::Prob>());
  add_decimal_overloads<Add>(all);
  all.push_back(overload<Add, as::Time, as::Time, as::Duration>());
  all.push_back(overload<Add, as::Time, as::Duration, as::Time>());
  all.push_back(overload<Add, as::Duration, as::Duration, as::Duration>());
  return all;
}

}  // namespace

extern const Function add =
    with(with_ends({.directions = "++"},
                   with_bounds(make_operator("add", {{"+"}, 10, false, false},
                                             {"the sum of two numbers",
                                              "Integers wrap around at 64 bits. The sum of two "
                                              "probabilities is a Float64. A Duration can be "
                                              "added to a Time.",
                                              "output total := a + b"},
                                             overloads()),
                               [](std::span<const Bounds> x) -> Bounds {
                                 return {x[0].least + x[1].least, x[0].most + x[1].most};
                               })),
         &Function::adds);

}  // namespace fairmon::builtins::operator_entries
