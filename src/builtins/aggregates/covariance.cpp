#include "builtins/aggregate_moments.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

template <class TagX, class TagY, class Form>
struct Covariance {
  struct State {
    typename Form::Sum x;
    typename Form::Sum y;
    typename Form::Products xy;
    [[no_unique_address]] typename Form::Others others;
    std::uint64_t count = 0;
  };
  static bool add(State& s, const Cell* value, std::int64_t) noexcept {
    return enter(s, value, false);
  }
  static bool remove(State& s, const Cell* value, std::int64_t) noexcept {
    return enter(s, value, true);
  }
  static bool merge(State& s, const State& later) noexcept {
    s.count += later.count;
    s.others.merge(later.others);
    return s.x.merge(later.x) && s.y.merge(later.y) && s.xy.merge(later.xy);
  }
  static bool unmerge(State& s, const State& part) noexcept {
    s.count -= part.count;
    s.others.unmerge(part.others);
    return s.x.unmerge(part.x) && s.y.unmerge(part.y) && s.xy.unmerge(part.xy);
  }
  static void finish(const State& s, Cell* result, Evaluation& e) noexcept {
    if (s.count == 0) {
      write_absent(result);
    } else {
      write_present(result,
                    real_cell(s.others.none() ? exact::central_moment(s.x, s.y, s.xy, s.count)
                                              : std::numeric_limits<double>::quiet_NaN(),
                              e));
    }
  }
  template <class Compact>
  [[nodiscard]] static State widened(const Compact& compact) noexcept {
    return {compact.x.template widened<typename Form::Sum>(),
            compact.y.template widened<typename Form::Sum>(),
            compact.xy.template widened<typename Form::Products>(),
            {},
            compact.count};
  }

 private:
  static bool enter(State& s, const Cell* value, bool away) noexcept {
    const exact::Binary x = exact::take_apart<TagX>(value[0]);
    const exact::Binary y = exact::take_apart<TagY>(value[1]);
    s.count += away ? ~std::uint64_t{0} : 1;
    if (!x.finite || !y.finite) {
      return s.others.note(std::numeric_limits<double>::infinity(), away);
    }
    return s.x.add(x.magnitude, x.exponent, x.minus != away) &&
           s.y.add(y.magnitude, y.exponent, y.minus != away) &&
           s.xy.add(exact::UInt128{x.magnitude} * y.magnitude, x.exponent + y.exponent,
                    (x.minus != y.minus) != away);
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (!input.is(TypeKind::Tuple) || input.parts().size() != 2) {
    return std::nullopt;
  }
  const Type result = Type::optional(Type::floating());
  return for_numbers(input.parts()[0], [&]<class X>() {
    const auto bound = for_numbers(input.parts()[1], [&]<class Y>() {
      return with_forms<Covariance<X, Y, exact::FullForm>, Covariance<X, Y, exact::CompactForm>>(
          input, result);
    });
    return bound;
  });
}

}  // namespace

extern const Aggregate covariance = {
    "covariance",
    {"covariance", "cov"},
    "how two numbers vary together",
    "The population covariance of pairs, computed exactly and rounded once; absent without values.",
    "output together @1s := pair.aggregate(over: 60s, using: cov).defaults(to: 0.0)",
    "pairs of numbers",
    true,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
