#include <cmath>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Remainder {
  static std::int64_t apply(std::int64_t a, std::int64_t b, Evaluation& e) noexcept {
    if (b == 0) {
      return cell_int(e.fail(Failure::DivisionByZero, cell_of(a)));
    }
    // -2^63 % -1 is 0 mathematically, but traps on common processors.
    return b == -1 ? 0 : a % b;
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b, Evaluation& e) noexcept {
    return b == 0 ? e.fail(Failure::DivisionByZero, a) : a % b;
  }
  static double apply(double a, double b) noexcept { return std::fmod(a, b); }
  static Decimal apply(Decimal a, Decimal b, Evaluation& e) {
    if (b.mantissa == 0) {
      e.fail(Failure::DivisionByZero, a.pack());
      return {};
    }
    return builtins::remainder(a, b);
  }
};

std::vector<Overload> overloads() {
  std::vector<Overload> all = numeric_overloads<Remainder>();
  add_decimal_overloads<Remainder>(all);
  return all;
}

}  // namespace

extern const Function remainder =
    make_operator("remainder", {{"%"}, 11, false, false},
                  {"the remainder of a division", "It has the sign of the dividend: -7 % 3 is -1.",
                   "output odd := n % 2 == 1"},
                  overloads());

}  // namespace fairmon::builtins::operator_entries
