#pragma once

#include <cstdint>
#include <optional>

#include "builtins/decimal.hpp"
#include "builtins/kernels.hpp"

/// Small pieces that several arithmetic entries share.
namespace fairmon::builtins {

/// 64-bit wrap-around without undefined behaviour.
[[nodiscard]] constexpr std::int64_t wrap(std::uint64_t value) noexcept {
  return std::bit_cast<std::int64_t>(value);
}
[[nodiscard]] constexpr std::uint64_t bits(std::int64_t value) noexcept {
  return std::bit_cast<std::uint64_t>(value);
}

/// A decimal result or the failure that it does not fit.
inline Decimal or_overflow(std::optional<Decimal> result, Evaluation& e) noexcept {
  if (!result) {
    e.fail(Failure::DecimalOverflow, 0);
    return {};
  }
  return *result;
}

/// A functor's overloads for Int64, UInt64 and Float64.
template <class Functor>
[[nodiscard]] std::vector<Overload> numeric_overloads() {
  return {overload<Functor, as::Int, as::Int, as::Int>(),
          overload<Functor, as::UInt, as::UInt, as::UInt>(),
          overload<Functor, as::Float, as::Float, as::Float>()};
}

/// Likewise for Fixed and UFixed.
template <class Functor>
void add_decimal_overloads(std::vector<Overload>& overloads) {
  overloads.push_back(overload<Functor, as::Fixed, as::Fixed, as::Fixed>());
  overloads.push_back(overload<Functor, as::UFixed, as::UFixed, as::UFixed>());
}

/// All types with an order; Compare is a functor with `of(a, b)` on anything that has `<`.
template <class Compare>
struct Ordered {
  template <class T>
  static bool apply(T a, T b) noexcept {
    return Compare::of(a, b);
  }
  static bool apply(Decimal a, Decimal b) noexcept { return Compare::of(compare(a, b), 0); }
};
template <class Compare>
struct OrderedText {
  static bool apply(as::Symbol a, as::Symbol b, Evaluation& e) {
    return Compare::of(e.symbols->text(a.number).compare(e.symbols->text(b.number)), 0);
  }
};

template <class Compare>
[[nodiscard]] std::vector<Overload> comparison_overloads() {
  using F = Ordered<Compare>;
  std::vector<Overload> all = {overload<F, as::Bool, as::Int, as::Int>(),
                               overload<F, as::Bool, as::UInt, as::UInt>(),
                               overload<F, as::Bool, as::Float, as::Float>(),
                               overload<F, as::Bool, as::Prob, as::Prob>(),
                               overload<F, as::Bool, as::Fixed, as::Fixed>(),
                               overload<F, as::Bool, as::UFixed, as::UFixed>(),
                               overload<F, as::Bool, as::Time, as::Time>(),
                               overload<F, as::Bool, as::Duration, as::Duration>(),
                               overload<OrderedText<Compare>, as::Bool, as::String, as::String>()};
  all.back().can_fail = false;
  return all;
}

}  // namespace fairmon::builtins
