#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct Last {
  struct State {
    std::uint64_t present = 0;
    Cell value = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept { s = {1, *value}; }
  static void merge(State& s, const State& later) noexcept {
    if (later.present != 0) {
      s = later;
    }
  }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    result[0] = s.present;
    result[1] = s.value;
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  const bool scalar = input.known() && !input.is(TypeKind::Tuple) && !input.is(TypeKind::Optional);
  if (!scalar) {
    return std::nullopt;
  }
  BoundAggregate bound = with_state<Last>(input, Type::optional(input));
  bound.chosen = Chosen::Newest;
  return bound;
}

}  // namespace

extern const Aggregate last = {
    "last",
    {"last"},
    "the most recent value",
    "Absent without values. Not over instances, which have no order.",
    "output recent @1s := score.aggregate(over: 10s, using: last).defaults(to: 0.0)",
    "single values",
    false,
    false,
    &bind};

}  // namespace fairmon::builtins::aggregate_entries
