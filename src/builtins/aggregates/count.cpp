#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct Count {
  struct State {
    std::uint64_t count = 0;
  };
  static void add(State& s, const Cell*, std::int64_t) noexcept { ++s.count; }
  static void add_many(State& s, std::uint64_t number) noexcept { s.count += number; }
  static void remove(State& s, const Cell*, std::int64_t) noexcept { --s.count; }
  static void merge(State& s, const State& later) noexcept { s.count += later.count; }
  static void unmerge(State& s, const State& part) noexcept { s.count -= part.count; }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept { *result = s.count; }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return with_state<Count>(input, Type::unsigned_integer());
}

}  // namespace

extern const Aggregate count = {
    "count",
    {"count", "#"},
    "the number of values",
    "Works on values of any type; 0 without values.",
    "output decisions @1s := accepted.aggregate(over: 10s, using: count)",
    "any value",
    true,
    false,
    &bind,
    AggregateEnds::Point,
    false,
    false,
    true};

}  // namespace fairmon::builtins::aggregate_entries
