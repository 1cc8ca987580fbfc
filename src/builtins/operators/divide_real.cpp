#include "builtins/arithmetic.hpp"

namespace fairmon::builtins::operator_entries {
namespace {

struct DivideReal {
  template <class T>
  static double apply(T a, T b, Evaluation& e) noexcept {
    // As with reals, x / 0 is infinite; 0 / 0 has a better name than "not a number".
    if (a == 0 && b == 0) {
      return cell_double(e.fail(Failure::DivisionByZero, cell_of(a)));
    }
    return static_cast<double>(a) / static_cast<double>(b);
  }
};

}  // namespace

// No spelling of its own: `/` becomes this where integers are divided and a real number is wanted.
extern const Function divide_real =
    make_operator("divide_real", {{}, 11, false, false},
                  {"the quotient of two integers as a real number",
                   "What `/` means for integers where its result is used as Float64 or Prob.",
                   "output rate: Float64 := hits / trials"},
                  {overload<DivideReal, as::Float, as::Int, as::Int>(),
                   overload<DivideReal, as::Float, as::UInt, as::UInt>()});

}  // namespace fairmon::builtins::operator_entries
