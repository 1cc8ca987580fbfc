#include "builtins/conversions.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct ToInt {
  static std::int64_t apply(std::uint64_t x) noexcept { return wrap(x); }
  static std::int64_t apply(double x) noexcept { return saturate_signed(x); }
  static std::int64_t apply(Decimal x) noexcept { return round_to_integer(x); }
};

struct ToUInt {
  static std::uint64_t apply(std::int64_t x) noexcept { return bits(x); }
  static std::uint64_t apply(double x) noexcept { return saturate_unsigned(x); }
  static std::uint64_t apply(Decimal x) noexcept {
    const std::int64_t rounded = round_to_integer(x);
    return rounded < 0 ? 0 : bits(rounded);
  }
};

struct ToFixed {
  template <class T>
  static Decimal apply(T x, Evaluation& e) {
    return or_overflow(decimal_from(x), e);
  }
};

struct ToUFixed {
  template <class T>
  static Decimal apply(T x, Evaluation& e) {
    if (x < 0) {
      e.fail(Failure::NegativeUnsigned, cell_of(x));
      return {};
    }
    return or_overflow(decimal_from(x), e);
  }
  static Decimal apply(Decimal x, Evaluation& e) {
    if (x.mantissa < 0) {
      e.fail(Failure::NegativeUnsigned, x.pack());
      return {};
    }
    return x;
  }
};

template <class From>
void add_from(std::vector<Overload>& all) {
  constexpr bool kDecimal = std::is_same_v<typename From::Native, Decimal>;
  if constexpr (!std::is_same_v<From, as::Int>) {
    all.push_back(overload<ToInt, as::Int, From>());
  }
  if constexpr (!std::is_same_v<From, as::UInt>) {
    all.push_back(overload<ToUInt, as::UInt, From>());
  }
  all.push_back(overload<ToFloat, as::Float, From>());
  all.push_back(overload<ToProb, as::Prob, From>());
  if constexpr (!kDecimal) {
    all.push_back(overload<ToFixed, as::Fixed, From>());
  } else {
    all.push_back(overload<Identity, as::Fixed, From>());
  }
  all.push_back(overload<ToUFixed, as::UFixed, From>());
}

std::vector<Overload> overloads() {
  std::vector<Overload> all = {overload<Identity, as::Int, as::Int>(),
                               overload<Identity, as::UInt, as::UInt>()};
  add_from<as::Int>(all);
  add_from<as::UInt>(all);
  add_from<as::Float>(all);
  add_from<as::Prob>(all);
  add_from<as::Fixed>(all);
  add_from<as::UFixed>(all);
  return all;
}

}  // namespace

extern const Function cast = with_ends(
    {.directions = "+"}, make_function("cast", "", {""},
                                       {"a number converted to another type",
                                        "`cast<T, U>(x)` converts from T to U. Between signed and "
                                        "unsigned integers the bits stay; "
                                        "a Float64 becomes an integer by dropping its fraction and "
                                        "stops at the largest and smallest "
                                        "one; a decimal is rounded, half to even. A value that is "
                                        "no probability is a run-time error "
                                        "in a cast to Prob.",
                                        "output share := cast<UInt64, Float64>(hits) / 2.0"},
                                       overloads()));

}  // namespace fairmon::builtins::function_entries
