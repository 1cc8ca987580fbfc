#pragma once

#include "builtins/exact/moments.hpp"

/// Sums of values and of their products, for variance and covariance. Exact; nobody can say how far
/// values are from a mean if one of them is infinite.
namespace fairmon::builtins {

template <class Form>
struct Moments {
  typename Form::Sum sum;
  typename Form::Products squares;
  [[no_unique_address]] typename Form::Others others;
  std::uint64_t count = 0;

  /// Adds a value, or takes it away again.
  [[nodiscard]] bool enter(const exact::Binary& x, bool away) noexcept {
    count += away ? ~std::uint64_t{0} : 1;
    if (!x.finite) {
      return others.note(std::numeric_limits<double>::infinity(), away);
    }
    const auto square = exact::UInt128{x.magnitude} * x.magnitude;
    return sum.add(x.magnitude, x.exponent, x.minus != away) &&
           squares.add(square, 2 * x.exponent, away);
  }
  [[nodiscard]] bool merge(const Moments& later) noexcept {
    count += later.count;
    others.merge(later.others);
    return sum.merge(later.sum) && squares.merge(later.squares);
  }
  [[nodiscard]] bool unmerge(const Moments& part) noexcept {
    count -= part.count;
    others.unmerge(part.others);
    return sum.unmerge(part.sum) && squares.unmerge(part.squares);
  }
  /// Population variance; 0 without values.
  [[nodiscard]] double variance() const noexcept {
    if (!others.none()) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    return count == 0 ? 0.0 : exact::central_moment(sum, sum, squares, count);
  }
};

/// `Finish::of(variance)` gives the result; it is present even without values. Decimals give
/// decimals, other numbers Float64.
template <class Tag, class Finish, class Form>
struct SpreadAggregate {
  using State = Moments<Form>;
  static bool add(State& s, const Cell* value, std::int64_t) noexcept {
    return s.enter(exact::take_apart<Tag>(*value), false);
  }
  static bool remove(State& s, const Cell* value, std::int64_t) noexcept {
    return s.enter(exact::take_apart<Tag>(*value), true);
  }
  static bool merge(State& s, const State& later) noexcept { return s.merge(later); }
  static bool unmerge(State& s, const State& part) noexcept { return s.unmerge(part); }
  static void finish(const State& s, Cell* result, Evaluation& e) {
    const double spread = Finish::of(s.variance());
    if constexpr (std::is_same_v<typename Tag::Native, Decimal>) {
      const auto decimal = decimal_from(spread);
      write_present(result, decimal ? decimal->pack() : e.fail(Failure::DecimalOverflow, 0));
    } else {
      write_present(result, real_cell(spread, e));
    }
  }
  template <class Compact>
  [[nodiscard]] static State widened(const Compact& compact) noexcept {
    return {compact.sum.template widened<typename Form::Sum>(),
            compact.squares.template widened<typename Form::Products>(),
            {},
            compact.count};
  }
};

template <class Finish>
[[nodiscard]] std::optional<BoundAggregate> bind_spread(const Type& input, std::uint32_t) {
  return for_numbers(input, [&]<class Tag>() {
    const Type result = input.is_decimal() ? input : Type::floating();
    return with_forms<SpreadAggregate<Tag, Finish, exact::FullForm>,
                      SpreadAggregate<Tag, Finish, exact::CompactForm>>(input,
                                                                        Type::optional(result));
  });
}

}  // namespace fairmon::builtins
