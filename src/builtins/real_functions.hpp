#pragma once

#include "builtins/arithmetic.hpp"

namespace fairmon::builtins {

/// Functor has `of(double)`: the function on Float64, and on decimals by way of a double.
template <class Functor>
struct OnReals {
  static double apply(double x) noexcept { return Functor::of(x); }
  static Decimal apply(Decimal x, Evaluation& e) {
    const double result = Functor::of(x.to_double());
    if (result != result) {
      e.fail(Failure::NotANumber, x.pack());
      return {};
    }
    return or_overflow(decimal_from(result), e);
  }
};

/// `sqrt`, `sin` and the like.
template <class Functor>
[[nodiscard]] Function real_function(std::string_view name, Docs docs) {
  return make_function(name, "math", {""}, docs,
                       {overload<OnReals<Functor>, as::Float, as::Float>(),
                        overload<OnReals<Functor>, as::Fixed, as::Fixed>(),
                        overload<OnReals<Functor>, as::UFixed, as::UFixed>()});
}

}  // namespace fairmon::builtins
