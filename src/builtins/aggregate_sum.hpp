#pragma once

#include "builtins/aggregate_state.hpp"
#include "builtins/cell_sums.hpp"
#include "builtins/exact/total.hpp"

/// Sums of numbers with their counts; `sum` and `avg` finish them differently.
namespace fairmon::builtins {

template <class Tag>
struct IntegerSum {
  struct State {
    std::uint64_t sum = 0;
    std::uint64_t count = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    s.sum += *value;
    ++s.count;
  }
  static void add_all(State& s, const Cell* values, std::uint32_t count) noexcept {
    s.sum += sum_of(values, count);
    s.count += count;
  }
  static void remove(State& s, const Cell* value, std::int64_t) noexcept {
    s.sum -= *value;
    --s.count;
  }
  static void merge(State& s, const State& later) noexcept {
    s.sum += later.sum;
    s.count += later.count;
  }
  static void unmerge(State& s, const State& part) noexcept {
    s.sum -= part.sum;
    s.count -= part.count;
  }
};

/// Exact, and rounded once when read.
template <class Form>
struct RealSum {
  struct State {
    typename Form::Sum sum;
    [[no_unique_address]] typename Form::Others others;
    std::uint64_t count = 0;

    /// Whether what it adds up to is a finite number before it is rounded.
    [[nodiscard]] bool finite() const noexcept { return others.none(); }
  };
  static bool add(State& s, const Cell* value, std::int64_t) noexcept {
    ++s.count;
    return enter(s, cell_double(*value), false);
  }
  static bool remove(State& s, const Cell* value, std::int64_t) noexcept {
    --s.count;
    return enter(s, cell_double(*value), true);
  }
  static bool merge(State& s, const State& later) noexcept {
    s.count += later.count;
    s.others.merge(later.others);
    return s.sum.merge(later.sum);
  }
  static bool unmerge(State& s, const State& part) noexcept {
    s.count -= part.count;
    s.others.unmerge(part.others);
    return s.sum.unmerge(part.sum);
  }
  template <class Compact>
  [[nodiscard]] static State widened(const Compact& compact) noexcept {
    return {compact.sum.template widened<typename Form::Sum>(), {}, compact.count};
  }

 private:
  static bool enter(State& s, double value, bool away) noexcept {
    const exact::Binary x = exact::take_apart(value);
    return x.finite ? s.sum.add(x.magnitude, x.exponent, x.minus != away)
                    : s.others.note(value, away);
  }
};

/// The mantissa is exact on 128 bits; `overflow` remembers that even these did not suffice.
struct DecimalSum {
  struct State {
    std::uint64_t low = 0;
    std::int64_t high = 0;
    std::uint64_t scale = 0;
    std::uint64_t overflow = 0;
    std::uint64_t count = 0;
  };
  [[nodiscard]] static Int128 mantissa(const State& s) noexcept {
    return (static_cast<Int128>(s.high) * (Int128{1} << 64)) + static_cast<Int128>(s.low);
  }
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    const Decimal d = Decimal::unpack(*value);
    add_scaled(s, d.mantissa, d.scale);
    ++s.count;
  }
  static void merge(State& s, const State& later) noexcept {
    add_scaled(s, mantissa(later), later.scale);
    s.overflow |= later.overflow;
    s.count += later.count;
  }
  /// The sum as a decimal; zero and a failure if it does not fit.
  [[nodiscard]] static Decimal total(const State& s, Evaluation& e) {
    const auto sum = fit(mantissa(s), static_cast<int>(s.scale));
    if (s.overflow != 0 || !sum) {
      e.fail(Failure::DecimalOverflow, 0);
      return {};
    }
    return *sum;
  }

 private:
  static void rescale(Int128& value, std::uint64_t from, std::uint64_t to, State& s) noexcept {
    for (; from < to; ++from) {
      s.overflow |= __builtin_mul_overflow(value, Int128{10}, &value) ? 1U : 0U;
    }
  }
  static void add_scaled(State& s, Int128 value, std::uint64_t scale) noexcept {
    Int128 sum = mantissa(s);
    const std::uint64_t common = scale > s.scale ? scale : s.scale;
    rescale(sum, s.scale, common, s);
    rescale(value, scale, common, s);
    s.overflow |= __builtin_add_overflow(sum, value, &sum) ? 1U : 0U;
    s.scale = common;
    s.low = static_cast<std::uint64_t>(sum);
    s.high = static_cast<std::int64_t>(sum >> 64);
  }
};

}  // namespace fairmon::builtins
