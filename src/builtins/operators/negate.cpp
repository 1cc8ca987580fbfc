#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Negate {
  static constexpr bool kNeverNan = true;
  static std::int64_t apply(std::int64_t a) noexcept { return wrap(0 - bits(a)); }
  static double apply(double a) noexcept { return -a; }
  static Decimal apply(Decimal a) noexcept { return builtins::negate(a); }
};

}  // namespace

extern const Function negate = with_ends(
    {.directions = "-"},
    with_bounds(
        make_operator(
            "negate", {{"-"}, 13, false, true},
            {"the number with the other sign", "Not for unsigned numbers.", "output down := -up"},
            {overload<Negate, as::Int, as::Int>(), overload<Negate, as::Float, as::Float>(),
             overload<Negate, as::Fixed, as::Fixed>(), overload<Negate, as::Fixed, as::UFixed>(),
             overload<Negate, as::Duration, as::Duration>()}),
        [](std::span<const Bounds> x) -> Bounds { return {-x[0].most, -x[0].least}; }));

}  // namespace fairmon::builtins::operator_entries
