#include <limits>

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct Divide {
  static std::int64_t apply(std::int64_t a, std::int64_t b, Evaluation& e) noexcept {
    if (b == 0) {
      return cell_int(e.fail(Failure::DivisionByZero, cell_of(a)));
    }
    if (a == std::numeric_limits<std::int64_t>::min() && b == -1) {
      return cell_int(e.fail(Failure::IntegerOverflow, cell_of(a)));
    }
    return a / b;
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b, Evaluation& e) noexcept {
    return b == 0 ? e.fail(Failure::DivisionByZero, a) : a / b;
  }
  static double apply(double a, double b) noexcept { return a / b; }
  static Decimal apply(Decimal a, Decimal b, Evaluation& e) {
    if (b.mantissa == 0) {
      e.fail(Failure::DivisionByZero, a.pack());
      return {};
    }
    return or_overflow(builtins::divide(a, b), e);
  }
};

std::vector<Overload> overloads() {
  std::vector<Overload> all = numeric_overloads<Divide>();
  all.push_back(overload<Divide, as::Float, as::Prob, as::Prob>());
  add_decimal_overloads<Divide>(all);
  return all;
}

}  // namespace

extern const Function divide =
    with_ends({.low = "quotient_low", .high = "quotient_high"},
              make_operator("divide", {{"/"}, 11, false, false},
                            {"the quotient of two numbers",
                             "Integers divide toward zero, unless the result is used as Float64 or "
                             "Prob: then they divide "
                             "as real numbers. Dividing an integer or a decimal by zero is a "
                             "run-time error; x / 0.0 is "
                             "infinite and 0.0 / 0.0 a run-time error.",
                             "output rate := cast<UInt64, Float64>(hits) / 100.0"},
                            overloads()));

}  // namespace fairmon::builtins::operator_entries
