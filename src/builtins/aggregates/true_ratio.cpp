#include "builtins/aggregate_state.hpp"

namespace fairmon::builtins::aggregate_entries {
namespace {

struct TrueRatio {
  struct State {
    std::uint64_t num_true = 0;
    std::uint64_t count = 0;
  };
  static void add(State& s, const Cell* value, std::int64_t) noexcept {
    s.num_true += *value;
    ++s.count;
  }
  static void remove(State& s, const Cell* value, std::int64_t) noexcept {
    s.num_true -= *value;
    --s.count;
  }
  static void merge(State& s, const State& later) noexcept {
    s.num_true += later.num_true;
    s.count += later.count;
  }
  static void unmerge(State& s, const State& part) noexcept {
    s.num_true -= part.num_true;
    s.count -= part.count;
  }
  static void finish(const State& s, Cell* result, Evaluation&) noexcept {
    if (s.count == 0) {
      write_absent(result);
    } else {
      write_present(result,
                    cell_of(static_cast<double>(s.num_true) / static_cast<double>(s.count)));
    }
  }
};

std::optional<BoundAggregate> bind(const Type& input, std::uint32_t) {
  return input.is(TypeKind::Bool)
             ? std::optional(with_state<TrueRatio>(input, Type::optional(Type::floating())))
             : std::nullopt;
}

}  // namespace

extern const Aggregate true_ratio = {
    "true_ratio",
    {"true_ratio", "trueRatio", "ratio"},
    "the share of true values",
    "A Float64 between 0 and 1; absent without values.",
    "output share @1s := granted.aggregate(over: 60s, using: true_ratio).defaults(to: 0.0)",
    "Bool",
    true,
    false,
    &bind,
    AggregateEnds::None,
    true};

}  // namespace fairmon::builtins::aggregate_entries
