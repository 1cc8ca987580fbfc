#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct Forall {
  struct State {
    std::uint64_t num_false = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept { s.num_false += 1 - *value; }
  static void remove(State& s, const Cell* value, std::int64_t) noexcept {
    s.num_false -= 1 - *value;
  }
  static void merge(State& s, const State& later) noexcept { s.num_false += later.num_false; }
  static void unmerge(State& s, const State& part) noexcept { s.num_false -= part.num_false; }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    *result = cell_of(s.num_false == 0);
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return input.is(TypeKind::Bool) ? std::optional(with_state<Forall>(input, Type::boolean()))
                                  : std::nullopt;
}

}  // namespace

extern const Aggregate forall = {"forall",
                                 {"forall", "conjunction", "∀", "∧"},
                                 "whether all values are true",
                                 "True without values.",
                                 "output seen @1s := alarm.aggregate(over: 10s, using: forall)",
                                 "Bool",
                                 true,
                                 false,
                                 &bind,
                                 AggregateEnds::EndByEnd};

}  // namespace fairmon::builtins::aggregate_entries
