#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct Exists {
  struct State {
    std::uint64_t num_true = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept { s.num_true += *value; }
  static void remove(State& s, const Cell* value, std::int64_t) noexcept { s.num_true -= *value; }
  static void merge(State& s, const State& later) noexcept { s.num_true += later.num_true; }
  static void unmerge(State& s, const State& part) noexcept { s.num_true -= part.num_true; }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    *result = cell_of(s.num_true != 0);
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return input.is(TypeKind::Bool) ? std::optional(with_state<Exists>(input, Type::boolean()))
                                  : std::nullopt;
}

}  // namespace

extern const Aggregate exists = {"exists",
                                 {"exists", "disjunction", "∃", "∨"},
                                 "whether some value is true",
                                 "False without values.",
                                 "output seen @1s := alarm.aggregate(over: 10s, using: exists)",
                                 "Bool",
                                 true,
                                 false,
                                 &bind,
                                 AggregateEnds::EndByEnd};

}  // namespace fairmon::builtins::aggregate_entries
