#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

template <class Tag>
struct Maximum {
  struct State {
    std::uint64_t present = 0;
    Cell best = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    if (s.present == 0 || before<Tag>(s.best, *value)) {
      s.best = *value;
    }
    s.present = 1;
  }
  static void merge(State& s, const State& later) noexcept {
    if (later.present != 0) {
      add(s, &later.best, 0);
    }
  }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    result[0] = s.present;
    result[1] = s.best;
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  if (input.is(TypeKind::Time) || input.is(TypeKind::Duration)) {
    return with_state<Maximum<as::Int>>(input, Type::optional(input));
  }
  return for_numbers(
      input, [&]<class Tag>() { return with_state<Maximum<Tag>>(input, Type::optional(input)); });
}

}  // namespace

extern const Aggregate max = {
    "max",
    {"max"},
    "the largest value",
    "Absent without values.",
    "output extreme @1s := score.aggregate(over: 10s, using: max).defaults(to: 0.0)",
    "numbers, times and durations",
    true,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
