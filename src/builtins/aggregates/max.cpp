#include "builtins/aggregate_tuple.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

template <class Tag>
struct Maximum {
  struct State {
    std::uint64_t present = 0;
    Cell best = 0;
  };
  // Nobody can guess which value is the next record: a choice costs less than a wrong guess.
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    const bool first = s.present == 0;
    const bool better = before<Tag>(s.best, *value);
    s.best = (first | better) ? *value : s.best;
    s.present = 1;
  }
  static void merge(State& s, const State& later) noexcept {
    const bool first = s.present == 0;
    const bool better = before<Tag>(s.best, later.best);
    s.best = (later.present != 0) & (first | better) ? later.best : s.best;
    s.present |= later.present;
  }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    result[0] = s.present;
    result[1] = s.best;
  }
};

template <class Tag>
BoundAggregate bound(const Type& input) {
  BoundAggregate bound = with_state<Maximum<Tag>>(input, Type::optional(input));
  bound.chosen = Chosen::Largest;
  return bound;
}

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (input.is(TypeKind::Tuple)) {
    return bind_extreme_tuple<true>(input);
  }
  if (input.is(TypeKind::Time) || input.is(TypeKind::Duration)) {
    return bound<as::Int>(input);
  }
  return for_numbers(input, [&]<class Tag>() { return bound<Tag>(input); });
}

}  // namespace

extern const Aggregate max = {
    "max",
    {"max"},
    "the largest value",
    "Absent without values. Of tuples, the one whose first component is largest; the others "
    "can say whose it is.",
    "output extreme @1s := score.aggregate(over: 10s, using: max).defaults(to: 0.0)",
    "numbers, times, durations, and tuples that begin with one",
    true,
    false,
    &bind,
    AggregateEnds::EndByEnd};

}  // namespace fairmon::builtins::aggregate_entries
