#include "builtins/aggregate_moments.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

template <class TagX, class TagY>
struct Covariance {
  struct State {
    DoubleDouble x;
    DoubleDouble y;
    DoubleDouble xy;
    std::uint64_t count = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    const double x = as_double<TagX>(value[0]);
    const double y = as_double<TagY>(value[1]);
    s.x = s.x + DoubleDouble{x, 0.0};
    s.y = s.y + DoubleDouble{y, 0.0};
    s.xy = s.xy + two_product(x, y);
    ++s.count;
  }
  static void merge(State& s, const State& later) noexcept {
    s.x = s.x + later.x;
    s.y = s.y + later.y;
    s.xy = s.xy + later.xy;
    s.count += later.count;
  }
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    if (s.count == 0) {
      write_absent(result);
    } else {
      write_present(result, real_cell(central_moment(s.x, s.y, s.xy, s.count), e));
    }
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (!input.is(TypeKind::Tuple) || input.parts().size() != 2) {
    return std::nullopt;
  }
  const Type result = Type::optional(Type::floating());
  return for_numbers(input.parts()[0], [&]<class X>() {
    const auto bound = for_numbers(input.parts()[1], [&]<class Y>() {
      return with_state<Covariance<X, Y>>(input, result, true);
    });
    return bound;
  });
}

}  // namespace

extern const Aggregate covariance = {
    "covariance",
    {"covariance", "cov"},
    "how two numbers vary together",
    "The population covariance of pairs; absent without values.",
    "output together @1s := pair.aggregate(over: 60s, using: cov).defaults(to: 0.0)",
    "pairs of numbers",
    true,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
